import { expect, test } from "vitest";
import { eventNames } from "../../sandbox/warehouse/events.ts";
import { openReceiver, openWarehouse } from "./warehouse-bench.ts";

interface Event {
  type: string;
  resource: string;
  identifier?: string;
}

const HEX_32 = /^[0-9a-f]{32}$/;

/** Every kind of event once and `receipt-received` twice, with the identifiers named as `identifiers` says. */
async function eventsWith(identifiers: Record<string, string | null>) {
  const { call, stock, announce, subscribe } = await openWarehouse({
    now: () => Date.parse("2030-04-01T08:00:00Z"),
  });
  const shops = new Map(
    await Promise.all(eventNames.map(async (event) => [event, await openReceiver()] as const)),
  );
  await stock({ MUG: 5 });
  await announce("RET-1", { MUG: 2 });
  for (const [event, shop] of shops) await subscribe(event, shop.url);
  expect((await call("POST /_sandbox/behaviours", { identifiers })).status).toBe(200);
  const receive = () =>
    call("POST /_sandbox/receive", { inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 1 }] });
  await receive();
  const { body: shipped } = await call<Record<string, string>>("POST /_sandbox/ship", {
    lines: [{ sku: "MUG", quantity: 1 }],
  });
  await call("POST /_sandbox/receipts/VS-1/correct", { quantity: 1, becomes: "defective", event: true });
  const eventsOf = async (event: (typeof eventNames)[number], count = 1) => {
    const shop = shops.get(event)!;
    await expect.poll(() => shop.heard).toHaveLength(count);
    return shop.events() as Event[];
  };
  return { eventsOf, shipped };
}

test("a receipt's events can be named by the receipt, the same one each time", async () => {
  const { eventsOf } = await eventsWith({ "receipt-received": "receipt", "inbound-status": "receipt" });
  const [first, second] = await eventsOf("receipt-received", 2);
  const identifier = expect.stringMatching(HEX_32) as string;
  expect(first).toEqual({ type: "received", resource: "receipt", identifier });
  expect(second).toEqual(first);
  expect(await eventsOf("inbound-status")).toEqual([
    { type: "status-changed", resource: "receipt", identifier: first?.identifier },
  ]);
});

test("a receipt's events can be named by the shipment, which is the receipt's vendorShipmentNo", async () => {
  const { eventsOf } = await eventsWith({ "receipt-received": "shipment" });
  expect((await eventsOf("receipt-received", 2))[0]).toEqual({
    type: "received",
    resource: "shipment",
    identifier: "VS-1",
  });
  expect((await eventsOf("inbound-status"))[0]).toMatchObject({ identifier: "RET-1" });
});

test("an identifier can be one that nothing answers to, or be left out", async () => {
  const { eventsOf } = await eventsWith({ "receipt-received": "opaque", "inbound-status": "none" });
  const [first, second] = await eventsOf("receipt-received", 2);
  expect(first).toMatchObject({ resource: "inbound", identifier: expect.stringMatching(HEX_32) as string });
  expect(second).toEqual(first);
  expect(await eventsOf("inbound-status")).toEqual([{ type: "status-changed", resource: "inbound" }]);
});

test("a shipment's events can be named by its outbound or its label, by what it has no name for they are opaque", async () => {
  const { eventsOf, shipped } = await eventsWith({
    "shipment-created": "outbound",
    "shipment-shipped": "label",
    "label-status": "shipment",
    "outbound-status": "inbound",
  });
  const event = async (name: (typeof eventNames)[number]) => (await eventsOf(name))[0];
  expect(await event("shipment-created")).toMatchObject({
    resource: "outbound",
    identifier: shipped.outbound,
  });
  expect(await event("shipment-shipped")).toMatchObject({ resource: "label", identifier: shipped.label });
  expect(await event("label-status")).toMatchObject({ resource: "shipment", identifier: shipped.shipment });
  const { resource, identifier } = (await event("outbound-status"))!;
  expect(resource).toBe("outbound");
  expect(identifier).toMatch(HEX_32);
  expect(Object.values(shipped)).not.toContain(identifier);
});

test("what is set for one kind of event leaves the others, and null is as usual", async () => {
  const { call } = await openWarehouse({ identifiers: { "inbound-status": "none" } });
  const set = async (identifiers: object) => (await call("POST /_sandbox/behaviours", { identifiers })).body;
  expect(await set({ "receipt-received": "receipt" })).toMatchObject({
    identifiers: { "inbound-status": "none", "receipt-received": "receipt" },
  });
  expect(await set({ "receipt-received": null })).toMatchObject({
    identifiers: { "inbound-status": "none", "receipt-received": null },
  });
  expect(await set({ "receipt-received": "number" })).toMatchObject({
    code: "invalid-field",
    field: "identifiers.receipt-received",
  });
  const usual = await eventsWith({ "receipt-received": null });
  expect((await usual.eventsOf("receipt-received", 2))[0]).toMatchObject({ identifier: "RET-1" });
  await call("DELETE /_sandbox/behaviours");
  expect((await call("GET /_sandbox/behaviours")).body).toMatchObject({
    identifiers: { "inbound-status": "none" },
  });
});
