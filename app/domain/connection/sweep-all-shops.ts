import type { Db } from "../../db.server.ts";
import { EVENT_NAMES } from "../../fulfilment/events.ts";
import { queueForAll, queueJob, type WholeShopJobName } from "../../jobs/catalog.ts";
import { isTurn, type RoundName } from "../../jobs/schedule.ts";
import { resumePreviousQuantities } from "../stock/previous-location/set-previous-quantities.ts";
import { OF_PLAN } from "../problems/problem-kinds.ts";

/** What a shop needs without any hint. */
export const SWEEP = [
  "subscribe-to-events",
  "follow-stock-hints",
  "follow-shop-hints",
  "compare-stock",
  "push-products",
  "push-edits",
  "find-returns",
  "check-returns",
  "revisit-purchases",
] as const satisfies WholeShopJobName[];

/** The shops whose connection works (`loadConnection`), and whose turn it is in the minute of `at`; without it, all. */
async function findJoined(
  db: Db,
  { round, at }: { round: RoundName; at: Date | undefined },
): Promise<string[]> {
  const joined = await db.connection.findMany({
    where: { disconnectedAt: null, locationId: { not: null } },
    select: { shop: true },
  });
  return joined.map(({ shop }) => shop).filter((shop) => !at || isTurn(shop, { round, at }));
}

/**
 * Asks for the comparison of every connected shop whose turn it is in the minute of `at`. What still waits to be tried again
 * is tried now, so whatever an outage left behind is mended here at the latest.
 */
export async function sweepAllShops(db: Db, at?: Date): Promise<void> {
  const shops = await findJoined(db, { round: "sweep-all-shops", at });
  for (const name of SWEEP) await queueForAll(db, { name, shops });
  await resumePreviousQuantities(db, shops);
}

/** Asks for the comparison of one shop, and has tried again what waits to be. */
export async function sweepShop(db: Db, shop: string): Promise<void> {
  for (const name of SWEEP) await queueJob(db, { name, shop });
  await resumePreviousQuantities(db, [shop]);
}

/**
 * Has Shopify asked for the plan of every connected shop whose turn it is: what no webhook told is found here, and days that
 * are over end. When everything has become free, what was told of plans is taken back and nobody asked.
 */
export async function lookAtAllPlans(
  db: Db,
  { free, at }: { free: boolean; at?: Date | undefined },
): Promise<void> {
  const told = { where: { kind: { in: [...OF_PLAN] } }, distinct: ["shop" as const], select: { shop: true } };
  const shops = free
    ? (await db.problem.findMany(told)).map(({ shop }) => shop)
    : await findJoined(db, { round: "sweep-all-shops", at });
  await queueForAll(db, { name: "look-at-plan", shops });
}

/** Asks for what changed since they were last read among the inbounds of every connected shop whose turn it is. */
export async function readAllChanges(db: Db, at?: Date): Promise<void> {
  const shops = await findJoined(db, { round: "read-all-changes", at });
  await queueForAll(db, { name: "read-changed-inbounds", shops });
}

/**
 * Asks for a fresh reading of the catalogues of every connected shop whose turn it is: what no webhook told is found here at
 * the latest.
 */
export async function importAllCatalogues(db: Db, at?: Date): Promise<void> {
  const shops = await findJoined(db, { round: "import-all-catalogues", at });
  await queueForAll(db, { name: "import-catalogue", shops });
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
