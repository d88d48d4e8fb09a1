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

/**
 * Importing and matching a shop's variants, from the address of Shopify's result until every variant has its state and
 * every sure mapping is made; the floor streams the same file from the same address into a table of one jsonb column.
 * The first import fills empty tables; the second finds everything as it is. Rounds alternate.
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
    const child = fork(join(import.meta.dirname, "take-in.ts"), [how, database.url, served.url]);
    const [taken] = (await once(child, "message")) as [Taken];
    await once(child, "exit");
    return taken;
  };
  try {
    await pool.query(`CREATE TABLE "floor" (line jsonb)`);
    await storeProducts(pool, { shop: SHOP, variants });
    await pool.query(`ANALYZE "WarehouseProduct"`);
    const [floors, firsts, agains]: Taken[][] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      await pool.query(`TRUNCATE "floor"`);
      floors!.push(await run("floor"));
      await pool.query(`TRUNCATE "Variant", "ShopProduct", "Mapping", "MappingComponent", "CatalogueImport"`);
      firsts!.push(await run("import"));
      agains!.push(await run("import"));
    }
    await checkResult(pool, variants);
    const floor = median(floors!.map(({ ms }) => ms));
    const timed = (name: string, runs: Taken[]): Figure => {
      const ms = median(runs.map((one) => one.ms));
      const ratio = ms / floor;
      return { name, measured: seconds(ms), floor: seconds(floor), ratio, goal: "≤ 3", met: ratio <= 3 };
    };
    const peak = Math.max(...[...firsts!, ...agains!].map(({ peakBytes }) => peakBytes)) / MB;
    return [
      timed(`catalogue-import: first, ${variants} variants`, firsts!),
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
