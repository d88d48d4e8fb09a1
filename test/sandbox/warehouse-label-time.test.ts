import { expect, test } from "vitest";
import { openReceiver, openWarehouse } from "./warehouse-bench.ts";

const MINUTE_MS = 60_000;

/** A warehouse whose clock moves only on demand, with a receiver of its label events. */
async function open(options = {}) {
  const warehouse = await openWarehouse({ now: () => Date.parse("2030-04-01T08:00:00Z"), ...options });
  const { call, send } = warehouse;
  await warehouse.stock({ MUG: 0 });
  const shop = await openReceiver();
  await warehouse.subscribe("label-status", shop.url);
  return {
    ...warehouse,
    shop,
    advance: (advanceMs: number) => call("POST /_sandbox/clock", { advanceMs }),
    schedule: (body?: object) => call("POST /_sandbox/inbounds/RET-1/label", body),
    labelStatus: async () => (await send("GET /fulfilment/v3/inbounds/RET-1/label")).status,
  };
}

const READY = {
  type: "status-changed",
  resource: "label",
  identifier: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
};

test("by default a return has its label at once, without an event", async () => {
  const { announce, labelStatus, deliveries } = await open();
  await announce("RET-1", { MUG: 1 });
  expect(await labelStatus()).toBe(200);
  expect(await deliveries()).toEqual([]);
});

test("a late label is 404 until its time, and is announced when it is ready", async () => {
  const { announce, advance, call, labelStatus, shop } = await open({ labelDelayMs: MINUTE_MS });
  await announce("RET-1", { MUG: 1 });
  await advance(MINUTE_MS - 1);
  expect(await call("GET /fulfilment/v3/inbounds/RET-1/label")).toMatchObject({
    status: 404,
    body: { code: "label-not-ready" },
  });
  expect(shop.heard).toEqual([]);
  await advance(1);
  expect(await labelStatus()).toBe(200);
  expect(shop.events()).toEqual([READY]);
});

test("a label that never comes is 404 until a control call makes it ready, which is announced", async () => {
  const { announce, advance, schedule, labelStatus, shop } = await open({ labelDelayMs: null });
  await announce("RET-1", { MUG: 1 });
  await advance(365 * 24 * 60 * MINUTE_MS);
  expect(await labelStatus()).toBe(404);
  expect(shop.heard).toEqual([]);
  expect((await schedule()).body).toMatchObject({ labelReadyAt: "2031-04-01T08:00:00.000Z" });
  expect(await labelStatus()).toBe(200);
  await expect.poll(() => shop.events()).toEqual([READY]);
});

test("a label can be withheld and become ready later, under the same name", async () => {
  const { announce, advance, schedule, labelStatus, shop } = await open();
  await announce("RET-1", { MUG: 1 });
  await schedule({ readyInMs: null });
  expect(await labelStatus()).toBe(404);
  for (let n = 0; n < 2; n++) {
    await schedule({ readyInMs: MINUTE_MS });
    expect(await labelStatus()).toBe(404);
    await advance(MINUTE_MS);
    expect(await labelStatus()).toBe(200);
  }
  expect(shop.events()).toEqual([READY, READY]);
  expect(shop.heard[0]?.body).toBe(shop.heard[1]?.body);
});

test("a behavior changed at run time is for the returns that are created then", async () => {
  const { announce, call, labelStatus, send } = await open({ labelDelayMs: null });
  await announce("RET-1", { MUG: 1 });
  await call("POST /_sandbox/behaviours", { labelDelayMs: 0 });
  await announce("RET-2", { MUG: 1 });
  expect(await labelStatus()).toBe(404);
  expect((await send("GET /fulfilment/v3/inbounds/RET-2/label")).status).toBe(200);
});

test("a purchase has no label to wait for", async () => {
  const { call, schedule } = await open({ labelDelayMs: MINUTE_MS });
  const purchase = { ref: "RET-1", type: "purchase", expectedReceiveDate: "2030-04-01", lines: [] };
  await call("POST /fulfilment/v3/inbounds/", purchase);
  const refusal = { status: 409, body: { code: "no-label" } };
  expect(await call("GET /fulfilment/v3/inbounds/RET-1/label")).toMatchObject(refusal);
  expect(await schedule()).toMatchObject(refusal);
  expect(await call("POST /_sandbox/inbounds/NONE/label")).toMatchObject({ status: 404 });
  expect(await schedule({ readyInMs: -1 })).toMatchObject({ status: 422, body: { field: "readyInMs" } });
});
