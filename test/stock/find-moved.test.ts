import { beforeEach, expect, test } from "vitest";
import type { InventoryItemId, Sku, VariantId } from "../../app/domain/ids.ts";
import { firstBalance } from "../../app/domain/stock/balance/balance.ts";
import { saveBalances, type StoredBalance } from "../../app/domain/stock/mirror/stock-balances.ts";
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
const MUG = "MUG" as Sku;

const look = (change: Partial<Look> = {}): Look => ({
  ...{
    variantId: "v1" as VariantId,
    lookedAt: LOOKED_AT,
    warehouseReadAt: LOOKED_AT,
    warehouseStock: 5,
    kept: 0,
  },
  ...{ figures, target: 5, verdict: "equal", held: 0, limitedBy: MUG, hintId: null },
  ...{ fulfilled: null, unconfirmed: [], counted: new Map() },
  ...change,
});

/** What is known of the mugs, of which a receipt has brought 3. */
const balance = (change: Partial<StoredBalance> = {}) =>
  saveBalances(ctx.pool, {
    shop: SHOP,
    balances: new Map([
      [
        MUG,
        {
          ...firstBalance({ stock: 5, received: 3 }),
          ...{ stockReadAt: LOOKED_AT, firstSeenAt: LOOKED_AT, sharedUntil: null },
          ...change,
        },
      ],
    ]),
  });

const brought = (units: number, inboundRef = "inbound-1") =>
  ctx.db.inboundReceipt.create({ data: { shop: SHOP, inboundRef, sku: MUG, units, changedAt: LOOKED_AT } });

/** One variant of which both systems have 5, looked at and right. */
beforeEach(async () => {
  await bench.variants({ v1: { sku: "MUG" } });
  await bench.products({ MUG: { stock: 5 }, BOX: { stock: 5 } });
  await bench.map("v1", { MUG: 1 });
  await saveLooks(ctx, [look()]);
  await balance();
  await brought(3);
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
  await balance({ stock: 4 });
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
  ["was looked at with another stock", () => saveLooks(ctx, [look({ warehouseStock: 4 })])],
  ["has a balance of another stock", () => balance({ stock: 4 })],
  ["has no balance", () => ctx.db.skuBalance.deleteMany({ where: { shop: SHOP } })],
  ...(["awaiting", "departed", "matched", "returned", "early", "cancelled"] as const).map(
    (kind): [string, () => Promise<unknown>] => [
      `has units on their way (${kind})`,
      () => balance({ [kind]: [{ units: 1, at: 0 }] }),
    ],
  ),
  ["was received since", () => brought(1, "inbound-2")],
  [
    "was received less, as a correction says",
    () => ctx.db.inboundReceipt.deleteMany({ where: { shop: SHOP } }),
  ],
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

test("what no inbound has ever brought is not looked at again", async () => {
  await ctx.db.inboundReceipt.deleteMany({ where: { shop: SHOP } });
  await balance({ received: 0 });
  expect(await find()).toEqual(UNMOVED);
});

test("what another store has received changes nothing", async () => {
  await ctx.db.inboundReceipt.updateMany({ where: { shop: SHOP }, data: { shop: "other.myshopify.com" } });
  expect(await find()).toEqual(MOVED);
  await brought(3);
  expect(await find()).toEqual(UNMOVED);
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
