import { beforeEach, expect, test } from "vitest";
import type { InventoryItemId, VariantId } from "../../app/domain/ids.ts";
import { findMoved } from "../../app/domain/stock/sweep/find-moved.ts";
import type { ShopReading } from "../../app/domain/stock/mirror/read-shop-stock.ts";
import { saveLooks, type Look } from "../../app/domain/stock/mirror/stock-looks.ts";
import { STOCK_DEFAULTS, type StockSettings } from "../../app/domain/stock/settings/stock-settings.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { SHOP } from "../support/world.ts";

const bench = await openCatalogue();
const { ctx } = bench;

const item = "item of v1" as InventoryItemId;
const figures = { onHand: 5, available: 4, committed: 1 };
const LOOKED_AT = new Date(0);

const look = (change: Partial<Look> = {}): Look => ({
  ...{
    variantId: "v1" as VariantId,
    lookedAt: LOOKED_AT,
    warehouseReadAt: LOOKED_AT,
    warehouseStock: 5,
    kept: 0,
  },
  ...{ figures, target: 5, verdict: "equal", held: 0, heldSince: null, hintId: null },
  ...change,
});

/** One variant whose goods and figure are 5, looked at and right. */
beforeEach(async () => {
  await bench.variants({ v1: { sku: "MUG" } });
  await bench.products({ MUG: { stock: 5 }, BOX: { stock: 5 } });
  await bench.map("v1", { MUG: 1 });
  await saveLooks(ctx, [look()]);
});

interface Change extends Partial<ShopReading> {
  settings?: Partial<StockSettings>;
  shopReadAt?: Date;
}

/** What the next sweep finds, when it reads the same of both worlds but for `change`. */
const find = ({ settings = {}, shopReadAt = new Date(), ...reading }: Change = {}) =>
  findMoved(ctx, {
    settings: { ...STOCK_DEFAULTS, ...settings },
    shop: new Map([[item, { tracked: true, figures, ...reading }]]),
    shopReadAt,
  });

const UNMOVED = { items: [], unmoved: 1 };
const MOVED = { items: [item], unmoved: 0 };

test("what is as it was, and right, is not looked at again", async () => {
  expect(await find()).toEqual(UNMOVED);
  await saveLooks(ctx, [look({ target: 4, warehouseStock: 4 })]);
  await bench.products({ MUG: { stock: 4 } });
  expect(await find({ settings: { mode: "available" } })).toEqual(UNMOVED);
});

test.each<[string, Change]>([
  ["has another figure in the shop", { figures: { ...figures, onHand: 6 } }],
  ["has more on orders", { figures: { ...figures, available: 3, committed: 2 } }],
  ["is not stocked at the location any more", { figures: null }],
  ["is not counted by the shop any more", { tracked: false }],
  ["has pieces kept back now", { settings: { buffer: 1 } }],
  ["is mirrored into another figure now", { settings: { mode: "available" } }],
  ["was looked at since", { shopReadAt: new Date(-1) }],
])("what %s is looked at", async (_what, change) => {
  expect(await find(change)).toEqual(MOVED);
});

test.each<[string, () => Promise<unknown>]>([
  ["moved in the warehouse", () => bench.products({ MUG: { stock: 6 } })],
  [
    "was not in the warehouse's list",
    () => ctx.db.warehouseProduct.updateMany({ where: { shop: SHOP }, data: { stock: null } }),
  ],
  ["was never looked at", () => ctx.db.stockLook.deleteMany({ where: { shop: SHOP } })],
  ["is to be written", () => saveLooks(ctx, [look({ verdict: "write" })])],
  ["is held back in part", () => saveLooks(ctx, [look({ held: 1, heldSince: LOOKED_AT })])],
  ["is made of another now", () => setComponents([{ sku: "BOX", quantity: 1 }], { stock: 6 })],
  ["is made of two pieces", () => setComponents([{ sku: "MUG", quantity: 2 }])],
  [
    "is made of several",
    () =>
      setComponents([
        { sku: "MUG", quantity: 1 },
        { sku: "BOX", quantity: 1 },
      ]),
  ],
  [
    "has a buffer of its own",
    () => ctx.db.stockBuffer.create({ data: { shop: SHOP, sku: "MUG", pieces: 0 } }),
  ],
  ["has an absurd figure on record", () => absurd("MUG")],
  [
    "may have been written by a run that was cut off",
    () => bench.wrote("v1", { from: 4, to: 5 }).then(cutOff),
  ],
  ["has come to share its goods", () => bench.variants({ v2: {} }).then(() => bench.map("v2", { MUG: 1 }))],
])("what %s is looked at", async (_what, happen) => {
  await happen();
  expect(await find()).toEqual(MOVED);
});

test("what is not mapped is neither looked at nor counted", async () => {
  await bench.gone("v1");
  expect(await find()).toEqual({ items: [], unmoved: 0 });
});

async function setComponents(
  components: { sku: string; quantity: number }[],
  { stock = 5 }: { stock?: number } = {},
): Promise<void> {
  await ctx.db.mappingComponent.deleteMany({ where: { shop: SHOP } });
  await bench.products({ BOX: { stock } });
  await ctx.db.mappingComponent.createMany({
    data: components.map((component) => ({ shop: SHOP, variantId: "v1", ...component })),
  });
}

const cutOff = () =>
  ctx.db.ledgerEntry.updateMany({ where: { shop: SHOP }, data: { outcome: "intended", settledAt: null } });

const absurd = (subject: string) =>
  ctx.db.problem.create({
    data: { shop: SHOP, kind: "stock-absurd", subject, details: {}, openedAt: LOOKED_AT },
  });
