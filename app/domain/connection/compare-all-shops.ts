import type { Db } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";

/**
 * Asks for the comparison of every connected shop. Those whose comparison still waits or retries get it now instead
 * of later, so an outage ends at the latest here.
 */
export async function compareAllShops(db: Db): Promise<void> {
  const connected = await db.connection.findMany({ where: { disconnectedAt: null }, select: { shop: true } });
  for (const { shop } of connected) {
    await queueJob(db, { name: "follow-hints", shop });
    await queueJob(db, { name: "compare-stock", shop });
  }
}
