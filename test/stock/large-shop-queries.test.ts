import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { onHand, order, receive, ship } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

/** With eight variants each so many that PostgreSQL would rather read a table whole than look up a hundred of its rows. */
const PRODUCTS = 250;

interface Large {
  world: World;
  /** What is on an open order. */
  sku: string;
}

/** A large shop in which every figure is right, and that has heard much already. */
async function large(): Promise<Large> {
  const world = await createWorld({});
  await world.atShop("shops/demo/seed", { generate: { products: PRODUCTS, variantsPerProduct: 8 } });
  const { variants } = await readShop(world);
  const listed = variants.map(({ sku, onHand: stock }) => ({ sku, stock, description: sku }));
  await world.atWarehouse("products", listed);
  await world.connect();
  const sku = variants.find((variant) => (variant.onHand ?? 0) > 2)?.sku ?? "";
  await order(world, { [sku]: 2 });
  await world.settle();
  const { pool } = world.services;
  await pool.query(
    `INSERT INTO "Hint" ("shop", "source", "event", "followedAt")
     SELECT $1, 'warehouse', 'shipment-created', now() FROM generate_series(1, 2000)`,
    [SHOP],
  );
  await pool.query("VACUUM ANALYZE");
  return { world, sku };
}

/** What `work` asks of PostgreSQL: each statement once, with its values. */
async function asked(work: () => Promise<void>): Promise<Map<string, unknown[]>> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  await work();
  const calls = query.mock.calls as unknown as [string | pg.QueryConfig, unknown[]?][];
  query.mockRestore();
  return new Map(
    calls
      .map(([config, values]) => (typeof config === "string" ? { text: config, values } : config))
      .filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text))
      .map(({ text, values }) => [text, values ?? []]),
  );
}

/** The tables that grow with the shop of which the plan of a statement reads every row. */
async function readWhole(world: World, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await world.services.pool.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const tables = plan.matchAll(
    /Seq Scan on "?(Variant|Mapping|MappingComponent|StockLook|WarehouseProduct|Hint)\b/g,
  );
  return [...tables].map(([, table]) => table!);
}

/** Of what `work` asks, the statements that read whole tables, with their names. */
async function wholeTables(world: World, work: () => Promise<void>): Promise<Record<string, string[]>> {
  const statements = await asked(work);
  expect(statements.size).toBeGreaterThan(10);
  const whole: Record<string, string[]> = {};
  for (const [text, values] of statements) {
    const tables = await readWhole(world, text, values);
    if (tables.length > 0) whole[text] = tables;
  }
  return whole;
}

test.each<[string, (large: Large) => Promise<unknown>]>([
  ["a shipment, which does not say of what", ({ world, sku }) => ship(world, { [sku]: 1 })],
  ["a receipt", ({ world, sku }) => receive(world, [{ sku, quantity: 1 }])],
])("in a large shop %s is followed without reading all that the shop has", async (_name, happens) => {
  const found = await large();
  const { world, sku } = found;
  const before = await onHand(world, sku);
  await happens(found);
  await world.delivered();
  expect(await wholeTables(world, () => followStockHints(world.ctx))).toEqual({});
  expect(await onHand(world, sku)).not.toBe(before);
});
