import { describe, expect, test } from "vitest";
import { markMissing } from "../../app/domain/returns/settle/mark-missing.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { sweepAllShops } from "../../app/domain/connection/sweep-all-shops.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { showOddly, without, withReceiptLines, type ShownInbound } from "../support/odd-answers.ts";
import { SHOP } from "../support/world.ts";
import { ReturningShop } from "./support/receipts.ts";

/** What has come in of a return shows at the warehouse as `odd` makes it, and everything that follows has happened. */
async function showsOddly(
  shop: ReturningShop,
  { returns, odd }: { returns: string[]; odd: (inbound: ShownInbound) => object },
): Promise<void> {
  await showOddly(shop.world, { refs: returns.map(refOfReturn), odd });
  await shop.settle();
}

const openKinds = async (shop: ReturningShop) => (await listProblems(shop.world.ctx)).map(({ kind }) => kind);

describe("a line of a receipt that does not say its condition", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a word that is neither yes nor no", "perhaps"],
    ["a number that is neither", 2],
  ])("with %s is not restocked, and a person is asked", async (_what, defective) => {
    const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
    const back = await shop.comesBack({ MUG: 1, CUP: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "CUP", quantity: 1 });
    await showsOddly(shop, {
      returns: [back],
      odd: withReceiptLines((line) => (line.sku === "MUG" ? { ...line, defective } : line)),
    });

    expect(await shop.disposed(back)).toEqual({ CUP: { RESTOCKED: 1 } });
    expect(await shop.needs(back)).toEqual([{ kind: "unclear", sku: "MUG", quantity: 1 }]);
    const received = await shop.written(back, "received");
    expect(received.map(({ details }) => details)).toEqual([
      { sku: "MUG", good: 0, defective: 0, unclear: 1 },
      { sku: "CUP", good: 1, defective: 0 },
    ]);
  });

  test("needs nobody any more once it is disposed of by hand, and everything else goes on", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await showsOddly(shop, {
      returns: [back],
      odd: withReceiptLines(({ defective: _, ...line }) => line),
    });
    expect(await shop.needs(back)).toMatchObject([{ kind: "unclear" }]);

    await shop.step(back, "dispose", { lines: [{ sku: "MUG", quantity: 1 }], type: "NOT_RESTOCKED" });
    await shop.settle();
    expect(await shop.needs(back)).toEqual([]);
    expect((await shop.row(back)).stage).toBe("receiving");
  });
});

test("a yes or no in another form counts as what it plainly says", async () => {
  const shop = await ReturningShop.open({ MUG: 5, CUP: 5, JAR: 5, LID: 5 });
  const back = await shop.comesBack({ MUG: 1, CUP: 1, JAR: 1, LID: 1 });
  await shop.received(back, ...["MUG", "CUP", "JAR", "LID"].map((sku) => ({ sku, quantity: 1 })));
  const forms: Record<string, unknown> = { MUG: "false", CUP: 0, JAR: "true", LID: 1 };
  await showsOddly(shop, {
    returns: [back],
    odd: withReceiptLines((line) => ({ ...line, defective: forms[String(line.sku)] })),
  });
  expect(await shop.disposed(back)).toEqual({
    MUG: { RESTOCKED: 1 },
    CUP: { RESTOCKED: 1 },
    JAR: { NOT_RESTOCKED: 1 },
    LID: { NOT_RESTOCKED: 1 },
  });
  expect(await shop.needs(back)).toEqual([]);
});

test.each<[string, object, { sku: string | null; quantity: number | null }]>([
  ["SKU", { sku: null }, { sku: null, quantity: 1 }],
  ["quantity", { quantity: "some" }, { sku: "CUP", quantity: null }],
])("a line of a receipt without its %s concerns that line alone", async (_what, odd, unread) => {
  const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
  const back = await shop.comesBack({ MUG: 1, CUP: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "CUP", quantity: 1 });
  await showsOddly(shop, {
    returns: [back],
    odd: (inbound) => ({
      ...withReceiptLines((line) => (line.sku === "CUP" ? { ...line, ...odd } : line))(inbound),
      lines: inbound.lines.map(({ quantityReceived: _, ...line }) => line),
    }),
  });
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
  // The cup may be what cannot be read: it does not count as missing.
  expect(await shop.needs(back)).toEqual([{ kind: "unclear", ...unread }]);
});

describe("an inbound that shows no receipts", () => {
  test("has brought at least what its lines count, and only the rest is short", async () => {
    const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
    const back = await shop.comesBack({ MUG: 2, CUP: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await showsOddly(shop, {
      returns: [back],
      odd: (inbound) => ({ ...without("receipts")(inbound), status: "fully_received" }),
    });
    expect(await shop.needs(back)).toEqual([
      { kind: "short", sku: "MUG", quantity: 1 },
      { kind: "short", sku: "CUP", quantity: 1 },
      { kind: "unclear", sku: "MUG", quantity: 1 },
    ]);
    expect(await shop.disposed(back)).toEqual({});
  });

  test("is a problem for the operator, and everything is made good when it shows them", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await showsOddly(shop, { returns: [back], odd: without("receipts") });
    expect(await openKinds(shop)).toEqual(["inbound-parts-missing"]);
    expect(await shop.disposeCalls()).toBe(0);

    await shop.world.clearFaults();
    await sweepAllShops(shop.world.services.db);
    await shop.settle();
    expect(await openKinds(shop)).toEqual([]);
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.needs(back)).toEqual([]);
  });
});

describe("an inbound that shows neither lines nor receipts", () => {
  test("says nothing of what is missing, also when the warehouse is done", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await showsOddly(shop, { returns: [back], odd: without("lines", "receipts") });
    expect(await shop.needs(back)).toEqual([]);
    expect(await markMissing(shop.world.ctx, { returnId: back })).toEqual({ outcome: "nothing-short" });
    expect(await shop.disposed(back)).toEqual({});
    // What it brought may be anything, so that all stock is compared.
    const { db } = shop.world.services;
    expect(await db.warehouseProduct.findFirst({ where: { sku: "MUG" } })).toMatchObject({ stock: 5 });
  });

  test("is not changed: there is nothing to compare", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await showsOddly(shop, { returns: [back], odd: without("lines", "receipts") });
    await queueJob(shop.world.services.db, { name: "follow-return", shop: SHOP, returnId: back });
    await shop.settle();
    expect(await shop.written(back, "line-add")).toEqual([]);
    expect(await shop.needs(back)).toEqual([]);
  });
});

test("a parcel that is shown on two inbounds counts for each only what is its own", async () => {
  const shop = await ReturningShop.open({ MUG: 9 });
  const [one, other] = [await shop.comesBack({ MUG: 2 }), await shop.comesBack({ MUG: 2 })];
  await shop.received(one, { sku: "MUG", quantity: 1 });
  await shop.received(other, { sku: "MUG", quantity: 2 });
  const inbounds = await shop.world.atWarehouse<ShownInbound[]>("inbounds");
  const both = inbounds.flatMap(({ receipts }) => receipts).flatMap(({ lines }) => lines);
  await showsOddly(shop, {
    returns: [one, other],
    odd: (inbound) => ({
      ...inbound,
      receipts: [{ receiptDate: "2030-01-01", vendorShipmentNo: "VS-1", lines: both }],
    }),
  });
  expect(await shop.disposed(one)).toEqual({ MUG: { RESTOCKED: 1 } });
  expect(await shop.disposed(other)).toEqual({ MUG: { RESTOCKED: 2 } });
  expect((await shop.row(one)).stage).toBe("receiving");
});

test("what an inbound's lines count beyond its receipts is never short", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  const back = await shop.comesBack({ MUG: 3 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await showsOddly(shop, {
    returns: [back],
    odd: (inbound) => ({
      ...inbound,
      status: "fully_received",
      lines: inbound.lines.map((line) => ({ ...line, quantityReceived: 2 })),
    }),
  });
  expect(await shop.needs(back)).toEqual([
    { kind: "short", sku: "MUG", quantity: 1 },
    { kind: "unclear", sku: "MUG", quantity: 1 },
  ]);
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
});
