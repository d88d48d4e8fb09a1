import { ShopifyError } from "../../../shopify/errors.ts";
import type { VariantNode } from "../../../shopify/variants.ts";
import type { ShopContext } from "../../shop-context.ts";
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
}

const VARIANT_ID = /"(gid:\/\/shopify\/ProductVariant\/\d+)"/;

/** @throws ShopifyError `unavailable` when a line does not even say which variant it shows: it was damaged on the way */
export function packLines(lines: string): PackedLines {
  const nodes: VariantNode[] = [];
  const damaged: string[] = [];
  const texts = lines.split("\n").filter(Boolean);
  for (const text of texts) {
    const node = variantIn(text);
    if (node) nodes.push(node);
    else damaged.push(idIn(text));
  }
  const { readings, unreadable } = readVariantNodes(nodes);
  return {
    variants: texts.length,
    rows: packVariants(readings),
    unreadable: [...damaged, ...unreadable],
  };
}

function variantIn(line: string): VariantNode | null {
  try {
    const node = JSON.parse(line) as Partial<VariantNode> | null;
    return typeof node?.id === "string" ? (node as VariantNode) : null;
  } catch {
    return null;
  }
}

function idIn(line: string): string {
  const [, id] = VARIANT_ID.exec(line) ?? [];
  if (id === undefined)
    throw new ShopifyError("unavailable", { message: "a line of a bulk result names no variant" });
  return id;
}

/**
 * Stores whole lines of an import and how far it has got, both or neither.
 * @returns false when the import is not where these lines begin: another run is ahead.
 */
export async function storeImportBlock(
  ctx: ShopContext,
  { importId, lines, from, end }: { importId: string; lines: PackedLines; from: bigint; end: bigint },
): Promise<boolean> {
  if (lines.unreadable.length > 0) {
    ctx.log.warn({ variants: lines.unreadable.length }, "variants in Shopify's export could not be read");
    const at = ctx.clock();
    await ctx.db.$executeRaw(keepingUnreadable(ctx.shop, { variantIds: lines.unreadable, at }));
  }
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
