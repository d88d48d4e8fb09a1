import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { getStockSums, type StockSum } from "../../app/domain/stock/report/get-stock-sums.ts";
import { listDifferences } from "../../app/domain/stock/report/list-differences.ts";
import {
  changeStockSettings,
  pauseStock,
  setBuffer,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { fulfil, order, ship } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const MUG = "MUG" as Sku;
const BOX = "BOX" as Sku;

/** 12 mugs and 5 boxes; a mug, a second listing of it, and a gift box of two mugs and a box. */
async function open({ shared = false } = {}): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 12, BOX: 5 },
    variants: [
      { sku: "MUG", title: "Mug", onHand: 12 },
      { sku: "MUG-OLD", title: "Old mug", onHand: 0 },
      { sku: "GIFT", title: "Gift box", onHand: 0 },
    ],
  });
  await world.connect();
  if (!shared) return world;
  await map(world, "MUG-OLD", [{ sku: MUG, quantity: 1 }]);
  await map(world, "GIFT", [
    { sku: MUG, quantity: 2 },
    { sku: BOX, quantity: 1 },
  ]);
  await world.settle();
  return world;
}

const idOf = async (world: World, sku: string) => (await readShop(world)).variant(sku).id as VariantId;

async function map(world: World, sku: string, components: { sku: Sku; quantity: number }[]): Promise<void> {
  await mapVariant(world.ctx, { variantId: await idOf(world, sku), components });
}

async function sumOf(world: World, sku: string): Promise<StockSum> {
  const variantId = await idOf(world, sku);
  const sum = (await getStockSums(world.ctx, [variantId])).get(variantId);
  if (!sum) throw new Error(`There is no sum of ${sku}.`);
  return sum;
}

const termsOf = (sum: StockSum, sku: Sku = MUG) =>
  Object.fromEntries(sum.skus.find((one) => one.sku === sku)!.lines.map(({ term, units }) => [term, units]));

/** Each sum adds up, and is what the store shows. */
async function expectShown(world: World): Promise<void> {
  const { variants } = await readShop(world);
  const sums = await getStockSums(
    world.ctx,
    variants.map(({ id }) => id as VariantId),
  );
  for (const { id, sku, onHand } of variants) {
    const sum = sums.get(id as VariantId);
    if (!sum) continue;
    for (const part of sum.skus)
      expect(part.lines.reduce((total, { units }) => total + units, 0)).toBe(part.sellable);
    expect(sum.sellable).toBe(Math.min(...sum.skus.map(({ makes }) => makes)));
    expect(sum.lines.reduce((total, { units }) => total + units, sum.sellable)).toBe(sum.target);
    expect({ sku, onHand }).toEqual({ sku, onHand: sum.target });
  }
}

describe("a variant's sum", () => {
  test("is what the warehouse has, where nothing else is known", async () => {
    const world = await open();
    expect(await sumOf(world, "MUG")).toEqual({
      ...{ mode: "on_hand", sellable: 12, limitedBy: "MUG", lines: [], target: 12 },
      skus: [
        {
          ...{ sku: "MUG", units: 1, lines: [{ term: "stock", units: 12 }], sellable: 12, makes: 12 },
          ...{ promisedTo: [], promisedToMore: { variants: 0, units: 0 }, wait: null, sharedUntil: null },
        },
      ],
    });
  });

  test("is missing for a variant that is not mapped, and for none that is asked for", async () => {
    const world = await open();
    const variantId = await idOf(world, "GIFT");
    expect((await getStockSums(world.ctx, [variantId])).size).toBe(0);
    expect((await getStockSums(world.ctx, [])).size).toBe(0);
  });

  test("subtracts what kits, parts and second listings promise, and names them", async () => {
    const world = await open({ shared: true });
    await order(world, { MUG: 2 });
    await order(world, { "MUG-OLD": 1 });
    await order(world, { GIFT: 2 });
    await world.settle();
    const sum = await sumOf(world, "MUG");
    expect(termsOf(sum)).toEqual({ stock: 12, promised: -7 });
    expect(sum).toMatchObject({ sellable: 5, target: 7, lines: [{ term: "promised", units: 2 }] });
    expect(sum.skus[0]?.promisedTo).toMatchObject([
      { productTitle: "Mug", units: 2, isThis: true },
      { productTitle: "Gift box", units: 4, isThis: false },
      { productTitle: "Old mug", units: 1, isThis: false },
    ]);
    const kit = await sumOf(world, "GIFT");
    expect(kit).toMatchObject({ sellable: 2, limitedBy: "MUG", target: 4 });
    expect(kit.skus.map(({ sku, sellable, makes }) => [sku, sellable, makes])).toEqual([
      ["BOX", 3, 3],
      ["MUG", 5, 2],
    ]);
    expect(termsOf(kit, BOX)).toEqual({ stock: 5, promised: -2 });
    await expectShown(world);
  });

  test("names the five variants that are promised most, and counts the others", async () => {
    const world = await createWorld({
      warehouse: { MUG: 100 },
      variants: Array.from({ length: 8 }, (_, index) => ({ sku: `M-${index}`, onHand: 100 })),
    });
    await world.connect();
    for (let index = 0; index < 8; index++) await map(world, `M-${index}`, [{ sku: MUG, quantity: 1 }]);
    await world.settle();
    for (let index = 1; index < 8; index++) await order(world, { [`M-${index}`]: index });
    await world.settle();
    const [mug] = (await sumOf(world, "M-0")).skus;
    expect(mug?.promisedTo.map(({ units }) => units)).toEqual([7, 6, 5, 4, 3]);
    expect(mug?.promisedToMore).toEqual({ variants: 2, units: 3 });
  });

  test("counts units that are shipped and not yet fulfilled as gone once", async () => {
    const world = await open({ shared: true });
    await order(world, { MUG: 3 });
    await world.settle();
    await ship(world, { MUG: 1 });
    await world.settle();
    expect(termsOf(await sumOf(world, "MUG"))).toEqual({ stock: 11, promised: -3, dispatchedAhead: 1 });
    await expectShown(world);
  });

  test("keeps units reserved that are fulfilled and not yet shipped, and says since when and until when", async () => {
    const world = await open({ shared: true });
    await fulfil(world, await order(world, { MUG: 2 }));
    await world.settle();
    const sum = await sumOf(world, "MUG");
    expect(termsOf(sum)).toEqual({ stock: 12, awaitingDispatch: -2 });
    const wait = sum.skus[0]!.wait!;
    expect(wait.until!.getTime() - wait.since.getTime()).toBe(48 * 3_600_000);
    expect(wait.isPaused).toBe(true);
    expect((await sumOf(world, "GIFT")).skus.find(({ sku }) => sku === MUG)?.wait).toEqual(wait);
    await expectShown(world);

    await order(world, { GIFT: 1 });
    await world.settle();
    await ship(world, { BOX: 1 });
    await world.settle();
    expect((await sumOf(world, "MUG")).skus[0]!.wait).toEqual({ ...wait, isPaused: false });
  });

  test("waits without an end while the warehouse ships nothing", async () => {
    const world = await open();
    await fulfil(world, await order(world, { MUG: 2 }));
    await world.settle();
    await world.pass(49 * 60);
    await world.settle();
    const sum = await sumOf(world, "MUG");
    expect(termsOf(sum)).toEqual({ stock: 12, awaitingDispatch: -2 });
    expect(sum.skus[0]!.wait).toMatchObject({ until: null, isPaused: true });
  });

  test("keeps the safety stock, and no more of it than there is", async () => {
    const world = await open({ shared: true });
    await setBuffer(world.ctx, { sku: MUG, pieces: 2 });
    await changeStockSettings(world.ctx, { buffer: 9 });
    await world.settle();
    expect(termsOf(await sumOf(world, "MUG"))).toEqual({ stock: 12, safetyStock: -2 });
    expect(termsOf(await sumOf(world, "GIFT"), BOX)).toEqual({ stock: 5, safetyStock: -5 });
    expect(await sumOf(world, "GIFT")).toMatchObject({ sellable: 0, limitedBy: "BOX", target: 0 });
    await expectShown(world);
  });

  test("passes a shortage on, and shows no less than 0", async () => {
    const world = await open({ shared: true });
    await order(world, { MUG: 3 });
    await order(world, { GIFT: 5 });
    await world.settle();
    await world.atWarehouse("correct", { sku: "MUG", stock: 2 });
    await changeStockSettings(world.ctx, { stopBeyond: 100 });
    await world.settle();
    await world.sweep();
    const sum = await sumOf(world, "MUG-OLD");
    expect(termsOf(sum).safetyStock).toBeUndefined();
    expect(sum.sellable).toBeLessThan(0);
    expect(sum).toMatchObject({ target: 0, lines: [{ term: "no-less", units: -sum.sellable }] });
    await expectShown(world);
  });

  test("subtracts units that are unavailable in the store from the others, and adds a variant's own", async () => {
    const world = await open({ shared: true });
    await world.atShop("shops/demo/inventory", {
      ...{ sku: "MUG", location: "Warehouse" },
      quantities: { on_hand: 12, damaged: 3 },
    });
    await world.settle();
    await world.sweep();
    expect(termsOf(await sumOf(world, "MUG"))).toEqual({ stock: 12, unavailable: -3 });
    expect((await sumOf(world, "MUG")).lines).toEqual([{ term: "unavailable", units: 3 }]);
    expect((await sumOf(world, "MUG-OLD")).lines).toEqual([]);
    await expectShown(world);
  });

  test("credits no shipped units of an SKU that the warehouse ships for others too", async () => {
    const world = await open();
    await order(world, { MUG: 3 });
    await world.settle();
    await ship(world, { MUG: 1 });
    await world.settle();
    const until = new Date(Date.now() + 3_600_000);
    await world.ctx.db.skuBalance.update({
      where: { shop_sku: { shop: SHOP, sku: MUG } },
      data: { sharedUntil: until },
    });
    const sum = await sumOf(world, "MUG");
    expect(termsOf(sum)).toEqual({ stock: 11, promised: -3 });
    expect(sum.skus[0]?.sharedUntil).toEqual(until);
    await world.ctx.db.skuBalance.updateMany({ data: { sharedUntil: new Date(Date.now() - 1) } });
    const later = await sumOf(world, "MUG");
    expect(termsOf(later)).toEqual({ stock: 11, promised: -3, dispatchedAhead: 1 });
    expect(later.skus[0]?.sharedUntil).toBeNull();
  });

  test("has no line for orders where the warehouse reports what may be sold", async () => {
    const world = await open();
    await changeStockSettings(world.ctx, { mode: "available" });
    await world.settle();
    await world.sweep();
    await order(world, { MUG: 2 });
    await world.settle();
    const sum = await sumOf(world, "MUG");
    expect(termsOf(sum)).toEqual({ stock: 12, awaitingDispatch: -2 });
    expect(sum).toMatchObject({ mode: "available", sellable: 10, target: 10, lines: [] });
    expect(sum.skus[0]?.wait).toMatchObject({ until: null, isPaused: false });
    expect(sum.skus[0]?.promisedTo).toEqual([]);
  });

  test("is the same in the list of differences", async () => {
    const world = await open({ shared: true });
    await pauseStock(world.ctx);
    await order(world, { GIFT: 1 });
    await world.settle();
    const { rows } = await listDifferences(world.ctx, {});
    expect(rows.length).toBeGreaterThan(0);
    for (const { variantId, target, sum } of rows) {
      expect(sum).toEqual((await getStockSums(world.ctx, [variantId])).get(variantId));
      expect(sum?.target).toBe(target);
    }
  });
});
