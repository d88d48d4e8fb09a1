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
