// @module-tag proof
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { onHand, order, receive, ship, shopOf } from "../support/stock.ts";
import { SHOP, type World } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

/** With eight variants each so many that PostgreSQL would rather read a table whole than look up a hundred of its rows. */
const PRODUCTS = 250;

interface Large {
  world: World;
  /** What is on an open order. */
  sku: string;
}

/** A large shop in which every figure is right, and that has heard much already. */
async function large(): Promise<Large> {
  const { world, pieces } = await shopOf(PRODUCTS);
  const { sku } = pieces.find(({ stock }) => stock > 2)!;
  await order(world, { [sku]: 2 });
  await world.settle();
  const { pool } = world.services;
  await pool.query(
    `INSERT INTO "Hint" ("shop", "source", "event", "followedAt")
     SELECT $1, 'warehouse', 'shipment-created', now() FROM generate_series(1, 2000)`,
    [SHOP],
  );
  await asOwner(pool, "VACUUM ANALYZE");
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
    /Seq Scan on "?(Variant|Mapping|MappingComponent|StockLook|SkuBalance|WarehouseProduct|Hint)\b/g,
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
  // Of three units that leave, two are the open order's: only the third lowers the store's quantity.
  ["a shipment, which does not say of what", ({ world, sku }) => ship(world, { [sku]: 3 })],
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
