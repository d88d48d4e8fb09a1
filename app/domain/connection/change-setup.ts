import type { ShopContext } from "../shop-context.ts";

/** Notes that the merchant has looked at what going live would change. The first time counts. */
export async function noteReportSeen({ db, shop, clock }: ShopContext): Promise<void> {
  await db.connection.updateMany({
    where: { shop, disconnectedAt: null, locationId: { not: null }, reportSeenAt: null },
    data: { reportSeenAt: clock() },
  });
}

/** The merchant is reminded of the set-up no more; the guide itself stays where it is. */
export async function dismissGuide({ db, shop, clock }: ShopContext): Promise<void> {
  await db.connection.updateMany({
    where: { shop, disconnectedAt: null },
    data: { guideDismissedAt: clock() },
  });
}
