import { describe, expect, test } from "vitest";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { redactReturn } from "../../app/domain/returns/redact-orders.ts";
import { markMissing } from "../../app/domain/returns/settle/mark-missing.ts";
import { note } from "../../app/domain/timeline/timeline.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { SHOP } from "../support/world.ts";
import { beforeDisposing, ReturningShop } from "./support/receipts.ts";

describe("what the warehouse receives of a return", () => {
  test("a good piece is put back in stock once, and the shop shows just what lies in the warehouse", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    expect(await shop.onHand("MUG")).toBe(3);

    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.onHand("MUG")).toBe(5);
    expect((await shop.row(back)).stage).toBe("settled");
    expect(await shop.needs(back)).toEqual([]);
    expect(await shop.disposeCalls()).toBe(1);
  });

  test("a defective piece is not put back, and counts as what the merchant chose", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const first = await shop.comesBack({ MUG: 1 });
    await shop.received(first, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(first)).toEqual({ MUG: { NOT_RESTOCKED: 1 } });

    await shop.choose({ defectiveAs: "processing_required" });
    const second = await shop.comesBack({ MUG: 1 });
    await shop.received(second, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(second)).toEqual({ MUG: { PROCESSING_REQUIRED: 1 } });
    expect(await shop.onHand("MUG")).toBe(3);
  });

  test("pieces that come bit by bit are disposed of bit by bit", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 4 });

    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect((await shop.row(back)).stage).toBe("receiving");

    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "MUG", quantity: 1, defective: true });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 3, NOT_RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(8);
    const received = await shop.written(back, "received");
    expect(received.map(({ details }) => details)).toEqual([
      { sku: "MUG", good: 1, defective: 0 },
      { sku: "MUG", good: 3, defective: 1 },
    ]);
  });

  test("an event that comes twice, and a comparison without any, dispose of nothing more", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.world.atWarehouse("deliveries/faults", { kind: "duplicate", probability: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    await shop.sweep();
    await shop.pass();
    await shop.sweep();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.disposeCalls()).toBe(1);
  });

  test("what the merchant, or another app, disposed of already is left alone", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 3 });
    const one = { lines: [{ sku: "MUG", quantity: 1 }] };
    await shop.step(back, "dispose", { ...one, type: "NOT_RESTOCKED" });
    await shop.step(back, "dispose", { ...one, type: "MISSING", by: "other-app", app: "Returns Pro" });
    await shop.settle();

    await shop.received(back, { sku: "MUG", quantity: 3 });
    await shop.settle();

    expect(await shop.disposed(back)).toEqual({ MUG: { NOT_RESTOCKED: 1, MISSING: 1, RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(9);
  });

  test("more than was returned, and what nobody returned, is shown and never disposed of", async () => {
    const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
    const back = await shop.comesBack({ MUG: 1 });

    await shop.received(back, { sku: "MUG", quantity: 3 }, { sku: "CUP", quantity: 2 });
    await shop.settle();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.needs(back)).toEqual([
      { kind: "over", sku: "MUG", quantity: 2 },
      { kind: "unknown", sku: "CUP", quantity: 2 },
    ]);
    expect([await shop.onHand("MUG"), await shop.onHand("CUP")]).toEqual([7, 7]);
  });

  test("goods of two parcels are disposed of in one call for each", async () => {
    const shop = await ReturningShop.open({ MUG: 9, CUP: 9 });
    const back = await shop.comesBack({ MUG: 2 }, { CUP: 1 });
    expect((await shop.shown(back)).reverseFulfillmentOrders).toHaveLength(2);

    await shop.received(back, { sku: "MUG", quantity: 2 }, { sku: "CUP", quantity: 1 });
    await shop.settle();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 }, CUP: { RESTOCKED: 1 } });
    expect(await shop.disposeCalls()).toBe(2);
  });

  test("one SKU sent in two parcels comes back once", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const bought = await shop.sold({ MUG: 1 }, { MUG: 2 });
    const back = await shop.returned(bought, { MUG: 3 });
    expect((await shop.shown(back)).reverseFulfillmentOrders).toHaveLength(2);

    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    await shop.received(back, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2, NOT_RESTOCKED: 1 } });
  });

  test("a kit has come back when all of it has", async () => {
    const shop = await ReturningShop.open(
      { LID: 5, JAR: 10 },
      { kits: { KIT: { LID: 1, JAR: 2 } }, only: true },
    );
    const back = await shop.comesBack({ KIT: 2 });
    await shop.received(back, { sku: "LID", quantity: 2 }, { sku: "JAR", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({});

    await shop.received(back, { sku: "JAR", quantity: 2 }, { sku: "JAR", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ KIT: { RESTOCKED: 1, NOT_RESTOCKED: 1 } });
    expect(await shop.onHand("KIT")).toBe(shop.allowed("KIT"));
  });

  test("two variants of one SKU share what has come in", async () => {
    const shop = await ReturningShop.open(
      { TEE: 9 },
      { kits: { ONE: { TEE: 1 }, TWO: { TEE: 1 } }, only: true },
    );
    const back = await shop.comesBack({ ONE: 1, TWO: 1 });
    await shop.received(back, { sku: "TEE", quantity: 1 });
    await shop.settle();
    const first = await shop.disposed(back);
    expect(Object.keys(first)).toHaveLength(1);
    await shop.received(back, { sku: "TEE", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ ONE: { RESTOCKED: 1 }, TWO: { RESTOCKED: 1 } });
    expect([await shop.onHand("ONE"), await shop.onHand("TWO")]).toEqual([9, 9]);
  });

  test("a merchant who disposes of returned goods in person is left to it", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    await shop.choose({ restock: false, defectiveAs: "left" });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({});
    expect(await shop.disposeCalls()).toBe(0);
    expect(await shop.onHand("MUG")).toBe(4);
  });

  test("goods that come in for a return that was cancelled are shown", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.step(back, "cancel");
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({});
    expect(await shop.needs(back)).toContainEqual({ kind: "late", sku: "MUG", quantity: 1 });
    expect(await shop.onHand("MUG")).toBe(4);
  });

  test("what Shopify refuses is told with its reason and not sent again at every comparison; stock goes on", async () => {
    const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
    const { ctx } = shop.world;
    const back = await shop.comesBack({ MUG: 1, CUP: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "CUP", quantity: 1 });
    await shop.world.delivered();
    // Closed in the very moment in which it is disposed of.
    await followStockHints(beforeDisposing(ctx, async () => void (await shop.step(back, "close"))));
    await shop.step(back, "reopen");
    await shop.settle();

    const reason = "Reverse fulfillment order is not open.";
    expect(await shop.needs(back)).toEqual([{ kind: "disposition", reason, units: 2 }]);
    expect([await shop.onHand("MUG"), await shop.onHand("CUP")]).toEqual([5, 5]);
    await shop.sweep();
    await shop.sweep();
    expect(await shop.disposeCalls()).toBe(1);

    await note(ctx, { subject: back, kind: "asked", details: { what: "again" } });
    await queueJob(ctx.db, { name: "dispose-return", shop: SHOP, returnId: back });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 }, CUP: { RESTOCKED: 1 } });
    expect(await shop.needs(back)).toEqual([]);
    expect([await shop.onHand("MUG"), await shop.onHand("CUP")]).toEqual([5, 5]);
  });
});

test("what Shopify refused is not sent again for a day, though the reason has been erased", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  const { ctx } = shop.world;
  const back = await shop.comesBack({ MUG: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.world.delivered();
  await followStockHints(beforeDisposing(ctx, async () => void (await shop.step(back, "close"))));
  await shop.step(back, "reopen");
  await redactReturn(ctx.db, { shop: SHOP, returnId: back });
  await shop.settle();
  await shop.sweep();
  expect(await shop.needs(back)).toEqual([{ kind: "disposition", reason: "", units: 1 }]);
  expect(await shop.disposeCalls()).toBe(1);
});

describe("what does not come back", () => {
  test("counts as missing when the merchant says so of an overdue return, though the warehouse still expects it", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { ctx } = shop.world;
    const back = await shop.comesBack({ MUG: 2 });
    expect(await markMissing(ctx, { returnId: back })).toEqual({ outcome: "nothing-short" });
    await shop.receivedLongAgo(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "overdue" }]);
    expect(await markMissing(ctx, { returnId: back })).toEqual({ outcome: "asked" });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1, MISSING: 1 } });
    expect(await shop.row(back)).toMatchObject({ stage: "settled", needs: [] });
  });

  test("is shown when the warehouse is done, and counts as missing only when the merchant says so", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { ctx } = shop.world;
    const back = await shop.comesBack({ MUG: 3 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toEqual([]);
    expect(await markMissing(ctx, { returnId: back })).toEqual({ outcome: "nothing-short" });

    await shop.endInbound(back);
    await shop.settle();
    await shop.sweep();
    expect(await shop.needs(back)).toContainEqual({ kind: "short", sku: "MUG", quantity: 2 });
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });

    expect(await markMissing(ctx, { returnId: back })).toEqual({ outcome: "asked" });
    expect(await markMissing(ctx, { returnId: back })).toEqual({ outcome: "asked" });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1, MISSING: 2 } });
    expect((await shop.needs(back)).map(({ kind }) => kind)).not.toContain("short");
    expect(await shop.row(back)).toMatchObject({ stage: "settled", missingAsked: false });
    expect(await shop.written(back, "asked")).toHaveLength(1);
    expect(await markMissing(ctx, { returnId: "gid://shopify/Return/1" })).toEqual({
      outcome: "unknown-return",
    });
  });

  test("is counted as it is when it is disposed of: the merchant may have done so meanwhile", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 3 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.endInbound(back);
    await shop.settle();
    await markMissing(shop.world.ctx, { returnId: back });
    await shop.step(back, "dispose", { lines: [{ sku: "MUG", quantity: 1 }], type: "MISSING" });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1, MISSING: 2 } });
  });
});
