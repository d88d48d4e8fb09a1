import { Prisma } from "@prisma/client";
import { ShopTimeZoneDocument } from "../../shopify/generated/operations.ts";
import { failureOf } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * Remembers the shop's time zone, in which the panel tells points in time, takes them, and counts days. Read with the
 * catalogue: merchants hardly ever change it. Where Shopify does not say it, it stays what it was.
 * @throws ShopifyError when Shopify as a whole fails
 */
export async function keepTimeZone(ctx: ShopContext): Promise<void> {
  const { admin, db, shop } = ctx;
  const failure = await failureOf(ctx, async () => {
    const { shop: of } = await admin.request(ShopTimeZoneDocument, {});
    await db.connection.updateMany({ where: { shop }, data: { timeZone: of.ianaTimezone } });
  });
  if (failure) ctx.log.warn({ failure: failure.failure }, "the shop's time zone could not be read");
}

/** The shop's time zone, by its IANA name; UTC until it is known. */
export async function loadTimeZone({ db, shop }: ShopContext): Promise<string> {
  const kept = await db.connection.findUnique({ where: { shop }, select: { timeZone: true } });
  return kept?.timeZone ?? "UTC";
}

/** The same, within a query. */
export function timeZoneOf(shop: string): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT "timeZone" FROM "Connection" WHERE "shop" = ${shop}), 'UTC')`;
}
