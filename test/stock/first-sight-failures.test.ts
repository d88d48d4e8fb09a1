import { describe, expect, test } from "vitest";
import { askForImport } from "../../app/domain/catalog/import/ask-for-import.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { LOOK_ASKED } from "../../app/domain/events/translate-hint.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { explainStock } from "../../app/domain/stock/report/explain-stock.ts";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { writeDifferences } from "../../app/domain/stock/sweep/write-differences.ts";
import { correct, forgetCalls, fulfil, onHand, order, shopOf } from "../support/stock.ts";
import { SHOP, type World } from "../support/world.ts";
import {
  cupsAndBoxes,
  fail,
  failChangedOrders,
  idOf,
  map,
  mostWritten,
  recover,
  sell,
} from "./support/cups-and-boxes.ts";

const say = async (world: World, sku: string, part: string) =>
  mapVariant(world.ctx, {
    variantId: await idOf(world, sku),
    components: [{ sku: part as Sku, quantity: 1 }],
  });

test("a variant is not decided as long as the orders of the grace period cannot be read", async () => {
  const world = await cupsAndBoxes();
  await sell(world, { CUP: 3 });
  await failChangedOrders(world);
  await map(world, "CUP", { MUG: 1 });
  expect(await mostWritten(world, "CUP")).toBe(0);
  await recover(world);
  expect(await onHand(world, "CUP")).toBe(7);
  expect(await mostWritten(world, "CUP")).toBe(0);
});

test("nothing is decided when the mode is changed, as long as they cannot be read", async () => {
  const world = await cupsAndBoxes();
  await sell(world, { BOX: 3 });
  await changeStockSettings(world.ctx, { mode: "available" });
  await world.settle();
  await failChangedOrders(world);
  const shown = await onHand(world, "BOX");
  await changeStockSettings(world.ctx, { mode: "on_hand" });
  await world.settle();
  expect(await onHand(world, "BOX")).toBe(shown);
  await recover(world);
  expect(await onHand(world, "BOX")).toBe(7);
});

test.each([
  ["before Shopify reads the quantities", {}],
  ["after that", { afterObjects: 272 }],
])("nor by the full sync of a large store, where they are fulfilled %s", async (_title, hold) => {
  const { world, pieces } = await shopOf(34, { mostOnHand: 20 });
  await world.atWarehouse("products", [{ sku: "NEW", description: "New", stock: 10 }]);
  await askForImport(world.ctx);
  await world.settle();
  const { sku } = pieces.find((piece) => piece.stock > 5)!;
  await world.sweep();
  await sell(world, { [sku]: 1 });
  await world.atShop("bulk/faults", { kind: "hold", times: 1, ...hold });
  await compareStock(world.ctx);
  await sweepStock(world.ctx);
  expect(await say(world, sku, "NEW")).toEqual({ outcome: "mapped" });
  await fulfil(world, await order(world, { [sku]: 1 }));
  await world.atShop("bulk/release", {});
  await world.delivered();
  await failChangedOrders(world);
  const before = await onHand(world, sku);
  await sweepStock(world.ctx);
  await writeDifferences(world.ctx);
  expect(await onHand(world, sku)).toBe(before);
  await recover(world);
  // Ten of NEW are there, two are fulfilled and not packed.
  expect(await onHand(world, sku)).toBe(8);
});

describe("a difference that a full sync has found, when the stock cannot be read before it is written", () => {
  async function foundAndUnread(): Promise<{ world: World; sku: string; stock: number }> {
    const { world, pieces } = await shopOf(34, { mostOnHand: 20 });
    const { sku, stock } = pieces.find((piece) => piece.stock > 5)!;
    await world.sweep();
    await correct(world, { sku, pieces: stock + 5 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    await world.delivered();
    await sweepStock(world.ctx);
    await fail(world, `products/${sku}`);
    return { world, sku, stock };
  }

  test("is not written once units have left of which it was not decided", async () => {
    const { world, sku, stock } = await foundAndUnread();
    await fulfil(world, await order(world, { [sku]: 3 }));
    await world.delivered();
    await followStockHints(world.ctx);
    const shown = await onHand(world, sku);
    await writeDifferences(world.ctx);
    expect(await onHand(world, sku)).toBe(shown);
    const variantId = await idOf(world, sku);
    const explained = () => explainStock(world.ctx, { variantId });
    expect(await explained()).toMatchObject({ look: null, isUndecided: true });
    await recover(world);
    expect(await explained()).toMatchObject({ look: { verdict: "equal" }, isUndecided: false });
    expect(await onHand(world, sku)).toBe(stock + 2);
  });

  test("is written where the store shows what it was decided of", async () => {
    const { world, sku, stock } = await foundAndUnread();
    await recordHint(world.ctx.db, { shop: SHOP, source: "app", event: LOOK_ASKED, identifier: sku });
    await followStockHints(world.ctx);
    await writeDifferences(world.ctx);
    expect(await onHand(world, sku)).toBe(stock + 5);
  });
});

test("a kit's part that cannot be read costs the events of its other part nothing", async () => {
  const world = await cupsAndBoxes();
  await map(world, "CUP", { MUG: 1 });
  await fail(world, "products/BOX");
  await map(world, "SET", { MUG: 1, BOX: 1 });
  await forgetCalls(world);
  await order(world, { CUP: 1 });
  await world.settle();
  const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
  expect(calls["orders"] ?? 0).toBe(0);
});
