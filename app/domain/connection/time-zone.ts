import { Prisma } from "@prisma/client";
import { ShopTimeZoneDocument } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * Remembers the shop's time zone, in which the panel tells points in time, takes them, and counts days. Read with the
 * catalogue: merchants hardly ever change it.
 * @throws ShopifyError
 */
export async function keepTimeZone({ admin, db, shop }: ShopContext): Promise<void> {
  const { shop: of } = await admin.request(ShopTimeZoneDocument, {});
  await db.connection.updateMany({ where: { shop }, data: { timeZone: of.ianaTimezone } });
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
