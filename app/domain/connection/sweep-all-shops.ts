import type { Db } from "../../db.server.ts";
import { EVENT_NAMES } from "../../fulfilment/events.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { OF_PLAN } from "../problems/problem-kinds.ts";

/** The shops whose connection works (`loadConnection`). */
function findJoined(db: Db): Promise<{ shop: string }[]> {
  return db.connection.findMany({
    where: { disconnectedAt: null, locationId: { not: null } },
    select: { shop: true },
  });
}

/**
 * Asks for the comparison of every connected shop. What still waits to be tried again is tried now, so whatever an
 * outage left behind is mended here at the latest.
 */
export async function sweepAllShops(db: Db): Promise<void> {
  for (const { shop } of await findJoined(db)) await sweepShop(db, shop);
}

/** Asks for the comparison of one shop, and has tried again what waits to be. */
export async function sweepShop(db: Db, shop: string): Promise<void> {
  await queueJob(db, { name: "subscribe-to-events", shop });
  await queueJob(db, { name: "follow-stock-hints", shop });
  await queueJob(db, { name: "follow-shop-hints", shop });
  await queueJob(db, { name: "compare-stock", shop });
  await queueJob(db, { name: "push-products", shop });
  await queueJob(db, { name: "push-edits", shop });
  await queueJob(db, { name: "find-returns", shop });
  await queueJob(db, { name: "revisit-returns", shop });
  await queueJob(db, { name: "revisit-purchases", shop });
}

/**
 * Has Shopify asked for every connected shop's plan: what no webhook told is found here, and days that are over end.
 * When everything has become free, what was told of plans is taken back and nobody asked.
 */
export async function lookAtAllPlans(db: Db, { free }: { free: boolean }): Promise<void> {
  const told = { where: { kind: { in: [...OF_PLAN] } }, distinct: ["shop" as const], select: { shop: true } };
  const shops = free ? await db.problem.findMany(told) : await findJoined(db);
  for (const { shop } of shops) await queueJob(db, { name: "look-at-plan", shop });
}

/** Asks for what changed among every connected shop's inbounds since they were last read. */
export async function readAllChanges(db: Db): Promise<void> {
  const connected = await findJoined(db);
  for (const { shop } of connected) await queueJob(db, { name: "read-changed-inbounds", shop });
}

/** Asks for a fresh reading of every connected shop's catalogues: what no webhook told is found here at the latest. */
export async function importAllCatalogues(db: Db): Promise<void> {
  const connected = await findJoined(db);
  for (const { shop } of connected) await queueJob(db, { name: "import-catalogue", shop });
}

/**
 * Asks for new subscriptions for shops whose events go to another address than `appUrl`, because the app has moved.
 * Call at start.
 */
export async function followMove(db: Db, appUrl: string): Promise<void> {
  const moved = await db.$queryRaw<{ shop: string }[]>`
    SELECT c."shop" FROM "Connection" c WHERE c."disconnectedAt" IS NULL AND c."locationId" IS NOT NULL AND ${EVENT_NAMES.length} > (
      SELECT count(*) FROM "Subscription" s
      WHERE s."shop" = c."shop" AND starts_with(s."notificationUrl", ${`${appUrl}/`}))`;
  for (const { shop } of moved) await queueJob(db, { name: "subscribe-to-events", shop });
}
