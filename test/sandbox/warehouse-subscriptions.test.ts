import { expect, test } from "vitest";
import { openWarehouse } from "./warehouse-bench.ts";

const HOOK = "http://localhost:1/hook";
const OTHER_HOOK = "http://localhost:1/other";

async function open(options = {}) {
  const warehouse = await openWarehouse(options);
  return {
    ...warehouse,
    subscriptions: async () =>
      (await warehouse.call<{ subscriptions: number }>("GET /_sandbox/health")).body.subscriptions,
  };
}

test.each([400, 403, 422, 500, 503])(
  "one kind of event can be refused with %i, and the others not",
  async (status) => {
    const { subscribe, subscriptions, call } = await open({
      refusedSubscriptions: { "label-status": status },
    });
    expect(await subscribe("label-status", HOOK)).toMatchObject({
      status,
      body: { code: "subscription-refused", field: "event" },
    });
    expect((await subscribe("inbound-status", HOOK)).status).toBe(201);
    expect(await subscriptions()).toBe(1);
    await call("POST /_sandbox/behaviours", { refusedSubscriptions: { "label-status": null } });
    expect((await subscribe("label-status", HOOK)).status).toBe(201);
  },
);

test("a status that refuses nothing is refused", async () => {
  const { call } = await open();
  const refusing = (status: unknown) =>
    call("POST /_sandbox/behaviours", { refusedSubscriptions: { "label-status": status } });
  for (const status of [200, 399, 600, "400"])
    expect(await refusing(status)).toMatchObject({
      status: 422,
      body: { field: "refusedSubscriptions.label-status" },
    });
});

test.each([
  ["accepted", [201, 201, 201, 201], 4],
  ["address-refused", [201, 409, 201, 201], 3],
  ["event-refused", [201, 409, 409, 201], 2],
])(
  "with repeated subscriptions %s, those of an address, an event and another event get %j",
  async (repeatedSubscriptions, statuses, kept) => {
    const { subscribe, subscriptions } = await open({ repeatedSubscriptions });
    const answers = [
      await subscribe("inbound-status", HOOK),
      await subscribe("inbound-status", HOOK),
      await subscribe("inbound-status", OTHER_HOOK),
      await subscribe("label-status", HOOK),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({
        code: "duplicate-subscription",
        message: expect.stringContaining("exists") as string,
      });
    expect(await subscriptions()).toBe(kept);
  },
);

test.each([
  ["kept", 2, 409],
  ["ended", 1, 201],
])(
  "with subscriptions of a revoked token %s, an event is sent to %i of two, and registering again gets %i",
  async (revokedSubscriptions, sent, again) => {
    const { call, subscribe, deliveries } = await open({
      revokedSubscriptions,
      repeatedSubscriptions: "address-refused",
    });
    expect((await call("POST /_sandbox/tokens", { token: "second" })).status).toBe(201);
    await subscribe("shipment-created", HOOK);
    await subscribe("shipment-created", OTHER_HOOK, "second");
    await call("POST /_sandbox/products", [{ sku: "MUG", stock: 5 }]);
    const ship = () => call("POST /_sandbox/ship", { lines: [{ sku: "MUG", quantity: 1 }], dispatch: false });
    await ship();
    expect(await deliveries()).toHaveLength(2);
    expect((await call("DELETE /_sandbox/tokens/second")).status).toBe(204);
    expect((await subscribe("label-status", HOOK, "second")).status).toBe(401);
    await ship();
    expect(await deliveries()).toHaveLength(2 + sent);
    expect((await subscribe("shipment-created", OTHER_HOOK)).status).toBe(again);
  },
);

test("an account opened beside the first lets in a token that is added to it, and refuses one that is revoked", async () => {
  const { call, subscribe } = await open();
  await call("POST /_sandbox/accounts", { name: "other", token: "theirs", webhookKey: "a-webhook-key" });
  await call("POST /accounts/other/_sandbox/tokens", { token: "second-of-theirs" });
  expect((await subscribe("label-status", HOOK, "second-of-theirs")).status).toBe(201);
  const health = await call<{ subscriptions: number }>("GET /accounts/other/_sandbox/health");
  expect(health.body.subscriptions).toBe(1);
  await call("DELETE /accounts/other/_sandbox/tokens/theirs");
  expect((await subscribe("label-status", HOOK, "theirs")).status).toBe(401);
});
