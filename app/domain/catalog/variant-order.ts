import { Prisma } from "@prisma/client";
import { z } from "zod";

/* Variants (alias `v`) are listed by product title, and in pages as `keyset-page.ts` has them. */

export const positionSchema = z.tuple([z.string(), z.string(), z.string()]);
export type Position = z.infer<typeof positionSchema>;

interface Placed {
  productTitle: string;
  variantTitle: string;
  variantId: string;
}

export function positionOf({ productTitle, variantTitle, variantId }: Placed): Position {
  return [productTitle, variantTitle, variantId];
}

/** `AND` what stands behind a position, or before it; nothing when there is none. */
export function beyond(position: Position | undefined, backwards = false): Prisma.Sql {
  if (!position) return Prisma.empty;
  const start = Prisma.sql`(${position[0]}, ${position[1]}, ${position[2]})`;
  const key = Prisma.sql`(v."productTitle", v."variantTitle", v."variantId")`;
  return backwards ? Prisma.sql`AND ${key} < ${start}` : Prisma.sql`AND ${key} > ${start}`;
}

/** For `ORDER BY`. */
export function variantOrder(backwards = false): Prisma.Sql {
  return backwards
    ? Prisma.sql`v."productTitle" DESC, v."variantTitle" DESC, v."variantId" DESC`
    : Prisma.sql`v."productTitle", v."variantTitle", v."variantId"`;
}
