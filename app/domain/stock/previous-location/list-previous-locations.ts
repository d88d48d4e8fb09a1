import { Prisma, type PreviousLocation } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";

/** What a previous location shows of mapped variants. */
export interface ShownPreviousLocation extends Pick<PreviousLocation, "locationId" | "name" | "phase"> {
  /** How much of the phase is done. */
  percent: number;
  /** Available there, as last read or written. */
  available: ShownUnits;
  /** Taken off sale there and not put back. */
  taken: ShownUnits;
  /** Put back or not: nobody knows. */
  unsure: ShownUnits;
}

export interface ShownUnits {
  variants: number;
  units: number;
  /** The variants with most of these units. */
  most: { productTitle: string; variantTitle: string; units: number }[];
}

/** So many variants are named. */
const NAMED = 5;

/** Previous locations whose quantities may be set to 0 or put back, the one left last first. */
export async function listPreviousLocations(ctx: ShopContext): Promise<ShownPreviousLocation[]> {
  const { db, shop } = ctx;
  const orderBy = [{ leftAt: "desc" as const }, { locationId: "asc" as const }];
  const locations = await db.previousLocation.findMany({ where: { shop }, orderBy });
  return Promise.all(locations.map((location) => show(ctx, location)));
}

async function show(
  ctx: ShopContext,
  { locationId, name, phase }: PreviousLocation,
): Promise<ShownPreviousLocation> {
  const { db, shop } = ctx;
  const [available, taken, unsure, all, done] = await Promise.all([
    showUnits(ctx, { locationId, column: "available" }),
    showUnits(ctx, { locationId, column: "taken" }),
    showUnits(ctx, { locationId, column: "unsure" }),
    db.previousQuantity.count({ where: { shop, locationId } }),
    db.previousQuantity.count({ where: { shop, locationId, isDone: true } }),
  ]);
  const percent = Math.floor((100 * done) / Math.max(1, all));
  return { locationId, name, phase, percent, available, taken, unsure };
}

async function showUnits(
  { db, shop }: ShopContext,
  { locationId, column }: { locationId: string; column: "available" | "taken" | "unsure" },
): Promise<ShownUnits> {
  const rows = unitsAt({ shop, locationId, column });
  const [[sums], most] = await Promise.all([
    db.$queryRaw<Omit<ShownUnits, "most">[]>`
      SELECT count(*)::int AS "variants", coalesce(sum(r."units"), 0)::float8 AS "units" FROM ${rows} r`,
    db.$queryRaw<ShownUnits["most"]>`
      WITH first AS MATERIALIZED (
        SELECT r.* FROM ${rows} r ORDER BY r."units" DESC, r."variantId" LIMIT ${NAMED}
      )
      SELECT coalesce(v."productTitle", '') AS "productTitle", coalesce(v."variantTitle", '') AS "variantTitle", f."units"
      FROM first f LEFT JOIN "Variant" v ON v."shop" = ${shop} AND v."variantId" = f."variantId"
      ORDER BY f."units" DESC, f."variantId"`,
  ]);
  return { ...sums!, most };
}

/** The variants with such units at a previous location. One that is not mapped any more has none that are to be set to 0. */
export function unitsAt({
  shop,
  locationId,
  column,
}: {
  shop: string;
  locationId: string;
  column: "available" | "taken" | "unsure";
}): Prisma.Sql {
  const units = Prisma.raw(`q."${column}"`);
  const isMapped = Prisma.sql`AND EXISTS (
    SELECT FROM "Mapping" m WHERE m."shop" = ${shop} AND m."variantId" = q."variantId" AND m."decision" = 'mapped')`;
  return Prisma.sql`(
    SELECT q."variantId", ${units} AS "units" FROM "PreviousQuantity" q
    WHERE q."shop" = ${shop} AND q."locationId" = ${locationId} AND ${units} > 0
      ${column === "available" ? isMapped : Prisma.empty}
  )`;
}
