import type { ShopContext } from "../shop-context.ts";

/** A NUL in a title: PostgreSQL cannot hold it, and a merchant cannot see it. */
const NUL = /\\u0000/g;

/**
 * Stores whole lines of an import and how far it has got, both or neither.
 * @returns false when the import is not where these lines begin: another run is ahead.
 */
export async function storeImportBlock(
  ctx: ShopContext,
  { importId, lines, from, end }: { importId: string; lines: string; from: bigint; end: bigint },
): Promise<boolean> {
  const count = lines.split("\n").length - 1;
  const { rowCount } = await ctx.pool.query(
    `WITH moved AS (
       UPDATE "CatalogueImport" SET "position" = $1, "variants" = "variants" + $2
       WHERE "shop" = $3 AND "id" = $4 AND "position" = $5 AND "stage" = 'storing'
       RETURNING "id"
     )
     INSERT INTO "ImportBlock" ("importId", "position", "lines") SELECT "id", $5, $6 FROM moved`,
    [end, count, ctx.shop, importId, from, lines.replace(NUL, "")],
  );
  return rowCount === 1;
}
