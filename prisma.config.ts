import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { defineConfig } from "prisma/config";

/** PostgreSQL's catalogue types the adapter cannot read, both harmless as text: `name` (19) and `"char"` (18). */
const CATALOGUE_TYPES = new Set([18, 19]);
const TEXT = 25;

/** The Prisma command line runs its schema engine as WASM over this pool, so that no engine is downloaded. */
function cataloguePool(): pg.Pool {
  // Idle connections would otherwise hold the command line open for ten seconds.
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, allowExitOnIdle: true });
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  return Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const result = await query(...args);
      for (const field of result.fields ?? [])
        if (CATALOGUE_TYPES.has(field.dataTypeID)) field.dataTypeID = TEXT;
      return result;
    },
  });
}

/**
 * The schema engine limits how long it waits for its lock with a timer of ten seconds which it never clears. Every
 * command would stay open that long after its work is done; a timer that holds nothing open still limits the wait.
 */
const LOCK_TIME_OUT_MS = 10_000;
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (...args: Parameters<typeof setTimer>) => {
    const timer = setTimer(...args);
    return args[1] === LOCK_TIME_OUT_MS ? timer.unref() : timer;
  },
  { __promisify__: setTimer.__promisify__ },
) as typeof setTimer;

export default defineConfig({
  schema: "prisma/schema.prisma",
  experimental: { adapter: true },
  engine: "js",
  adapter: async () => new PrismaPg(cataloguePool()),
});
