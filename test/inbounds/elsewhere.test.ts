import { describe, expect, test } from "vitest";
import { readAllChanges } from "../../app/domain/connection/sweep-all-shops.ts";
import type { InboundRef } from "../../app/domain/ids.ts";
import { listOtherInbounds } from "../../app/domain/inbounds/other/list-other-inbounds.ts";
import { readOtherInbound } from "../../app/domain/inbounds/other/read-other-inbound.ts";
import { storeOtherInbounds } from "../../app/domain/inbounds/other/store-other-inbounds.ts";
import type { Inbound } from "../../app/fulfilment/answers.ts";
import type { NewInbound } from "../../app/fulfilment/requests.ts";
import { announce, otherClient, takeIn } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { tracesOf } from "../support/every-table.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const PERSON = {
  ...{ senderName: "Robin Sender", senderEmail: "robin@example.com", senderPhonenumber: "555-0100" },
  ...{ senderAddressLine1: "Hidden Lane 7", senderCity: "Farville", senderPostCode: "ZZ1" },
};
const OF_PERSON = [...Object.values(PERSON), "Ordered by Robin", "ROBIN-PARCEL"];

async function selling(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 5, CUP: 5 },
    variants: [
      { sku: "MUG", onHand: 5 },
      { sku: "CUP", onHand: 5 },
    ],
  });
  await world.connect();
  return world;
}

/** Another system of the merchant's announces this to the same warehouse. */
const makeElsewhere = (world: World, over: Partial<NewInbound> = {}) =>
  otherClient(world).inbounds.create({
    ...{ ref: "ERP-1", type: "purchase", supplierRef: "PO-77", expectedReceiveDate: "2030-05-01", ...PERSON },
    ...{ lines: [{ ref: "1", sku: "MUG", quantity: 8 }], ...over },
  });

/** What the schedule does every five minutes. */
async function readChanges(world: World): Promise<void> {
  await readAllChanges(world.services.db);
  await world.settle();
}

const listed = async ({ ctx }: World, search?: string) =>
  (await listOtherInbounds(ctx, { search })).rows.map(({ ref }) => ref);
const one = (world: World, ref = "ERP-1") => readOtherInbound(world.ctx, { ref: ref as InboundRef });
const callsOf = async (world: World) => {
  const { calls } = await world.atWarehouse<{ calls: Record<string, number> }>("calls");
  return Object.entries(calls).filter(([call]) => call.includes("inbounds"));
};

describe("inbounds made elsewhere", () => {
  test("are listed as they change, with what was announced and received", async () => {
    const world = await selling();
    await makeElsewhere(world);
    await readChanges(world);
    expect(await listOtherInbounds(world.ctx, {})).toMatchObject({
      rows: [
        {
          ...{ ref: "ERP-1", type: "purchase", supplierRef: "PO-77", expectedOn: "2030-05-01" },
          ...{ stage: "expected", announced: 8, good: 0, defective: 0 },
        },
      ],
    });
    const arrived = [
      { sku: "MUG", quantity: 5 },
      { sku: "CUP", quantity: 1, defective: true },
    ];
    await takeIn(world, arrived, "ERP-1");
    await world.settle();
    expect(await one(world)).toMatchObject({
      ...{ stage: "receiving", status: "partially_received" },
      sums: { announced: 8, good: 5, defective: 1, awaited: 3, unknown: 1 },
      receipts: [{ good: 5, defective: 1 }],
    });
    expect((await one(world))!.receipts[0]!.shipment).toMatch(/^VS-/);
  });

  test("are also those that the warehouse makes of what nobody announced", async () => {
    const world = await selling();
    await world.atWarehouse("receive", { lines: [{ sku: "CUP", quantity: 3 }] });
    await world.settle();
    const [ref] = await listed(world);
    expect(ref).toMatch(/^WH-/);
    expect(await one(world, ref)).toMatchObject({ stage: "received", sums: { announced: 3, good: 3 } });
  });

  test("hold nothing of the sender, and of a return neither its reference nor its parcels", async () => {
    const world = await selling();
    await makeElsewhere(world);
    await makeElsewhere(world, { ref: "RMA-1", type: "return", supplierRef: "Ordered by Robin" });
    await takeIn(world, [{ sku: "MUG", quantity: 1 }], "RMA-1");
    await readChanges(world);
    expect(await listed(world)).toEqual(["RMA-1", "ERP-1"]);
    expect(await one(world, "RMA-1")).toMatchObject({
      supplierRef: "",
      receipts: [{ shipment: "", good: 1 }],
    });
    expect(await tracesOf(world.services.pool, OF_PERSON)).toEqual([]);
  });

  test("are not the merchant's own purchases and returns, not even a return's earlier inbound", async () => {
    const world = await selling();
    await announce(world, { lines: { MUG: 2 } });
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    const { returnId } = await world.services.db.return.findFirstOrThrow({ where: { shop: SHOP } });
    expect(returnId).toBe(back.id);
    await world.services.db.return.updateMany({
      data: { inboundRef: `return-${returnId.split("/").at(-1)}-2` },
    });
    await readChanges(world);
    await world.sweep();
    const all = await world.atWarehouse<{ ref: string }[]>("inbounds");
    expect(all).toHaveLength(2);
    expect(await listed(world)).toEqual([]);
  });

  test("are found by their references, page by page, the latest expected first", async () => {
    const world = await selling();
    const days = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10),
    );
    await storeOtherInbounds(world.ctx, {
      inbounds: days.map((day, n) => inbound({ ref: `ERP-${n}`, expectedReceiveDate: day })),
      ...(await asked(world, 0)),
    });
    const first = await listOtherInbounds(world.ctx, {});
    expect(first.rows[0]).toMatchObject({ ref: "ERP-59" });
    const second = await listOtherInbounds(world.ctx, { after: first.next! });
    expect(second.rows.map(({ ref }) => ref)).toEqual(Array.from({ length: 10 }, (_, n) => `ERP-${9 - n}`));
    expect((await listOtherInbounds(world.ctx, { before: second.previous! })).rows).toEqual(first.rows);
    expect(await listed(world, "erp-59")).toEqual(["ERP-59"]);
  });
});

describe("they are read", () => {
  test("from answers that are read anyway: an event of theirs leads to the same calls as any other", async () => {
    const world = await selling();
    await makeElsewhere(world);
    await readChanges(world);
    // The store sends a webhook of the quantity that the app writes. Before the write is answered it is one more event.
    await world.atShop("webhooks/faults", { kind: "drop" });
    const before = new Map(await callsOf(world));
    await takeIn(world, [{ sku: "MUG", quantity: 8 }], "ERP-1");
    await world.settle();
    const calls = (await callsOf(world)).map(([call, count]) => [call, count - (before.get(call) ?? 0)]);
    // The inbound that the event names, and the receipts that explain its stock.
    expect(Object.fromEntries(calls)).toMatchObject({ "GET inbounds/:ref": 1, "GET inbounds": 1 });
    expect(await one(world)).toMatchObject({ stage: "received" });
  });

  test("whole after a gap longer than the interface looks back; one that is not there any more is gone", async () => {
    const world = await selling();
    await makeElsewhere(world);
    await readChanges(world);
    await otherClient(world).inbounds.delete("ERP-1");
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    await makeElsewhere(world, { ref: "ERP-2" });
    await world.pass(60 * 24 * 3);
    await readChanges(world);
    expect(await listed(world)).toEqual(["ERP-2", "ERP-1"]);
    expect(await one(world)).toMatchObject({ stage: "gone", status: null });
    expect(await one(world, "ERP-2")).toMatchObject({ stage: "expected", status: "new" });
  });

  test("whole once where an earlier version has counted receipts already, which stay as counted", async () => {
    const world = await selling();
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 3 }] });
    await world.settle();
    const { db } = world.services;
    await db.otherInbound.deleteMany();
    await db.connection.updateMany({ data: { inboundsListedAt: null } });
    const balances = await db.skuBalance.findMany({ orderBy: { sku: "asc" } });
    await world.pass(60);
    await world.sweep();
    expect(await listed(world)).toHaveLength(1);
    expect(await db.skuBalance.findMany({ orderBy: { sku: "asc" } })).toMatchObject(
      balances.map(({ sku, received }) => ({ sku, received })),
    );
    expect(await db.connection.findFirst()).toMatchObject({ inboundsListedAt: expect.any(Date) as Date });
  });
});

describe("stored twice, late or for another account", () => {
  test("the same answer changes nothing, and one that was asked for earlier is dropped", async () => {
    const world = await selling();
    const store = async (minute: number, over: Partial<Inbound>) =>
      storeOtherInbounds(world.ctx, { inbounds: [inbound(over)], ...(await asked(world, minute)) });
    await store(1, { status: "new" });
    await store(3, { status: "in_progress" });
    await store(2, { status: "new" });
    expect(await one(world)).toMatchObject({ status: "in_progress", changedAt: at(3), readAt: at(3) });
    await store(4, { status: "in_progress" });
    expect(await one(world)).toMatchObject({ changedAt: at(3), readAt: at(4) });
  });

  test("lines and receipts that an answer leaves out stay as they are known", async () => {
    const world = await selling();
    const receipts = [{ receiptDate: "2030-05-01", vendorShipmentNo: "VS-1", lines: [received(4)] }];
    await storeOtherInbounds(world.ctx, { inbounds: [inbound({ receipts })], ...(await asked(world, 1)) });
    await storeOtherInbounds(world.ctx, {
      inbounds: [inbound({ status: "in_progress", lines: [], receipts: [] })],
      ...(await asked(world, 2)),
    });
    expect(await one(world)).toMatchObject({
      ...{ status: "in_progress", sums: { announced: 8, good: 4 }, receipts: [{ good: 4 }] },
    });
  });

  test("nothing is stored that was asked of an account which has been left meanwhile", async () => {
    const world = await selling();
    const { readAt, epoch } = await asked(world, 1);
    await world.services.db.connection.updateMany({ data: { stockEpoch: { increment: 1 } } });
    await storeOtherInbounds(world.ctx, { inbounds: [inbound()], readAt, epoch });
    expect(await listed(world)).toEqual([]);
  });
});

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));

async function asked({ services }: World, minute: number) {
  const { stockEpoch: epoch } = await services.db.connection.findFirstOrThrow({ where: { shop: SHOP } });
  return { readAt: at(minute), epoch };
}

const received = (quantity: number) => ({
  ...{ sku: "MUG", quantity, defective: false, inboundRef: "ERP-1", inboundLineRef: "1" },
});

function inbound(over: Partial<Inbound> = {}): Inbound {
  return {
    ...{ ref: "ERP-1", type: "purchase", supplierRef: "PO-77", expectedReceiveDate: "2030-05-01" },
    ...{ senderName: null, senderEmail: null, senderPhonenumber: null, senderAddressLine1: null },
    ...{ senderAddressLine2: null, senderPostCode: null, senderCity: null, senderCountryCode: null },
    ...{ status: "new", lines: [{ ref: "1", sku: "MUG", quantity: 8, quantityReceived: 0 }], receipts: [] },
    ...over,
  };
}
