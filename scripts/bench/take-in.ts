/**
 * A process of its own, so that its memory is its own: `take-in.ts import|floor DATABASE_URL RESULT_URL` takes a bulk
 * result in as the worker does, or merely streams it into PostgreSQL. Says what it took.
 */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { openDatabase } from "../../app/db.server.ts";
import { takeInResult } from "../../app/domain/catalog/import/take-in-result.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { allowSandboxStorage } from "../../app/shopify/storage-address.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { secrets } from "./secrets.ts";

export const SHOP = "bench.myshopify.com";

/** What one run says, over IPC. */
export interface Taken {
  ms: number;
  /** The most memory the process ever had, in bytes. */
  peakBytes: number;
}

const [how, databaseUrl = "", resultUrl = ""] = process.argv.slice(2);
if (how === "import" || how === "floor") {
  const log = createLog("silent");
  const { db, pool, close } = openDatabase({ url: databaseUrl, log, secrets });
  await pool.query("SELECT 1");
  const started = performance.now();
  if (how === "import") {
    const ctx = { shop: SHOP, db, pool, secrets, log, clock: () => new Date() } as ShopContext;
    const begun = { id: randomUUID(), stage: "storing", startedAt: new Date() } as const;
    const step = await db.catalogueImport.upsert({
      where: { shop: SHOP },
      create: { shop: SHOP, ...begun },
      update: { ...begun, position: 0n, variants: 0 },
    });
    allowSandboxStorage(resultUrl);
    await takeInResult(ctx, { step, result: { url: resultUrl, bytes: 0 } });
  } else {
    const client = await pool.connect();
    const { body } = await fetch(resultUrl);
    const copy = copyFrom(`COPY "floor" FROM STDIN WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`);
    await pipeline(Readable.fromWeb(body as never), client.query(copy));
    client.release();
  }
  const taken: Taken = {
    ms: performance.now() - started,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
  await close();
  process.send?.(taken);
}
