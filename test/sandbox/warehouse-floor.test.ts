import { expect, test } from "vitest";
import { openReceiver, openWarehouse, type ShownInbound } from "./warehouse-bench.ts";

const HEX_32 = /^[0-9a-f]{32}$/;

interface Received {
  inbound: ShownInbound;
  receipt: ShownInbound["receipts"][number];
}

async function withReturn() {
  const warehouse = await openWarehouse({ now: () => Date.parse("2030-04-01T08:00:00Z") });
  await warehouse.stock({ MUG: 5, CUP: 0 });
  await warehouse.announce("RET-1", { MUG: 2, CUP: 1 });
  const receive = (lines: { sku: string; quantity: number; defective?: boolean }[], inboundRef?: string) =>
    warehouse.call<Received>("POST /_sandbox/receive", { inboundRef, lines });
  return { ...warehouse, receive };
}

test("received goods are booked on the inbound, become stock and move its status", async () => {
  const { receive, stockOf, inbound } = await withReturn();

  const first = await receive([{ sku: "MUG", quantity: 2 }], "RET-1");
  expect(first.status).toBe(201);
  expect(first.body.inbound.status).toBe("partially_received");
  expect(await stockOf("MUG")).toBe(7);

  await receive([{ sku: "CUP", quantity: 1 }], "RET-1");
  expect(await inbound("RET-1")).toMatchObject({
    status: "fully_received",
    lines: [
      { sku: "MUG", quantityReceived: 2 },
      { sku: "CUP", quantityReceived: 1 },
    ],
    receipts: [
      {
        receiptDate: "2030-04-01",
        vendorShipmentNo: "VS-1",
        lines: [
          { sku: "MUG", quantity: 2, defective: false, inboundRef: "RET-1", inboundLineRef: "RET-1:MUG" },
        ],
      },
      { vendorShipmentNo: "VS-2", lines: [{ sku: "CUP", quantity: 1 }] },
    ],
  });
});

test("defective units count as received but do not become stock", async () => {
  const { receive, stockOf, inbound } = await withReturn();
  await receive(
    [
      { sku: "MUG", quantity: 1, defective: true },
      { sku: "MUG", quantity: 1 },
    ],
    "RET-1",
  );
  expect(await stockOf("MUG")).toBe(6);
  const { lines, receipts } = await inbound("RET-1");
  expect(lines[0]).toMatchObject({ sku: "MUG", quantityReceived: 2 });
  expect(receipts[0]!.lines).toMatchObject([
    { quantity: 1, defective: true },
    { quantity: 1, defective: false },
  ]);
});

test("more than announced is accepted and shown", async () => {
  const { receive, stockOf, inbound } = await withReturn();
  await receive([{ sku: "MUG", quantity: 5 }], "RET-1");
  expect(await stockOf("MUG")).toBe(10);
  expect(await inbound("RET-1")).toMatchObject({
    status: "partially_received",
    lines: [
      { sku: "MUG", quantity: 2, quantityReceived: 5 },
      { sku: "CUP", quantityReceived: 0 },
    ],
  });
});

test("a product the inbound does not announce is accepted and belongs to no line", async () => {
  const { receive, stock, stockOf, inbound } = await withReturn();
  await stock({ VASE: 0 });
  await receive([{ sku: "VASE", quantity: 1 }], "RET-1");
  expect(await stockOf("VASE")).toBe(1);
  const { status, lines, receipts } = await inbound("RET-1");
  expect(status).toBe("partially_received");
  expect(lines.map(({ sku }) => sku)).toEqual(["MUG", "CUP"]);
  expect(receipts[0]!.lines).toMatchObject([{ sku: "VASE", quantity: 1, inboundLineRef: "" }]);
});

test("units fill the lines of their product in order, the surplus falls to the last", async () => {
  const { call, receive, inbound } = await withReturn();
  await call("POST /fulfilment/v3/inbounds/RET-1/lines", { ref: "more", sku: "MUG", quantity: 1 });
  await receive([{ sku: "MUG", quantity: 4 }], "RET-1");
  const { lines, receipts } = await inbound("RET-1");
  expect(lines.map(({ ref, quantityReceived }) => [ref, quantityReceived])).toEqual([
    ["RET-1:MUG", 2],
    ["RET-1:CUP", 0],
    ["more", 2],
  ]);
  expect(receipts[0]!.lines.map(({ inboundLineRef, quantity }) => [inboundLineRef, quantity])).toEqual([
    ["RET-1:MUG", 2],
    ["more", 2],
  ]);
});

test("unannounced goods get a purchase inbound of the warehouse's own, received at once", async () => {
  const { receive, stockOf, inbound } = await withReturn();
  const { body } = await receive([
    { sku: "CUP", quantity: 3 },
    { sku: "CUP", quantity: 1, defective: true },
  ]);
  expect(await stockOf("CUP")).toBe(3);
  expect(await inbound(body.inbound.ref)).toMatchObject({
    type: "purchase",
    status: "fully_received",
    lines: [{ sku: "CUP", quantity: 4, quantityReceived: 4 }],
    receipts: [{ lines: [{ quantity: 3 }, { quantity: 1, defective: true }] }],
  });
});

test("a receipt that cannot be booked changes nothing", async () => {
  const { call, receive, stockOf, inbound } = await withReturn();
  const refused = await receive(
    [
      { sku: "MUG", quantity: 1 },
      { sku: "GHOST", quantity: 1 },
    ],
    "RET-1",
  );
  expect(refused).toMatchObject({ status: 422, body: { code: "unknown-sku", field: "lines[1].sku" } });
  expect((await receive([{ sku: "MUG", quantity: 1 }], "NONE")).status).toBe(404);
  expect((await receive([{ sku: "MUG", quantity: 0 }], "RET-1")).status).toBe(422);
  await call("POST /_sandbox/inbounds/RET-1/status", { status: "cancelled" });
  expect(await receive([{ sku: "MUG", quantity: 1 }], "RET-1")).toMatchObject({
    status: 409,
    body: { code: "inbound-cancelled" },
  });
  expect(await stockOf("MUG")).toBe(5);
  expect((await inbound("RET-1")).receipts).toEqual([]);
});

test("a receipt tells of the receipt and of the status it moved, under the inbound's ref", async () => {
  const { receive, subscribe } = await withReturn();
  const shop = await openReceiver();
  for (const event of ["receipt-received", "inbound-status"]) await subscribe(event, shop.url);

  await receive([{ sku: "MUG", quantity: 1 }], "RET-1");
  await expect.poll(() => shop.heard).toHaveLength(2);
  expect(shop.events()).toEqual(
    expect.arrayContaining([
      { type: "received", resource: "inbound", identifier: "RET-1" },
      { type: "status-changed", resource: "inbound", identifier: "RET-1" },
    ]),
  );

  await receive([{ sku: "MUG", quantity: 1 }], "RET-1");
  await expect.poll(() => shop.heard).toHaveLength(3);
  expect(shop.events()[2]).toMatchObject({ type: "received" });
});

test("shipped goods leave the stock and are told of as outbound, shipment and label", async () => {
  const { call, subscribe, stockOf } = await withReturn();
  const shop = await openReceiver();
  for (const event of ["outbound-status", "shipment-created", "shipment-shipped", "label-status"])
    await subscribe(event, shop.url);

  const shipped = await call<Record<string, string>>("POST /_sandbox/ship", {
    lines: [{ sku: "MUG", quantity: 4 }],
  });
  expect(shipped.status).toBe(201);
  expect(await stockOf("MUG")).toBe(1);
  const { outbound, shipment, label } = shipped.body;
  for (const id of [outbound, shipment, label]) expect(id).toMatch(HEX_32);
  await expect.poll(() => shop.heard).toHaveLength(4);
  expect(shop.events()).toEqual(
    expect.arrayContaining([
      { type: "status-changed", resource: "outbound", identifier: outbound },
      { type: "created", resource: "shipment", identifier: shipment },
      { type: "shipped", resource: "shipment", identifier: shipment },
      { type: "status-changed", resource: "label", identifier: label },
    ]),
  );
});

test("more than lies here cannot be shipped, and nothing of it is", async () => {
  const { call, stock, stockOf } = await withReturn();
  await stock({ VASE: 9 });
  const lines = [
    { sku: "VASE", quantity: 1 },
    { sku: "MUG", quantity: 3 },
    { sku: "MUG", quantity: 3 },
  ];
  expect(await call("POST /_sandbox/ship", { lines })).toMatchObject({
    status: 409,
    body: { code: "insufficient-stock" },
  });
  expect([await stockOf("MUG"), await stockOf("VASE")]).toEqual([5, 9]);
});

test("a count corrects the stock and nobody is told", async () => {
  const { call, subscribe, stockOf, deliveries } = await withReturn();
  for (const event of ["receipt-received", "inbound-status", "outbound-status", "shipment-created"])
    await subscribe(event, "http://localhost:1/hook");
  expect((await call("POST /_sandbox/correct", { sku: "MUG", stock: 41 })).body).toMatchObject({ stock: 41 });
  expect(await stockOf("MUG")).toBe(41);
  expect(await deliveries()).toEqual([]);
  expect((await call("POST /_sandbox/correct", { sku: "MUG", stock: -1 })).status).toBe(422);
  expect((await call("POST /_sandbox/correct", { sku: "GHOST", stock: 1 })).status).toBe(422);
});

test("the floor begins with an inbound or cancels it, each move is told once", async () => {
  const { call, subscribe } = await withReturn();
  const shop = await openReceiver();
  await subscribe("inbound-status", shop.url);
  const move = (status: string) => call("POST /_sandbox/inbounds/RET-1/status", { status });

  expect((await move("in_progress")).body).toMatchObject({ status: "in_progress" });
  expect(await move("in_progress")).toMatchObject({ status: 409, body: { code: "transition-not-possible" } });
  expect((await move("cancelled")).body).toMatchObject({ status: "cancelled" });
  expect((await move("cancelled")).status).toBe(409);
  expect((await move("fully_received")).status).toBe(422);
  await expect.poll(() => shop.heard).toHaveLength(2);
});

test("a seed puts products with stock into the catalogue, and again over them, without a word", async () => {
  const { call, stock, stockOf, subscribe, deliveries } = await withReturn();
  await subscribe("receipt-received", "http://localhost:1/hook");
  await stock({ MUG: 8 });
  expect(await stockOf("MUG")).toBe(8);
  expect((await call("GET /_sandbox/products")).body).toMatchObject([
    { sku: "MUG", stock: 8 },
    { sku: "CUP" },
  ]);
  expect((await call("GET /_sandbox/products?search=mu")).body).toMatchObject([{ sku: "MUG" }]);
  expect(await call("POST /_sandbox/products", [{ sku: "VASE" }])).toMatchObject({
    status: 422,
    body: { field: "[0].stock" },
  });
  expect(await deliveries()).toEqual([]);
});
