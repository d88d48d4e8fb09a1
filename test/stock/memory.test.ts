import { expect, test } from "vitest";
import {
  storeListed,
  storeWarehouseProducts,
} from "../../app/domain/catalog/import/store-warehouse-products.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import {
  forgetLooks,
  isSameLook,
  loadLooks,
  saveLooks,
  saveUsual,
  type Look,
} from "../../app/domain/stock/mirror/stock-looks.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { SHOP } from "../support/world.ts";

const { ctx } = await openCatalogue();

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

interface Said {
  stock: number | null;
  sku?: string;
  description?: string;
  barcode?: string;
}

const NONE = { url: null, imageUrl: null, width: null, height: null, length: null, weight: null };

/** What the warehouse showed when it was asked at that minute. */
const said = (minute: number, product: Said) => ({
  products: [{ sku: "MUG", description: "Mug", barcode: "4006381333931", ...NONE, ...product }],
  readAt: at(minute),
});
const shown = (minute: number, product: Said) => storeWarehouseProducts(ctx, said(minute, product));
const stored = (sku: string) =>
  ctx.db.warehouseProduct.findUniqueOrThrow({ where: { shop_sku: { shop: SHOP, sku } } });
const mug = () => stored("MUG");

test("an answer that comes late does not replace one that was asked for after it, also where that one found nothing new", async () => {
  await shown(1, { stock: 5 });
  await shown(3, { stock: 5 });
  await shown(2, { stock: 9 });
  expect(await mug()).toMatchObject({ stock: 5, readAt: at(3) });
});

test("what the warehouse shows otherwise is kept, and found by its new words", async () => {
  await shown(1, { stock: 5 });
  await shown(2, { stock: null, description: "Blue mug" });
  expect(await mug()).toMatchObject({ stock: null, description: "Blue mug", readAt: at(2) });
  expect((await mug()).search).toContain("blue mug");
  await shown(3, { stock: 5, description: "Blue mug", barcode: " " });
  expect(await mug()).toMatchObject({ stock: 5, barcode: null });
});

test("of what a sweep's list shows as it was nothing is written; what it shows otherwise is kept", async () => {
  await shown(1, { stock: 5 });
  await storeListed(ctx, said(2, { stock: 5 }));
  expect(await mug()).toMatchObject({ stock: 5, readAt: at(1) });
  await storeListed(ctx, said(3, { stock: 6 }));
  expect(await mug()).toMatchObject({ stock: 6, readAt: at(3) });
  await storeListed(ctx, said(2, { stock: 7 }));
  expect(await mug()).toMatchObject({ stock: 6, readAt: at(3) });
});

test("an answer from before a sweep does not replace what its list has shown, nor count as shown by it", async () => {
  await shown(1, { stock: 5 });
  await ctx.db.stockSweep.create({ data: { shop: SHOP, bulkOperationId: "gathering", startedAt: at(3) } });
  await storeListed(ctx, said(4, { stock: 5 }));
  await shown(2, { stock: 9 });
  await shown(2, { sku: "NEW", stock: 9 });
  expect(await mug()).toMatchObject({ stock: 5, readAt: at(1) });
  expect(await stored("NEW")).toMatchObject({ stock: null });
  await shown(5, { stock: 9 });
  await shown(5, { sku: "NEW", stock: 9 });
  expect(await mug()).toMatchObject({ stock: 9, readAt: at(5) });
  expect(await stored("NEW")).toMatchObject({ stock: 9 });
});

const variantId = "v1" as VariantId;
const look: Look = {
  ...{ variantId, lookedAt: at(1), warehouseReadAt: at(1), warehouseStock: 5, kept: 0, hintId: null },
  ...{ figures: { onHand: 5, available: 4, committed: 1 }, target: 4, verdict: "equal", held: 1 },
  ...{ limitedBy: "MUG" as Sku, fulfilled: 3, unconfirmed: [{ units: 1, at: +at(1) }] },
  counted: new Map([["MUG" as Sku, { units: 4, at: +at(1) }]]),
};
const remembered = async () => (await loadLooks(ctx, [variantId])).get(variantId)?.look;

test("a look reads as it was kept, and an earlier one that comes late does not replace it", async () => {
  await saveLooks(ctx, [{ ...look, lookedAt: at(2), hintId: 7n }]);
  await saveLooks(ctx, [{ ...look, held: 3 }]);
  expect(await remembered()).toEqual({ ...look, lookedAt: at(2), hintId: 7n });
});

test("a look of which nothing is known beyond its quantities reads as it was kept", async () => {
  const bare: Look = { ...look, limitedBy: null, fulfilled: null, unconfirmed: [] };
  await saveLooks(ctx, [bare]);
  expect(await remembered()).toEqual(bare);
});

test("the usual stock of a variant stays when another look at it is kept, and goes with what is forgotten", async () => {
  const usual = { stock: 30, since: at(1) };
  await saveLooks(ctx, [look]);
  await saveUsual(ctx, new Map([[variantId, usual]]));
  await saveLooks(ctx, [{ ...look, target: 1 }]);
  expect((await loadLooks(ctx, [variantId])).get(variantId)).toMatchObject({ usual });
  await ctx.db.$transaction((tx) => forgetLooks(tx, { shop: SHOP, variantIds: [variantId] }));
  expect((await loadLooks(ctx, [variantId])).get(variantId)).toMatchObject({ usual: null });
});

test.each([
  ["the figure", { figures: { onHand: 6, available: 4, committed: 1 } }],
  ["what is on orders", { figures: { onHand: 5, available: 4, committed: 2 } }],
  ["what lies in the warehouse", { warehouseStock: null }],
  ["what is held back", { held: 0 }],
  ["SKU that allows least", { limitedBy: "BOX" as Sku }],
  ["what fulfillments have taken", { fulfilled: null }],
  ["what no fulfillment accounts for", { unconfirmed: [] }],
  ["what its SKUs count", { counted: new Map([["MUG" as Sku, { units: 5, at: +at(1) }]]) }],
  ["which SKUs count it", { counted: new Map() }],
  ["when that fell", { unconfirmed: [{ units: 1, at: +at(2) }] }],
  ["what is kept back", { kept: 1 }],
  ["the goal", { target: 5 }],
  ["the verdict", { verdict: "write" as const }],
])("a look that finds another %s is no repetition", (_what, change) => {
  expect(isSameLook({ ...look, ...change }, look)).toBe(false);
});

test("a look that finds everything as it was is one, whenever it was and whatever made us look", () => {
  expect(isSameLook({ ...look, lookedAt: at(9), warehouseReadAt: at(9), hintId: 8n }, look)).toBe(true);
  const later = new Map([["MUG" as Sku, { units: 4, at: +at(9) }]]);
  expect(isSameLook({ ...look, counted: later }, look)).toBe(true);
  expect(isSameLook(look, null)).toBe(false);
});
