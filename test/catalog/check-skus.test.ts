import { describe, expect, test } from "vitest";
import { CHECK_PATIENCE_MS, CHECKED_MAX, checkSkus } from "../../app/domain/catalog/check-skus.ts";
import { deleteWarehouseProduct } from "../../app/domain/catalog/push/delete-warehouse-product.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { holdTimeOuts } from "../support/held-time.ts";
import { openPush } from "./push-bench.ts";

type Bench = Awaited<ReturnType<typeof openPush>>;

/** A store that has read `stored`; the warehouse has got `added` since. */
async function openStore({ stored = [], added = [] }: { stored?: string[]; added?: string[] }) {
  const bench = await openPush({ stock: Object.fromEntries(stored.map((sku) => [sku, 1])) });
  const products = added.map((sku) => ({ sku, description: `New ${sku}`, stock: 2 }));
  await bench.warehouse.atFloor("products", products);
  return bench;
}

async function check(
  { ctx }: Bench,
  skus: readonly string[],
  spellingsOf?: (sku: Sku) => readonly Sku[],
): Promise<{ found: Record<string, string>; unknown: string[]; unchecked: string[] }> {
  const checked = await checkSkus(ctx, { skus: skus as Sku[], ...(spellingsOf && { spellingsOf }) });
  return {
    found: Object.fromEntries(checked.found),
    unknown: [...checked.unknown],
    unchecked: [...checked.unchecked],
  };
}

const stored = async ({ db }: Bench) =>
  (await db.warehouseProduct.findMany({ orderBy: { sku: "asc" } })).map(({ sku }) => sku);

/** The SKUs asked about, in order. */
const askedAbout = async (bench: Bench) =>
  (await bench.asked("GET")).flatMap((path) => {
    const [, sku] = /\/products\/([^?]+)$/.exec(path) ?? [];
    return sku === undefined ? [] : [decodeURIComponent(sku)];
  });

const skusOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const down = { method: "GET", path: "/fulfilment/", action: { kind: "status", status: 503 } };

describe("SKUs that are not stored", () => {
  test("are asked about at the warehouse, and what it has is stored", async () => {
    const bench = await openStore({ stored: ["OLD"], added: ["NEW", "NEW/2"] });
    expect(await check(bench, ["OLD", "NEW", "NEW/2", "NONE", "NEW"])).toEqual({
      found: { OLD: "OLD", NEW: "NEW", "NEW/2": "NEW/2" },
      unknown: ["NONE"],
      unchecked: [],
    });
    expect((await askedAbout(bench)).toSorted()).toEqual(["NEW", "NEW/2", "NONE"]);
    expect(await bench.db.warehouseProduct.findMany({ where: { sku: "NEW" } })).toMatchObject([
      { description: "New NEW", stock: 2 },
    ]);
    await check(bench, ["NEW"]);
    expect(await askedAbout(bench)).toHaveLength(3);
  });

  test("are no longer asked about once they are stored, and nothing is asked where all are", async () => {
    const bench = await openStore({ stored: ["OLD"] });
    expect(await check(bench, ["OLD"])).toMatchObject({ found: { OLD: "OLD" } });
    expect(await bench.asked("GET")).toEqual([]);
  });

  test("are asked about up to a limit, and the same again goes on with the rest", async () => {
    const skus = skusOf("NEW", CHECKED_MAX + 3);
    const bench = await openStore({ added: skus });
    const first = await check(bench, skus);
    expect(Object.keys(first.found)).toEqual(skus.slice(0, CHECKED_MAX));
    expect(first).toMatchObject({ unknown: [], unchecked: skus.slice(CHECKED_MAX) });
    expect(await check(bench, skus)).toMatchObject({ unknown: [], unchecked: [] });
    expect(await askedAbout(bench)).toHaveLength(skus.length);
  });

  test("are not called unknown when the time is over, and no question is begun then", async () => {
    const bench = await openStore({});
    const time = holdTimeOuts();
    await bench.warehouse.fault({ method: "GET", path: "/products/", action: { kind: "hold" } });
    const skus = skusOf("NEW", 40);
    const checking = check(bench, skus);
    await until(
      () => bench.warehouse.atFloor<{ held: number }>("held"),
      ({ held }) => held === bench.warehouse.client.fetchConcurrency,
    );
    expect(time.asked()).toContain(CHECK_PATIENCE_MS);
    time.pass();
    expect(await checking).toEqual({ found: {}, unknown: [], unchecked: skus });
    await bench.warehouse.atFloor("release", {});
    expect(await askedAbout(bench)).toHaveLength(bench.warehouse.client.fetchConcurrency);
  });

  test.each([
    ["is down", { status: 503 }],
    ["refuses the token", { status: 401 }],
    ["has something before it that answers 404 to everything", { status: 404 }],
  ])("are not called unknown when the warehouse %s", async (_, { status }) => {
    const bench = await openStore({ added: ["NEW"] });
    await bench.warehouse.fault({ ...down, action: { kind: "status", status } });
    expect(await check(bench, ["NEW", "NONE"])).toEqual({
      found: {},
      unknown: [],
      unchecked: ["NEW", "NONE"],
    });
    expect(await stored(bench)).toEqual([]);
  });

  test("that fail alone leave the others as they are", async () => {
    const bench = await openStore({ added: ["NEW", "BAD"] });
    await bench.warehouse.fault({ ...down, path: "/products/BAD$", action: { kind: "status", status: 400 } });
    expect(await check(bench, ["BAD", "NEW", "NONE"])).toEqual({
      found: { NEW: "NEW" },
      unknown: ["NONE"],
      unchecked: ["BAD"],
    });
  });

  test("are stored as far as they were found before the warehouse went down", async () => {
    const bench = await openStore({ added: ["NEW"] });
    await bench.warehouse.fault({ ...down, path: "/products/(?!NEW$)" });
    await bench.warehouse.fault({ ...down, path: "/products\\?" });
    expect(await check(bench, ["NEW", "OTHER"])).toEqual({
      found: { NEW: "NEW" },
      unknown: [],
      unchecked: ["OTHER"],
    });
    expect(await stored(bench)).toEqual(["NEW"]);
  });

  test("are not called unknown while no warehouse is connected", async () => {
    const bench = await openStore({ stored: ["OLD"], added: ["NEW"] });
    await bench.db.connection.updateMany({ data: { disconnectedAt: new Date() } });
    expect(await check(bench, ["OLD", "NEW"])).toEqual({
      found: { OLD: "OLD" },
      unknown: [],
      unchecked: ["NEW"],
    });
  });

  test("that cannot stand in an address are unknown", async () => {
    const bench = await openStore({});
    expect(await check(bench, ["..", ""])).toEqual({ found: {}, unknown: ["..", ""], unchecked: [] });
    expect(await bench.asked("GET")).toEqual([]);
  });
});

test("a product that was deleted at the warehouse is unknown and stays forgotten", async () => {
  const bench = await openPush({ stock: { GONE: 0 } });
  await deleteWarehouseProduct(bench.ctx, { sku: "GONE" as Sku, typedSku: "GONE" });
  expect(await check(bench, ["GONE"])).toEqual({ found: {}, unknown: ["GONE"], unchecked: [] });
  expect(await stored(bench)).toEqual([]);
});

describe("other spellings", () => {
  const trimmed = (sku: Sku) => (sku.trim() === sku ? [sku] : [sku, sku.trim() as Sku]);

  test("are asked about only where the warehouse does not have the SKU to the letter", async () => {
    const bench = await openStore({ stored: ["OLD"], added: [" ODD", "NEW"] });
    const skus = ["OLD ", " ODD", " NEW", " NONE", "NOBODY"];
    expect(await check(bench, skus, trimmed)).toEqual({
      found: { "OLD ": "OLD", " ODD": " ODD", " NEW": "NEW" },
      unknown: [" NONE", "NOBODY"],
      unchecked: [],
    });
    expect((await askedAbout(bench)).toSorted()).toEqual([
      ...[" NEW", " NONE", " ODD", "NEW", "NOBODY", "NONE"],
    ]);
  });

  test("are not taken for an SKU that could not be asked about", async () => {
    const bench = await openStore({ added: ["NEW"] });
    await bench.warehouse.fault({
      ...down,
      path: "/products/%20NEW$",
      action: { kind: "status", status: 400 },
    });
    expect(await check(bench, [" NEW"], trimmed)).toEqual({ found: {}, unknown: [], unchecked: [" NEW"] });
  });
});
