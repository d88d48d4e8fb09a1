import type { ShopContext } from "../../shop-context.ts";
import { lockMappings } from "../mapping/lock-mappings.ts";
import { readVariantNodes } from "./read-variant-node.ts";
import { keepingUnreadable } from "./store-variants.ts";
import { packVariants } from "./variant-rows.ts";

/** Whole lines of an import, as they are stored. */
export interface PackedLines {
  /** How many lines. */
  variants: number;
  /** What `packVariants` made of them. */
  rows: string;
  /** The ids of variants that cannot be read. */
  unreadable: string[];
  /** How many lines do not even say which variant they show. */
  unnamed: number;
}

const VARIANT_ID = /"(gid:\/\/shopify\/ProductVariant\/\d+)"/;

export function packLines(lines: string): PackedLines {
  const texts = lines.split("\n").filter(Boolean);
  const { readings, unreadable, unnamed } = readVariantNodes(texts.map(nodeIn));
  return { variants: texts.length, rows: packVariants(readings), unreadable, unnamed };
}

/** What a line shows; of one that is no JSON, the variant it names. */
function nodeIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return { id: VARIANT_ID.exec(line)?.[1] };
  }
}

/**
 * Stores whole lines of an import and how far it has got, both or neither.
 * @returns false when the import is not where these lines begin: another run is ahead.
 */
export async function storeImportBlock(
  ctx: ShopContext,
  { importId, lines, from, end }: { importId: string; lines: PackedLines; from: bigint; end: bigint },
): Promise<boolean> {
  const { unreadable, unnamed } = lines;
  if (unreadable.length + unnamed > 0)
    ctx.log.warn({ variants: unreadable.length, unnamed }, "variants in Shopify's export could not be read");
  if (unreadable.length > 0)
    await ctx.db.$transaction(async (tx) => {
      await lockMappings(tx, ctx.shop);
      await tx.$executeRaw(keepingUnreadable(ctx.shop, { variantIds: unreadable, at: ctx.clock() }));
    });
  const { rowCount } = await ctx.pool.query(
    `WITH moved AS (
       UPDATE "CatalogueImport" SET "position" = $1, "variants" = "variants" + $2, "unnamed" = "unnamed" + $7
       WHERE "shop" = $3 AND "id" = $4 AND "position" = $5 AND "stage" = 'storing'
       RETURNING "id"
     )
     INSERT INTO "ImportBlock" ("importId", "position", "rows") SELECT "id", $5, $6 FROM moved`,
    [end, lines.variants, ctx.shop, importId, from, lines.rows, unnamed],
  );
  return rowCount === 1;
}
