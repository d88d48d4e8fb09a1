import { expect, test } from "vitest";
import { openReceiver, openWarehouse, type ShownInbound } from "./warehouse-bench.ts";

/** An inbound of two mugs of which one has arrived, and a receiver of its events. */
async function withHalf(options = {}) {
  const warehouse = await openWarehouse(options);
  await warehouse.stock({ MUG: 5 });
  await warehouse.announce("RET-1", { MUG: 2 });
  const receive = (inboundRef: string) =>
    warehouse.call("POST /_sandbox/receive", { inboundRef, lines: [{ sku: "MUG", quantity: 1 }] });
  await receive("RET-1");
  const shop = await openReceiver();
  await warehouse.subscribe("inbound-status", shop.url);
  return {
    ...warehouse,
    receive,
    shop,
    end: (body?: object) => warehouse.call<ShownInbound>("POST /_sandbox/inbounds/RET-1/end", body),
    openRefs: async () =>
      (await warehouse.call<ShownInbound[]>("GET /_sandbox/inbounds?open=true")).body.map(({ ref }) => ref),
  };
}

const STATUS_EVENT = { type: "status-changed", resource: "inbound", identifier: "RET-1" };

test.each([
  ["stays", "partially_received", []],
  ["fully_received", "fully_received", [STATUS_EVENT]],
  ["cancelled", "cancelled", [STATUS_EVENT]],
])("an inbound that ends short as %s is %s, and a change is announced", async (as, status, events) => {
  const { end, inbound, receive, shop, openRefs, call, deliveries } = await withHalf();
  expect((await end({ as })).body).toMatchObject({ status, lines: [{ quantity: 2, quantityReceived: 1 }] });
  expect(await inbound("RET-1")).toMatchObject({ status, receipts: [{ lines: [{ quantity: 1 }] }] });
  expect(await openRefs()).toEqual([]);
  await expect.poll(() => shop.events()).toEqual(events);
  expect(await deliveries()).toHaveLength(events.length);

  expect((await receive("RET-1")).status).toBe(409);
  expect((await end({ as })).body).toMatchObject({ code: "transition-not-possible" });
  expect((await call("POST /_sandbox/inbounds/RET-1/status", { status: "cancelled" })).status).toBe(409);
  expect((await inbound("RET-1")).status).toBe(status);
});

test("how an inbound ends short follows the behavior unless the call says otherwise", async () => {
  const { call, end, announce } = await withHalf({ shortInbounds: "cancelled" });
  expect((await end()).body).toMatchObject({ status: "cancelled" });
  await announce("RET-2", { MUG: 1 });
  const other = await call("POST /_sandbox/inbounds/RET-2/end", { as: "fully_received" });
  expect(other.body).toMatchObject({ status: "fully_received", receipts: [] });
  expect(await end({ as: "lost" })).toMatchObject({ status: 422, body: { field: "as" } });
  expect((await call("POST /_sandbox/inbounds/NONE/end")).status).toBe(404);
});

test("an inbound that the warehouse deletes is found nowhere, and its units remain", async () => {
  const { call, stockOf, deliveries } = await withHalf();
  expect((await call("POST /_sandbox/inbounds/RET-1/delete")).status).toBe(204);
  for (const path of ["RET-1", "RET-1/lines", "RET-1/label"])
    expect(await call(`GET /fulfilment/v3/inbounds/${path}`)).toMatchObject({
      status: 404,
      body: { code: "inbound-not-found" },
    });
  for (const list of ["", "?change-interval=5", "?filter=ref%3DRET-1"])
    expect((await call(`GET /fulfilment/v3/inbounds${list}`)).body).toEqual([]);
  expect(await stockOf("MUG")).toBe(6);
  expect(await deliveries()).toEqual([]);
  expect((await call("POST /_sandbox/inbounds/RET-1/delete")).status).toBe(404);
});

test("a deletion by the warehouse is announced where the behavior or the call says so", async () => {
  const { call, announce, shop, deliveries } = await withHalf({ deletionEvents: true });
  await announce("RET-2", { MUG: 1 });
  await call("POST /_sandbox/inbounds/RET-1/delete");
  await call("POST /_sandbox/inbounds/RET-2/delete", { event: false });
  await expect.poll(() => shop.events()).toEqual([STATUS_EVENT]);
  expect(await deliveries()).toHaveLength(1);
});
