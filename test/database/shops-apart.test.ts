import { expect, test } from "vitest";
import { createWorld } from "../support/world.ts";

/** Blocks of an import go by the import's id; limits by a warehouse account, which shops may share. */
const OF_NO_SHOP = ["ImportBlock", "_prisma_migrations", "rate_limit"];

test("every table names the shop, and finds a shop's rows by an index that begins with it", async () => {
  const { services } = await createWorld({});
  const { rows } = await services.pool.query<{ name: string; found: boolean }>(
    `SELECT c.relname AS "name", EXISTS (
       SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = c.oid AND a.attname = 'shop' AND i.indpred IS NULL) AS "found"
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ found }) => !found).map(({ name }) => name)).toEqual(OF_NO_SHOP);
});

test("nothing in the database leads from one shop's rows to another's", async () => {
  const { services } = await createWorld({});
  const { rows } = await services.pool.query<{ name: string; columns: string[] }>(
    `SELECT conname AS "name", (SELECT array_agg(a.attname::text) FROM pg_attribute a
       WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)) AS "columns"
     FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
  );
  expect(rows.filter(({ columns }) => !columns.includes("shop"))).toEqual([]);
});
