import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { serve } from "../../sandbox/lib/serve.ts";
import { storeProducts, writeResult } from "./catalogue.ts";
import { openBenchDatabase } from "./database.ts";
import { median, type Figure } from "./figure.ts";
import { SHOP, type Taken } from "./take-in.ts";

const MB = 1024 * 1024;
/** Where an import keeps what it read of the shop, and what it made of it. */
const KEPT = ["ShopProduct", "Variant", "Mapping", "MappingComponent"];

/**
 * Importing and matching a shop's variants, from the address of Shopify's result until every variant has its state and
 * every sure mapping is made; the floor streams the same file from the same address into a table of one jsonb column.
 * The first import fills empty tables; the second finds everything as it is. Between them the rows it keeps are written
 * once more by themselves, which tells how much of the first is that. Rounds alternate.
 */
export async function catalogueImport({ quick }: { quick: boolean }): Promise<Figure[]> {
  const variants = quick ? 10_000 : 100_000;
  const rounds = quick ? 1 : 3;
  const database = await openBenchDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined); // A connection that is being closed may hear that the database goes.
  const file = join(database.home, "result.jsonl");
  await writeResult(file, variants);
  const served = await serve((_req, res) => void createReadStream(file).pipe(res), 0);
  const run = async (how: "import" | "floor"): Promise<Taken> => {
    const url = how === "import" ? database.appUrl : database.url;
    const child = fork(join(import.meta.dirname, "take-in.ts"), [how, url, served.url]);
    const [taken] = (await once(child, "message")) as [Taken];
    await once(child, "exit");
    return taken;
  };
  try {
    await pool.query(`CREATE TABLE "floor" (line jsonb)`);
    await storeProducts(pool, { shop: SHOP, variants });
    await pool.query(`ANALYZE "WarehouseProduct"`);
    const [floors, firsts, agains]: Taken[][] = [[], [], []];
    const rewritten: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await pool.query(`TRUNCATE "floor"`);
      floors!.push(await run("floor"));
      await pool.query(`TRUNCATE ${KEPT.map((table) => `"${table}"`).join(", ")}, "CatalogueImport"`);
      firsts!.push(await run("import"));
      rewritten.push(await rewrite(pool));
      agains!.push(await run("import"));
    }
    await checkResult(pool, variants);
    const floor = median(floors!.map(({ ms }) => ms));
    const beside = (name: string, ms: number) => ({
      ...{ name, measured: seconds(ms), floor: seconds(floor), ratio: ms / floor },
    });
    const timed = (name: string, runs: Taken[]): Figure => {
      const figure = beside(name, median(runs.map(({ ms }) => ms)));
      return { ...figure, goal: "≤ 3", met: figure.ratio <= 3 };
    };
    const peak = Math.max(...[...firsts!, ...agains!].map(({ peakBytes }) => peakBytes)) / MB;
    return [
      timed(`catalogue-import: first, ${variants} variants`, firsts!),
      {
        ...beside("catalogue-import: only to write the rows that the first keeps", median(rewritten)),
        ...{ goal: "reported", met: true },
      },
      timed(`catalogue-import: again, ${variants} variants`, agains!),
      {
        name: "catalogue-import: peak memory",
        measured: `${peak.toFixed(0)} MB`,
        goal: "≤ 300 MB",
        met: peak <= 300,
      },
    ];
  } finally {
    await pool.end();
    await served.close();
    await database.stop();
  }
}

/**
 * Writes the rows that are kept into their emptied tables, from copies without an index, in one transaction.
 * @returns milliseconds.
 */
async function rewrite(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    for (const table of KEPT) await client.query(`CREATE TEMP TABLE "copy of ${table}" AS TABLE "${table}"`);
    await client.query(`TRUNCATE ${KEPT.map((table) => `"${table}"`).join(", ")}`);
    const started = performance.now();
    await client.query("BEGIN");
    for (const table of KEPT) await client.query(`INSERT INTO "${table}" TABLE "copy of ${table}"`);
    await client.query("COMMIT");
    return performance.now() - started;
  } finally {
    client.release(true);
  }
}

/** A figure for work that was not done would be a fine one. */
async function checkResult(pool: pg.Pool, variants: number): Promise<void> {
  const { rows } = await pool.query<{ state: string; count: string }>(
    `SELECT "state"::text, count(*) FROM "Variant" GROUP BY 1 ORDER BY 1`,
  );
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const mapped = Number(rows.find(({ state }) => state === "mapped")?.count ?? 0);
  if (total !== variants || mapped < variants / 2) throw new Error(`Not imported: ${JSON.stringify(rows)}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
