import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { exportLedger } from "../../app/domain/stock/report/export-ledger.ts";
import { listDifferences } from "../../app/domain/stock/report/list-differences.ts";
import { readStockForm, writeTime, type StockForm } from "../../app/domain/stock/settings/read-stock-form.ts";
import { readStanding } from "../../app/domain/stock/report/read-standing.ts";
import { createWorld, productPath, readShop, SHOP } from "../support/world.ts";

const skus = (count: number) => Array.from({ length: count }, (_, index) => `SKU-${index}`);

/** A shop of so many variants that show `onHand` each, and a warehouse that has `stock` of each. */
const worldOf = (count: number, { onHand, stock }: { onHand: number; stock: number }) =>
  createWorld({
    warehouse: Object.fromEntries(skus(count).map((sku) => [sku, stock])),
    variants: skus(count).map((sku) => ({ sku, onHand })),
  });

describe("the report of differences", () => {
  test("lists each variant once, page by page, forward and back", async () => {
    const world = await worldOf(120, { onHand: 1, stock: 5 });
    await world.connect({ shadow: true });
    for (const verdict of [undefined, "write"] as const) {
      const pages = [await listDifferences(world.ctx, { verdict })];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(await listDifferences(world.ctx, { verdict, after: next }));
      expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
      expect(new Set(pages.flatMap(({ rows }) => rows.map(({ variantId }) => variantId))).size).toBe(120);
      const back = await listDifferences(world.ctx, { verdict, before: pages[2]?.previous ?? "" });
      expect(back.rows).toEqual(pages[1]?.rows);
      expect(pages[0]?.rows[0]).toMatchObject({ warehouseStock: 5, shopFigure: 1, target: 5 });
    }
    expect(await listDifferences(world.ctx, { after: "no cursor" })).toMatchObject({ previous: null });
  });

  test("a variant that leaves the shop is no difference any more", async () => {
    const world = await worldOf(2, { onHand: 1, stock: 5 });
    await world.connect({ shadow: true });
    expect(await readStanding(world.ctx)).toMatchObject({ stand: "shadow", differing: 2 });
    await world.remove(productPath((await readShop(world)).variant("SKU-0")));
    await world.settle();
    await world.sweep();
    expect(await readStanding(world.ctx)).toMatchObject({ differing: 1 });
    expect((await listDifferences(world.ctx, {})).rows).toHaveLength(1);
  });
});

test("the ledger's file has every entry once, also of those that share a time, and no formulas", async () => {
  const { ctx } = await createWorld({});
  const at = new Date("2026-11-20T12:00:00Z");
  const entry = (index: number) => ({
    ...{ shop: SHOP, variantId: `gid://shopify/ProductVariant/${index % 2}`, inventoryItemId: "i" },
    ...{ sku: `=SUM(${index})`, warehouseReadAt: at, shopReadAt: at, intendedAt: at },
    ...{ warehouseStock: -1, shopFigure: 1, target: 0, outcome: "written" as const },
  });
  await ctx.db.ledgerEntry.createMany({ data: Array.from({ length: 2_500 }, (_, index) => entry(index)) });
  const lines = (await text(exportLedger(ctx, {}))).trimEnd().split("\r\n").slice(1);
  expect(new Set(lines).size).toBe(2_500);
  expect(lines.every((line) => line.includes(",'=SUM(") && line.includes(",-1,"))).toBe(true);
  const ofOne = await text(exportLedger(ctx, { variantId: "gid://shopify/ProductVariant/1" as never }));
  expect(ofOne.trimEnd().split("\r\n")).toHaveLength(1_251);
});

describe("the merchant's choices", () => {
  const form: StockForm = {
    ...{ mode: "on_hand", buffer: "2", settleHours: "72", activate: "on", stopBeyond: "10" },
    ...{ saleFrom: "2026-11-27T08:00", saleUntil: "2026-11-28T08:00", saleBuffer: " 5 " },
    soldElsewhere: "",
    timeZone: "UTC",
  };

  test("are read as typed", () => {
    expect(readStockForm(form)).toEqual({
      outcome: "read",
      settings: {
        ...{
          mode: "on_hand",
          buffer: 2,
          settleMinutes: 4_320,
          activate: true,
          stopBeyond: 10,
          saleBuffer: 5,
          soldElsewhere: null,
        },
        ...{ saleFrom: new Date("2026-11-27T08:00Z"), saleUntil: new Date("2026-11-28T08:00Z") },
      },
    });
  });

  test.each([
    ["Europe/Amsterdam", "2026-11-27T08:00", "2026-11-27T07:00Z"],
    ["Europe/Amsterdam", "2026-07-01T08:00", "2026-07-01T06:00Z"],
    ["America/New_York", "2026-11-26T23:30", "2026-11-27T04:30Z"],
    ["Asia/Kolkata", "2026-11-27T00:00", "2026-11-26T18:30Z"],
  ])(
    "times are those of the shop: in %s, %s is %s, and is shown as it was typed",
    (timeZone, saleFrom, at) => {
      const read = readStockForm({ ...form, saleFrom, saleUntil: "", timeZone });
      expect(read).toMatchObject({ settings: { saleFrom: new Date(at) } });
      expect(writeTime(new Date(at), timeZone)).toBe(saleFrom);
    },
  );

  test.each<[Partial<StockForm>, string[]]>([
    [{ timeZone: "Nowhere/Land" }, ["saleFrom", "saleUntil"]],
    [{ mode: "" }, ["mode"]],
    [{ buffer: "-1" }, ["buffer"]],
    [{ buffer: "1000001" }, ["buffer"]],
    [{ buffer: "" }, ["buffer"]],
    [{ settleHours: "337" }, ["settleHours"]],
    [{ stopBeyond: "101" }, ["stopBeyond"]],
    [{ saleFrom: "soon" }, ["saleFrom"]],
    [{ saleFrom: "2026-02-31T25:00" }, ["saleFrom"]],
    [{ saleFrom: "" }, ["saleFromMissing"]],
    [{ saleUntil: "2026-11-27T08:00" }, ["saleUntilBefore"]],
    [{ buffer: "x", saleBuffer: "1.5" }, ["buffer", "saleBuffer"]],
    [{ saleUntil: "" }, []],
    [{ saleFrom: "", saleUntil: "" }, []],
  ])("%j: marked is %j", (change, faults) => {
    const read = readStockForm({ ...form, ...change });
    expect(read.outcome === "invalid" ? read.faults : []).toEqual(faults);
  });
});
