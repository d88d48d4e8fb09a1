import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import pg from "pg";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";
import type { StaticHandlerContext } from "react-router-dom/server.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { PanelProvider } from "../../app/components/panel-provider.tsx";
import { StockWhyCard } from "../../app/components/products/stock-why-card.tsx";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { readVariant, type VariantDetail } from "../../app/domain/catalog/read-variant.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { explainStock, type StockExplained } from "../../app/domain/stock/report/explain-stock.ts";
import { exportInventory, INVENTORY_HEADINGS } from "../../app/domain/stock/report/export-inventory.ts";
import { SKU_TERMS, VARIANT_TERMS } from "../../app/domain/stock/report/get-stock-sums.ts";
import {
  changeStockSettings,
  pauseStock,
  setBuffer,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { createI18n } from "../../app/i18n/i18n.ts";
import { loadLanguage } from "../../app/i18n/load-language.server.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { correct, fulfil, order, receive, setOnHand, ship } from "../support/stock.ts";
import { createWorld, productPath, readShop, SHOP, TOKEN, type World } from "../support/world.ts";

const i18n = createI18n("en", await loadLanguage("en"));
const bench = await openCatalogue();

type Row = Record<keyof typeof INVENTORY_HEADINGS, string>;

/** The file's rows by column. */
async function exported(ctx: ShopContext): Promise<Row[]> {
  const columns = Object.keys(INVENTORY_HEADINGS);
  const [headings, ...rows] = parse(await text(exportInventory(ctx)), { bom: true });
  expect(headings).toEqual(Object.values(INVENTORY_HEADINGS));
  expect(new Set(headings).size).toBe(columns.length);
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])) as Row);
}

const idOf = async (world: World, sku: string) => (await readShop(world)).variant(sku).id as VariantId;

async function map(world: World, sku: string, components: Record<string, number>): Promise<void> {
  await mapVariant(world.ctx, {
    variantId: await idOf(world, sku),
    components: Object.entries(components).map(([of, quantity]) => ({ sku: of as Sku, quantity })),
  });
}

/**
 * A store with a variant of every kind: a mug in two listings and in a gift box; cups that await dispatch; a tea of which some are
 * shipped and some are unavailable; cans in packs of six; and those whose quantity is not Dockline's to say.
 */
async function open(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 12, BOX: 5, CUP: 9, TEA: 20, CAN: 40, VASE: 3, FREE: 2, AWAY: 2, LOSS: 4 },
    variants: [
      { sku: "MUG", title: "=Mug", onHand: 12 },
      { sku: "MUG-OLD", onHand: 0 },
      { sku: "GIFT", onHand: 0 },
      { sku: "CUP", onHand: 9 },
      { sku: "TEA", onHand: 20 },
      { sku: "SIX", onHand: 6 },
      { sku: "VASE", onHand: 3 },
      { sku: "FREE", onHand: 7, tracked: false },
      { sku: "AWAY", onHand: null },
      { sku: "LOSS", onHand: 4 },
      { sku: "LOSS-OLD", onHand: 0 },
      { sku: "LOOSE", onHand: 1 },
    ],
  });
  await world.connect();
  await changeStockSettings(world.ctx, { stopBeyond: 100, activate: false });
  await map(world, "MUG-OLD", { MUG: 1 });
  await map(world, "GIFT", { MUG: 2, BOX: 1 });
  await map(world, "SIX", { CAN: 6 });
  await map(world, "LOSS-OLD", { LOSS: 1 });
  await setBuffer(world.ctx, { sku: "BOX" as Sku, pieces: 2 });
  await world.settle();
  await order(world, { MUG: 2, GIFT: 1 });
  await order(world, { TEA: 3 });
  await order(world, { LOSS: 6 });
  await fulfil(world, await order(world, { CUP: 2 }));
  await world.settle();
  await ship(world, { TEA: 1 });
  await world.atShop("shops/demo/inventory", {
    ...{ sku: "TEA", location: "Warehouse" },
    quantities: { on_hand: 20, damaged: 4 },
  });
  await correct(world, { sku: "VASE", pieces: 0 });
  await world.ctx.warehouse(TOKEN).products.delete("VASE");
  await world.settle();
  await world.sweep();
  return world;
}

/** What a variant's page shows of its inventory, with the sum of this SKU open. */
async function pageOf(
  variant: VariantDetail,
  stock: StockExplained,
  sku: string,
): Promise<{ lines: string[]; all: string }> {
  const open = stock.sum && { ...stock.sum, limitedBy: sku as Sku };
  const card = createElement(StockWhyCard, {
    ...{ variant, stock: { ...stock, sum: open } },
  });
  const panel = createElement(PanelProvider, { settings: undefined, children: card });
  const handler = createStaticHandler([{ path: "/", element: panel }]);
  const context = (await handler.query(new Request("http://localhost/"))) as StaticHandlerContext;
  const router = createStaticRouter(handler.dataRoutes, context);
  const page = createElement(StaticRouterProvider, { router, context, hydrate: false });
  const html = renderToStaticMarkup(createElement(I18nextProvider, { i18n, children: page }));
  const plain = (markup: string) => markup.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
  const lines = [...html.matchAll(/>([^<]+)<\/span><div[^>]*><span[^>]*Text--numeric[^>]*>([^<]*)</g)];
  // Every quantity of the card is one of a line.
  expect(html.split("Text--numeric").length - 1).toBe(lines.length);
  return { lines: lines.map(([, name, value]) => plain(`${name}: ${value}`)), all: plain(html) };
}

const plain = (units: string) => units.replace(/^-/, "−");
const signed = (units: string) => (units.startsWith("-") ? plain(units) : `+${units}`);

/** The lines that the page shows, said by the file alone. */
function linesIn(row: Row, isKit: boolean): string[] {
  if (row.status === "Not synced yet") return [];
  const own = { ...INVENTORY_HEADINGS, "own.unavailable": INVENTORY_HEADINGS.unavailable };
  const mode = row.quantity.toLowerCase();
  const unknown = "Not known there";
  const end = [
    `Your store should show as ${mode}: ${row.target === "" ? "Not set by Dockline" : plain(row.target)}`,
    ...(row.lastTarget === row.target ? [] : [`At the last sync: ${plain(row.lastTarget)}`]),
    `It shows as ${mode}: ${row.shown === "" ? "Not stocked" : plain(row.shown)}`,
    ...(row.writtenTo === "" ? [] : [`Last written: ${row.writtenFrom} → ${row.writtenTo}`]),
  ];
  if (row.sellable === "") return [`In the warehouse: ${plain(row.warehouseStock) || unknown}`, ...end];
  const valueOf = (term: (typeof SKU_TERMS)[number]) => {
    if (term !== "stock") return signed(row[term]);
    return row.known === "Yes" ? plain(row.stock) : unknown;
  };
  return [
    ...SKU_TERMS.filter((term) => term === "stock" || row[term] !== "0").map(
      (term) => `${INVENTORY_HEADINGS[term]}: ${valueOf(term)}`,
    ),
    `Can be sold: ${plain(row.sellable)}`,
    ...(isKit ? [`Kits that can be sold: ${plain(row.sellableVariants)}`] : []),
    ...VARIANT_TERMS.map((term) => `own.${term}` as const)
      .filter((term) => row[term] !== "0")
      .map((term) => `${own[term]}: ${signed(row[term])}`),
    ...end,
  ];
}

/** Compares every row with its variant's page. */
async function expectSame(world: World): Promise<Row[]> {
  const rows = await exported(world.ctx);
  const variants = await world.ctx.db.variant.findMany({
    where: { shop: SHOP, state: "mapped" },
    orderBy: { variantId: "asc" },
  });
  expect([...new Set(rows.map(({ variantId }) => variantId))]).toEqual(variants.map((one) => one.variantId));
  for (const { variantId, sku } of variants) {
    const asked = { variantId: variantId as VariantId };
    const [variant, stock] = [await readVariant(world.ctx, asked), await explainStock(world.ctx, asked)];
    const own = rows.filter((row) => row.variantId === variantId);
    expect(own.map((row) => row.sku)).toEqual(stock.components.map((one) => one.sku));
    for (const row of own) {
      const page = await pageOf(variant!, stock, row.sku);
      expect({ sku, lines: page.lines }).toEqual({
        sku,
        lines: linesIn(row, own.length > 1 || row.units !== "1"),
      });
      expectSameDetails(row, stock);
    }
    if (!stock.sum) continue;
    const limiting = own.filter((row) => row.limits === "Yes").map((row) => row.sku);
    expect(limiting).toEqual([stock.sum.limitedBy]);
    if (own.length === 1) continue;
    const { all } = await pageOf(variant!, stock, stock.sum.limitedBy);
    for (const row of own)
      expect(all).toMatch(new RegExp(`${row.sellable} of ${row.sku} makes? ${row.makes}`));
    expect(all).toContain(`: ${limiting[0]} limits`);
  }
  return rows;
}

/** What the page says below its lines. */
function expectSameDetails(row: Row, stock: StockExplained): void {
  const { look, lastWrite, refusal, usualSafetyStock } = stock;
  const part = stock.sum?.skus.find(({ sku }) => sku === row.sku);
  const component = stock.components.find(({ sku }) => sku === row.sku)!;
  const timeOf = (at: Date | null | undefined) => at?.toISOString() ?? "";
  expect(row).toMatchObject({
    ...{ refusal: refusal ?? "", units: String(component.units), usualSafetyStock: String(usualSafetyStock) },
    ...{ safetyStockSet: String(component.safetyStock ?? ""), limitedBy: stock.sum?.limitedBy ?? "" },
    ...{ warehouseReadAt: timeOf(look?.warehouseReadAt), storeReadAt: timeOf(look?.shopReadAt) },
    ...{ cause: look?.cause?.event ?? "", causeOf: look?.cause?.of ?? "" },
    causedAt: timeOf(look?.cause?.heardAt),
    ...{ waitsSince: timeOf(part?.wait?.since), waitsUntil: timeOf(part?.wait?.until) },
    waitPaused: part?.wait ? (part.wait.isPaused ? "Yes" : "No") : "",
    sharedUntil: timeOf(part?.sharedUntil),
    promisedToThis: part ? String(part.promisedTo.find(({ isThis }) => isThis)?.units ?? 0) : "",
    writtenAt: timeOf(lastWrite?.at),
    writtenBy: lastWrite ? (lastWrite.by === "other" ? "Someone else" : "Dockline") : "",
  });
}

const only = (rows: Row[], storeSku: string) => rows.filter((row) => row.storeSku === storeSku);

test("the file has every term that each variant's page shows, and no variant that is not mapped", async () => {
  const world = await open();
  const rows = await expectSame(world);
  expect(only(rows, "LOOSE")).toEqual([]);
  expect(only(rows, "MUG")).toMatchObject([
    { product: "'=Mug", status: "In sync", promised: "-4", promisedToThis: "2", "own.promised": "2" },
  ]);
  expect(only(rows, "GIFT")).toMatchObject([
    {
      sku: "BOX",
      units: "1",
      promised: "-1",
      safetyStock: "-2",
      safetyStockSet: "2",
      makes: "2",
      limits: "Yes",
    },
    {
      sku: "MUG",
      units: "2",
      promised: "-4",
      safetyStock: "0",
      safetyStockSet: "",
      makes: "4",
      limits: "No",
    },
  ]);
  expect(only(rows, "TEA")).toMatchObject([
    { stock: "19", promised: "-3", dispatchedAhead: "1", unavailable: "-4", "own.unavailable": "4" },
  ]);
  expect(only(rows, "CUP")).toMatchObject([{ stock: "9", awaitingDispatch: "-2", waitPaused: "No" }]);
  expect(only(rows, "SIX")).toMatchObject([{ sku: "CAN", units: "6", makes: "6", sellableVariants: "6" }]);
  expect(only(rows, "LOSS-OLD")).toMatchObject([
    { makes: "-2", sellableVariants: "-2", "own.no-less": "2", target: "0" },
  ]);
  expect(only(rows, "VASE")).toMatchObject([{ known: "No", stock: "0" }]);
  expect(only(rows, "FREE")).toMatchObject([{ status: "Not tracked", stock: "", target: "", shown: "7" }]);
  expect(only(rows, "AWAY")).toMatchObject([{ status: "Not stocked", shown: "", warehouseStock: "2" }]);
});

test("the file follows the page where the warehouse reports what may be sold", async () => {
  const world = await open();
  await changeStockSettings(world.ctx, { mode: "available" });
  await world.settle();
  await world.sweep();
  await order(world, { MUG: 1 });
  await world.settle();
  expect(only(await expectSame(world), "MUG")).toMatchObject([
    { quantity: "Available", promised: "0", awaitingDispatch: "-1", sellable: "11", target: "11" },
  ]);
});

test("the file follows the page while nothing is raised, nothing is written, and Shopify refuses", async () => {
  const world = await open();
  await changeStockSettings(world.ctx, { saleFrom: new Date(Date.now() - 60_000), saleUntil: null });
  await world.settle();
  await receive(world, [{ sku: "CUP", quantity: 5 }]);
  await setOnHand(world, { sku: "TEA", pieces: 10, app: "Another app" });
  await world.settle();
  const inSale = await expectSame(world);
  expect(only(inSale, "TEA")).toMatchObject([{ shown: "10", writtenBy: "Someone else" }]);
  expect(only(inSale, "CUP")).toMatchObject([
    { status: "Sale hold", stock: "14", target: "12", shown: "7", cause: "receipt-received" },
  ]);

  await changeStockSettings(world.ctx, { saleFrom: null });
  await world.settle();
  // A bundle's quantity nobody may set, and the app has not learned yet that it is one.
  const six = (await readShop(world)).variant("SIX");
  const bundle = (requiresComponents: boolean) =>
    world.atShop(productPath(six), { variants: [{ id: six.id, requiresComponents }] });
  await bundle(true);
  await correct(world, { sku: "CAN", pieces: 60 });
  await compareStock(world.ctx);
  const [refused] = only(await expectSame(world), "SIX");
  expect(refused).toMatchObject({ status: "Rejected", target: "10" });
  expect(refused!.refusal).not.toBe("");
  await bundle(false);
  await world.settle();

  await pauseStock(world.ctx);
  await setOnHand(world, { sku: "TEA", pieces: 40, app: "Another app" });
  await map(world, "LOOSE", { FREE: 1 });
  await world.delivered();
  expect(only(await expectSame(world), "LOOSE")).toMatchObject([{ sku: "FREE", status: "Not synced yet" }]);
  await world.settle();
  expect(only(await expectSame(world), "TEA")).toMatchObject([
    { status: "Out of sync", live: "Paused", shown: "40" },
  ]);

  await setBuffer(world.ctx, { sku: "BOX" as Sku, pieces: 3 });
  const sharedUntil = new Date(Date.now() + 3_600_000);
  const tea = { shop_sku: { shop: SHOP, sku: "TEA" } };
  await world.ctx.db.skuBalance.update({ where: tea, data: { sharedUntil } });
  const rows = await expectSame(world);
  expect(only(rows, "GIFT")[0]).toMatchObject({ safetyStock: "-3", target: "2", lastTarget: "3" });
  expect(only(rows, "TEA")).toMatchObject([{ dispatchedAhead: "0", sharedUntil: sharedUntil.toISOString() }]);
});

test("the file has each of many variants once, and a page of them costs as many queries as one variant", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const counted = async () => {
    query.mockClear();
    const rows = await exported(bench.ctx);
    return { ids: rows.map(({ variantId }) => variantId), queries: query.mock.calls.length };
  };
  await bench.fill(1, { mapped: true });
  const one = await counted();
  expect(one.ids).toEqual(["v1"]);
  await bench.empty();
  await bench.fill(1_200, { mapped: true });
  const many = await counted();
  expect(many.ids).toHaveLength(1_200);
  expect(new Set(many.ids).size).toBe(1_200);
  expect(many.queries).toBe(3 * one.queries);
});
