import type { Services } from "../../services.server.ts";
import { forgetDepartedShops } from "../connection/forget-departed-shops.ts";
import { forgetShoppers } from "./forget-shoppers.ts";
import { KEPT_DAYS } from "./retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes what has been kept long enough (`retention.ts`), of all shops. */
export async function forgetTheOld({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await forgetDepartedShops({ db, clock });
  const before = (what: keyof typeof KEPT_DAYS) => new Date(clock().getTime() - KEPT_DAYS[what] * DAY_MS);
  await forgetShoppers(db, { before: before("words") });
  await db.hint.deleteMany({ where: { receivedAt: { lt: before("hints") }, followedAt: { not: null } } });
  await db.orderFulfillment.deleteMany({ where: { createdAt: { lt: before("fulfillments") } } });
  await db.ledgerEntry.deleteMany({ where: { intendedAt: { lt: before("ledger") } } });
  await db.stockDay.deleteMany({ where: { day: { lt: before("days") } } });
  await db.timelineEntry.deleteMany({ where: { at: { lt: before("timelines") } } });
  await db.task.deleteMany({ where: { endedAt: { lt: before("tasks") } } });
  await db.activity.deleteMany({ where: { at: { lt: before("activities") } } });
  await db.stockComparison.deleteMany({ where: { at: { lt: before("comparisons") } } });
  await db.return.deleteMany({
    where: { stageSince: { lt: before("returns") }, status: { notIn: ["OPEN", "REQUESTED"] } },
  });
  await db.$executeRaw`DELETE FROM "rate_limit" WHERE "expire" < ${clock().getTime() - DAY_MS}`;
  await db.otherInbound.deleteMany({ where: { readAt: { lt: before("purchases") } } });
  await db.purchaseInbound.deleteMany({
    where: { readAt: { lt: before("purchases") }, phase: "over", due: false },
  });
}
