import { expect, test } from "vitest";
import { openContract } from "../contract/contract-bench.ts";
import { openReceiver } from "./warehouse-bench.ts";

test("what the behaviors and controls make of inbounds is as the interface document says", async () => {
  const { warehouse, send, proxy } = await openContract({ labelDelayMs: null, corrections: "further-line" });
  const { call, announce, stock } = warehouse;
  await stock({ MUG: 0, CUP: 0 });
  for (const ref of ["RET-1", "RET-2"]) await announce(ref, { MUG: 3 });
  const statusOf = async (path: string) => (await send(`GET /fulfilment/v3/inbounds/${path}`)).status;

  expect(await statusOf("RET-1/label")).toBe(404);
  const lines = [
    { sku: "MUG", quantity: 2 },
    { sku: "MUG", quantity: 1, inboundRef: "RET-2" },
  ];
  await call("POST /_sandbox/receive", { inboundRef: "RET-1", lines });
  for (const becomes of ["gone", "defective"])
    await call("POST /_sandbox/receipts/VS-1/correct", { quantity: 1, becomes });
  const shown = await send("GET /fulfilment/v3/inbounds/RET-2?include=lines,receipts");
  expect(await shown.json()).toMatchObject({
    receipts: [
      { lines: [{ quantity: 2 }, { quantity: 1 }, { quantity: -1 }, { quantity: -1 }, { defective: true }] },
    ],
  });
  await call("POST /_sandbox/inbounds/RET-1/end", { as: "fully_received" });
  await call("POST /_sandbox/behaviours", { showLines: "never", showReceipts: "never" });
  expect(await statusOf("RET-1?include=lines,receipts")).toBe(200);
  await call("POST /_sandbox/inbounds/RET-1/delete");
  expect(await statusOf("RET-1")).toBe(404);
  expect(proxy.violations()).toEqual([]);
});

test("odd values in a receipt line are not as the interface document says", async () => {
  const { warehouse, send, proxy } = await openContract();
  await warehouse.stock({ MUG: 0 });
  await warehouse.announce("RET-1", { MUG: 1 });
  const lines = [{ sku: "MUG", quantity: 1, shown: { defective: "true" } }];
  await warehouse.call("POST /_sandbox/receive", { inboundRef: "RET-1", lines });
  await send("GET /fulfilment/v3/inbounds/RET-1?include=lines,receipts");
  expect(proxy.violations()).toHaveLength(1);
});

test("a refused subscription is as the interface document says, and the others get their events", async () => {
  const { warehouse, send, proxy } = await openContract({
    refusedSubscriptions: { "label-status": 503, "shipment-created": 403 },
    repeatedSubscriptions: "event-refused",
    consolidation: false,
  });
  const shop = await openReceiver();
  await warehouse.stock({ MUG: 1 });
  const subscribe = async (event: string) =>
    (await send("POST /fulfilment/v4/subscriptions", { body: { event, notificationUrl: shop.url } })).status;
  const statuses = [];
  for (const event of ["label-status", "shipment-created", "shipment-shipped", "shipment-shipped"])
    statuses.push(await subscribe(event));
  expect(statuses).toEqual([503, 403, 201, 409]);
  await warehouse.call("POST /_sandbox/ship", { lines: [{ sku: "MUG", quantity: 1 }] });
  await expect.poll(() => shop.events()).toMatchObject([{ type: "shipped", resource: "shipment" }]);
  expect(proxy.violations()).toEqual([]);
});
