import type { Services } from "../../services.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** In days. A merchant can look back a year and a month. */
const KEPT = { hints: 30, ledger: 400, timelines: 400, comparisons: 90 };

/**
 * Deletes what has been kept long enough, of all shops: followed hints (the ledger keeps what they said), old ledger
 * and timeline entries, and counts.
 */
export async function forgetTheOld({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await db.hint.deleteMany({ where: { receivedAt: { lt: before(KEPT.hints) }, followedAt: { not: null } } });
  await db.ledgerEntry.deleteMany({ where: { intendedAt: { lt: before(KEPT.ledger) } } });
  await db.timelineEntry.deleteMany({ where: { at: { lt: before(KEPT.timelines) } } });
  await db.stockComparison.deleteMany({ where: { at: { lt: before(KEPT.comparisons) } } });
}
