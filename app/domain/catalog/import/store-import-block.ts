import type { VariantNode } from "../../../shopify/variants.ts";
import type { ShopContext } from "../../shop-context.ts";
import { packVariants } from "./variant-rows.ts";

/** Whole lines of an import, as they are stored. */
export interface PackedLines {
  /** How many lines. */
  variants: number;
  /** What `packVariants` made of them. */
  rows: string;
}

export function packLines(lines: string): PackedLines {
  const nodes = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as VariantNode);
  return { variants: nodes.length, rows: packVariants(nodes) };
}

/**
 * Stores whole lines of an import and how far it has got, both or neither.
 * @returns false when the import is not where these lines begin: another run is ahead.
 */
export async function storeImportBlock(
  ctx: ShopContext,
  { importId, lines, from, end }: { importId: string; lines: PackedLines; from: bigint; end: bigint },
): Promise<boolean> {
  const { rowCount } = await ctx.pool.query(
    `WITH moved AS (
       UPDATE "CatalogueImport" SET "position" = $1, "variants" = "variants" + $2
       WHERE "shop" = $3 AND "id" = $4 AND "position" = $5 AND "stage" = 'storing'
       RETURNING "id"
     )
     INSERT INTO "ImportBlock" ("importId", "position", "rows") SELECT "id", $5, $6 FROM moved`,
    [end, lines.variants, ctx.shop, importId, from, lines.rows],
  );
  return rowCount === 1;
}
