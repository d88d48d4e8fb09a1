import { FulfilmentError } from "../../fulfilment/errors.ts";
import { identifierFault } from "../../fulfilment/identifier.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { describeGoods, type Goods } from "./describe-goods.ts";
import { likePattern } from "./shown-variants.ts";
import { storeWarehouseProducts } from "./import/store-warehouse-products.ts";

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
  const skus = await findStored(ctx, wanted);
  if (skus.length > 0) return { outcome: "found", products: await describeGoods(ctx, skus) };
  const asked = await askFor(ctx, wanted as Sku);
  if (asked === "not-asked") return { outcome: "not-asked" };
  return { outcome: "found", products: await describeGoods(ctx, asked ? [asked] : []) };
}

async function findStored(ctx: ShopContext, wanted: string): Promise<Sku[]> {
  const rows = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    SELECT w."sku" FROM "WarehouseProduct" w
    WHERE w."shop" = ${ctx.shop} AND w."search" LIKE lower(${likePattern(wanted)})
    ORDER BY w."skuFolded" <> lower(${wanted}), NOT starts_with(w."skuFolded", lower(${wanted})), w."sku"
    LIMIT ${MOST}`;
  return rows.map(({ sku }) => sku);
}

async function askFor(ctx: ShopContext, sku: Sku): Promise<Sku | null | "not-asked"> {
  if (identifierFault(sku)) return null;
  const connection = await loadConnection(ctx);
  if (!connection) return "not-asked";
  const readAt = ctx.clock();
  try {
    const product = await ctx.warehouse(connection.accessToken).products.get(sku);
    if (!product) return null;
    await storeWarehouseProducts(ctx, { products: [product], readAt });
    return product.sku as Sku;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "the warehouse could not be asked");
    return "not-asked";
  }
}
