import type { ImportStage } from "@prisma/client";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";

/** How far the reading of both catalogues is. */
export interface Reading {
  stage: Exclude<ImportStage, "done">;
  /** Variants of the shop taken in so far, and products of the warehouse read. */
  variants: number;
  products: number;
  /** Objects Shopify has gathered so far, of which most are variants. */
  expected: number | null;
}

/** The reading of both catalogues as the merchant is told of it: under way, or over and not yet put away. */
export type ShownReading =
  | ({ state: "running" } & Reading)
  /** Called off. `first`: none was ever done, so that nothing works before there is one. */
  | { state: "stopped"; first: boolean }
  | { state: "done"; variants: number; products: number };

/** What there is to say about reading both catalogues; `null` when that is nothing, or the shop is not connected. */
export async function readReading(ctx: ShopContext): Promise<ShownReading | null> {
  const [connection, found] = await Promise.all([
    loadConnection(ctx),
    ctx.db.catalogueImport.findUnique({ where: { shop: ctx.shop } }),
  ]);
  if (!connection) return null;
  const first = connection.importedAt === null;
  // Its job has not begun it yet.
  if (!found)
    return first ? { state: "running", stage: "exporting", variants: 0, products: 0, expected: null } : null;
  const { stage, variants, products, expected, finishedAt, asked } = found;
  if (stage !== "done") return { state: "running", stage, variants, products, expected };
  if (!finishedAt) return first || asked ? { state: "stopped", first } : null;
  return asked ? { state: "done", variants, products } : null;
}
