import pg from "pg";
import { expect, inject, test } from "vitest";
import { tool } from "../../scripts/run-tool.ts";
import { createDatabase, ownerUrlOf } from "../support/database.ts";

/** Everything of the public schema that a query can depend on, but for partial indexes, which Prisma cannot describe. */
const SHAPE = `
  SELECT 'column' AS kind, table_name || '.' || column_name AS name,
         concat_ws(' ', data_type, udt_name, is_nullable, column_default, datetime_precision) AS definition
  FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  UNION ALL
  SELECT 'index', indexname, indexdef FROM pg_indexes
  WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' AND indexdef NOT LIKE '% WHERE (%'
  UNION ALL
  SELECT 'enum', t.typname, string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname
  ORDER BY 1, 2`;

async function shape(url: string, before?: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (before) await client.query(before);
    return (await client.query<Record<string, unknown>>(SHAPE)).rows;
  } finally {
    await client.end();
  }
}

test("the migrations make exactly what schema.prisma describes", async () => {
  const url = ownerUrlOf(await createDatabase());
  const diff = ["--from-empty", "--to-schema-datamodel", "prisma/schema.prisma", "--script"];
  const described = await tool("prisma", ["migrate", "diff", ...diff], { DATABASE_URL: inject("postgres") });
  const migrated = await shape(url);
  expect(migrated.length).toBeGreaterThan(50);
  expect(migrated).toEqual(await shape(url, `DROP SCHEMA public CASCADE; ${described}`));
});
