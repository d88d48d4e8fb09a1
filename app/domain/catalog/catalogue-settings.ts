import type { DimensionFields } from "../../shopify/variants.ts";
import type { Tx } from "../../db.server.ts";
import type { ShopContext } from "../shop-context.ts";

/** The merchant's choices about the catalogue. */
export interface CatalogueSettings {
  /** Changes of products in the shop are sent to the warehouse. */
  pushEdits: boolean;
  /** A bulk action that changes more than this share of the mapped variants asks again, in percent. */
  askBeyond: number;
  /** `namespace.key` of the metafields that hold dimensions. */
  dimensions: DimensionFields;
}

export async function loadCatalogueSettings(ctx: ShopContext): Promise<CatalogueSettings> {
  const row = await ctx.db.catalogueSettings.findUnique({ where: { shop: ctx.shop } });
  return {
    pushEdits: row?.pushEdits ?? false,
    askBeyond: row?.askBeyond ?? 20,
    dimensions: {
      width: row?.widthField ?? null,
      height: row?.heightField ?? null,
      length: row?.lengthField ?? null,
    },
  };
}

/** Saves these settings; all others stay as they are. The next import reads dimensions from new metafields. */
export async function saveCatalogueSettings(
  { db, shop }: { db: Tx; shop: string },
  change: Partial<Omit<CatalogueSettings, "dimensions">> & { dimensions?: Partial<DimensionFields> },
): Promise<void> {
  const { pushEdits, askBeyond, dimensions } = change;
  // Prisma leaves out what is undefined.
  const row = {
    ...{ pushEdits, askBeyond },
    widthField: dimensions?.width,
    heightField: dimensions?.height,
    lengthField: dimensions?.length,
  };
  // Prisma's upsert without anything to update fails when another one makes the row at the same moment.
  if (Object.values(row).every((value) => value === undefined)) return;
  await db.catalogueSettings.upsert({ where: { shop }, create: { shop, ...row }, update: row });
}
