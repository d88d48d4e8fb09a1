import pg from "pg";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { InventoryItemId, Sku, VariantId } from "../../app/domain/ids.ts";
import { loadWhole } from "../../app/domain/stock/mirror/load-mapped.ts";
import { findUnlisted } from "../../app/domain/stock/sweep/read-unlisted.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { asOwner } from "../support/database.ts";
import { SHOP } from "../support/world.ts";

/*
 * A store that has just been imported is one of which PostgreSQL knows nothing: it takes the store's rows for very few, until it has
 * looked at the tables again. What is asked for by name has to stay a lookup nevertheless.
 */

const { ctx } = await openCatalogue();
const VARIANTS = 2_000;
const ASKED = 50;

async function importStore(): Promise<void> {
  // The tables are empty, and that is all that PostgreSQL knows afterwards.
  await asOwner(ctx.pool, "VACUUM ANALYZE");
  const rows = `FROM generate_series(1, ${VARIANTS}) AS i`;
  await ctx.pool.query(
    `INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "sku", "state", "readAt", "productTitle",
       "variantTitle", "tracked", "bundle", "onHandReadAt")
     SELECT $1, 'variant-' || i, 'item-' || i, 'product-' || i, 'SKU-' || i, 'mapped', now(), 'Mug', '', true, false, now() ${rows}`,
    [SHOP],
  );
  await ctx.pool.query(
    `INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "mappedAt")
     SELECT $1, 'variant-' || i, 'item-' || i, 'mapped', 'merchant', now() ${rows}`,
    [SHOP],
  );
  // Every tenth shares its SKU with the one before.
  await ctx.pool.query(
    `INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
     SELECT $1, 'variant-' || i, 'SKU-' || CASE WHEN i % 10 = 0 THEN i - 1 ELSE i END, 1 ${rows}`,
    [SHOP],
  );
}

interface Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
}

/** Rows that PostgreSQL looks at for a plan. */
function rowsOf(plan: Plan): number {
  const removed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  const own = (plan["Actual Rows"] + removed) * plan["Actual Loops"];
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own);
}

/** Rows that PostgreSQL looks at for all statements of some work, with the plans that it makes now. */
async function rowsLookedAt(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  await work();
  const statements = (query.mock.calls as unknown as [pg.QueryConfig][])
    .map(([config]) => config)
    .filter(({ text }) => /^\s*(WITH|SELECT)\b/.test(text));
  query.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  let sum = 0;
  for (const { text, values } of statements) {
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`;
    const { rows } = await ctx.pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(explain, values);
    sum += rowsOf(rows[0]!["QUERY PLAN"][0].Plan);
  }
  return sum;
}

const numbers = Array.from({ length: ASKED }, (_, index) => index + 1);

beforeEach(importStore);

test("variants of a store that has just been imported are looked up, and not compared with each other", async () => {
  const scopes = [
    { skus: numbers.map((number) => `SKU-${number}` as Sku) },
    { variantIds: numbers.map((number) => `variant-${number}` as VariantId) },
    { items: numbers.map((number) => `item-${number}` as InventoryItemId) },
  ];
  for (const scope of scopes) {
    let found: { variantId: VariantId }[] = [];
    const rows = await rowsLookedAt(async () => (found = await loadWhole(ctx, scope)));
    expect(found.map(({ variantId }) => variantId).sort()).toEqual(
      numbers.map((number) => `variant-${number}`).sort(),
    );
    expect(rows).toBeLessThan(20 * VARIANTS);
  }
});

test("so are the variants of SKUs that the warehouse's list does not show", async () => {
  let found: Sku[] = [];
  const rows = await rowsLookedAt(async () => (found = await findUnlisted(ctx, "SKU-15")));
  expect(found).toHaveLength(20);
  expect(found.slice(0, 2)).toEqual(["SKU-1501", "SKU-1502"]);
  expect(rows).toBeLessThan(10 * VARIANTS);
});
