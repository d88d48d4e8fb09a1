import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { checkSkus } from "./check-skus.ts";
import { describeGoods, type Goods } from "./describe-goods.ts";
import { likePattern } from "./shown-variants.ts";

export type SearchOutcome =
  | { outcome: "found"; products: Goods[] }
  /** None is stored, and the warehouse could not be asked whether it has one of this very SKU. */
  | { outcome: "not-asked" };

/** The outcome, and the text that was searched for: an answer arrives while the merchant types on. */
export type WarehouseProductsAnswer = SearchOutcome & { search: string };

/** As many as a merchant looks through before typing more. */
const MOST = 20;

/**
 * The warehouse's products with this in their SKU, description or barcode, in any case: the very SKU first, then what
 * begins with it. If none is stored, the warehouse is asked for just that SKU: it may have it since the last reading.
 */
export async function searchWarehouseProducts(
  ctx: ShopContext,
  { text }: { text: string },
): Promise<SearchOutcome> {
  const wanted = text.trim();
  if (wanted === "") return { outcome: "found", products: [] };
  let skus = await findStored(ctx, wanted);
  if (skus.length === 0) {
    const { unchecked } = await checkSkus(ctx, { skus: [wanted as Sku] });
    if (unchecked.size > 0) return { outcome: "not-asked" };
    skus = await findStored(ctx, wanted);
  }
  return { outcome: "found", products: await describeGoods(ctx, skus) };
}

async function findStored(ctx: ShopContext, wanted: string): Promise<Sku[]> {
  const rows = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    SELECT w."sku" FROM "WarehouseProduct" w
    WHERE w."shop" = ${ctx.shop} AND w."search" LIKE lower(${likePattern(wanted)})
    ORDER BY w."skuFolded" <> lower(${wanted}), NOT starts_with(w."skuFolded", lower(${wanted})), w."sku"
    LIMIT ${MOST}`;
  return rows.map(({ sku }) => sku);
}
