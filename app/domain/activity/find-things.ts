import { Prisma } from "@prisma/client";
import { componentsOf } from "../catalog/mapping/components-of.ts";
import { goodsInWords } from "../catalog/goods-in-words.ts";
import type { ShopContext } from "../shop-context.ts";
import { readReference } from "../stock/mirror/explain-call.ts";

/** Things whose SKU, name or reference is what was typed, or begins with it, and by what tables name them. */
export interface FoundThings {
  variants: { variantId: string; productTitle: string; variantTitle: string; sku: string | null }[];
  returns: { returnId: string; name: string }[];
  purchases: { ref: string; supplier: string; supplierRef: string }[];
  /** More begin with it than are looked at. */
  more: boolean;
  /** Of these variants, and of those whose mapping they took over. */
  variantIds: string[];
  /** The SKUs of either world, also of goods put together, and what was typed. */
  skus: string[];
  /** Of timelines: returns and inbounds. */
  subjects: string[];
  /** By which events name them. */
  identifiers: string[];
  /** The call to Shopify that a reference in the store's inventory history stands for; then nothing else is meant. */
  writeKey?: string;
}

/** Of each kind so many are looked at. */
export const MOST_THINGS = 50;

/**
 * What is meant by a text: SKUs, returns, orders of returns and inbounds, the very same first, or a reference out of the store's
 * inventory history.
 */
export async function findThings(ctx: ShopContext, typed: string): Promise<FoundThings> {
  const reference = readReference(typed.trim());
  if (reference && "writeKey" in reference) return { ...NOTHING, ...reference };
  const text = reference?.name ?? typed.trim();
  const [variants, returns, purchases] = await Promise.all([
    findVariants(ctx, text),
    findReturns(ctx, text),
    findPurchases(ctx, text),
  ]);
  const more = [variants, returns, purchases].some((found) => found.length > MOST_THINGS);
  for (const found of [variants, returns, purchases]) found.splice(MOST_THINGS);
  const variantIds = variants.flatMap(({ variantId, former }) => [variantId, ...former]);
  const goods = variants.flatMap(({ sku, components }) => [
    ...(sku === null ? [] : [sku]),
    ...components.map((part) => part.sku),
    ...(components.length > 0 ? [goodsInWords(components)] : []),
  ]);
  const refs = purchases.map(({ ref }) => ref);
  const returnIds = returns.map(({ returnId }) => returnId);
  return {
    ...{ variants, returns, purchases, more, variantIds },
    skus: [...new Set([text, ...goods])],
    subjects: [text, ...returnIds, ...refs],
    identifiers: [
      ...[text, ...variantIds, ...returnIds, ...refs],
      ...variants.flatMap(({ inventoryItemId, productId }) => [inventoryItemId, productId]),
      ...returns.map(({ inboundRef }) => inboundRef),
    ],
  };
}

const NOTHING: FoundThings = {
  ...{ variants: [], returns: [], purchases: [], more: false },
  ...{ variantIds: [], skus: [], subjects: [], identifiers: [] },
};

/** Whatever was typed means itself. */
const beginning = (text: string) => `${text.replace(/[\\%_]/g, "\\$&")}%`;

interface FoundVariant {
  variantId: string;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  inventoryItemId: string;
  productId: string;
  former: string[];
  components: { sku: string; quantity: number }[];
}

/** By the SKU in the shop, or by one at the warehouse that they are mapped to. */
function findVariants({ db, shop }: ShopContext, text: string): Promise<FoundVariant[]> {
  const pattern = beginning(text);
  return db.$queryRaw<FoundVariant[]>`
    WITH found AS (
      SELECT v."variantId" FROM "Variant" v WHERE v."shop" = ${shop} AND v."skuFolded" LIKE lower(${pattern})
      UNION
      SELECT c."variantId" FROM "WarehouseProduct" w
      JOIN "MappingComponent" c ON c."shop" = w."shop" AND c."sku" = w."sku"
      WHERE w."shop" = ${shop} AND w."search" LIKE lower(${pattern}) AND w."skuFolded" LIKE lower(${pattern})
    ),
    nearest AS MATERIALIZED (
      SELECT v.* FROM "Variant" v WHERE v."shop" = ${shop} AND v."variantId" IN (SELECT "variantId" FROM found)
      ORDER BY v."skuFolded" IS DISTINCT FROM lower(${text}), v."skuFolded", v."variantId" LIMIT ${MOST_THINGS + 1}
    )
    SELECT v."variantId", v."productTitle", v."variantTitle", v."sku", v."inventoryItemId", v."productId",
      coalesce(m."formerVariantIds", '{}') AS "former",
      ${componentsOf(shop, Prisma.sql`v."variantId"`)} AS "components"
    FROM nearest v LEFT JOIN "Mapping" m ON m."shop" = ${shop} AND m."variantId" = v."variantId"
    ORDER BY v."skuFolded" IS DISTINCT FROM lower(${text}), v."skuFolded", v."variantId"`;
}

/** With or without the sign that stands before a return's and an order's name. */
function findReturns({ db, shop }: ShopContext, text: string) {
  const patterns = [beginning(text), beginning(`#${text}`)];
  return db.$queryRaw<{ returnId: string; name: string; inboundRef: string }[]>`
    SELECT r."returnId", r."name", r."inboundRef" FROM "Return" r
    WHERE r."shop" = ${shop} AND (r."name" ILIKE ANY(${patterns}::text[])
      OR r."orderName" ILIKE ANY(${patterns}::text[]) OR r."inboundRef" = ${text})
    ORDER BY r."createdAt" DESC, r."returnId" DESC LIMIT ${MOST_THINGS + 1}`;
}

/** By its reference, the one on the parcel or the supplier: what is searched begins with it, or a word within does. */
function findPurchases({ db, shop }: ShopContext, text: string) {
  const pattern = beginning(text.toLowerCase());
  return db.$queryRaw<{ ref: string; supplier: string; supplierRef: string }[]>`
    SELECT p."ref", p."supplier", p."supplierRef" FROM "PurchaseInbound" p
    WHERE p."shop" = ${shop} AND p."search" LIKE ANY(${[pattern, `% ${pattern}`]}::text[])
    ORDER BY p."createdAt" DESC, p."ref" DESC LIMIT ${MOST_THINGS + 1}`;
}
