import {
  Prisma,
  type MappingSource,
  type MatchReason,
  type ShopProduct,
  type Variant,
  type VariantState,
} from "@prisma/client";
import type { Sku, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { stockOfVariant } from "../stock/mirror/decide-stock.ts";
import { describeGoods, type Goods } from "./describe-goods.ts";
import { loadOnHand } from "./load-on-hand.ts";
import { folded } from "./mapping/matching.ts";
import type { NamedVariant } from "./mapping/plan-words.ts";
import { variantOrder } from "./variant-order.ts";
import { readWarehouseValues, type WarehouseValues } from "./update/read-warehouse-values.ts";
import type { Component } from "./mapping/write-mappings.ts";

export interface VariantDetail {
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  barcode: string | null;
  state: VariantState;
  reason: MatchReason | null;
  tracked: boolean;
  onHand: number | null;
  /** In grams. */
  weight: number | null;
  /** In millimetres. */
  width: number | null;
  height: number | null;
  length: number | null;
  /** When it was found gone from the shop. */
  goneAt: Date | null;
  product: { status: string; url: string | null; imageUrl: string | null } | null;
  mapping: { source: MappingSource; mappedAt: Date } | null;
  /** What it is mapped to. */
  components: (Goods & { quantity: number })[];
  /** What the store and the warehouse know of it besides stock. */
  values: WarehouseValues;
  /** What the shop should show by what the warehouse last said; null when it knows no such goods, undefined when that cannot be said. */
  follows: number | null | undefined;
  /** The shop calls it something else than when it was mapped. */
  renamed: { from: string | null } | null;
  /** The warehouse's products it may be, by SKU and barcode; those it is mapped to left out. */
  candidates: Goods[];
  /** Other variants of the same SKU or barcode. */
  rivals: NamedVariant[];
  /** The gone variant whose mapping it may take over. */
  former: (NamedVariant & { components: Component[] }) | null;
  /** Of a gone variant: those that may take its mapping over. */
  heirs: NamedVariant[];
}

/** Of lists that a merchant looks through, the first few. */
const FEW = 10;

/** Everything one variant's page shows, or `null` when the shop has, and had, no such variant. */
export async function readVariant(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<VariantDetail | null> {
  const { shop } = ctx;
  const variant = await ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } });
  if (!variant || (variant.goneAt && variant.state !== "tombstoned")) return null;
  const [onHand, product, mapping, held] = await Promise.all([
    loadOnHand(ctx, { variantId }),
    ctx.db.shopProduct.findUnique({ where: { shop_productId: { shop, productId: variant.productId } } }),
    ctx.db.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } }),
    ctx.db.mappingComponent.findMany({ where: { shop, variantId }, orderBy: { sku: "asc" } }),
  ]);
  const mapped = mapping?.decision === "mapped" ? mapping : null;
  const parts = mapped ? held : [];
  const [goods, values, candidates, rivals, former, heirs] = await Promise.all([
    describeGoods(
      ctx,
      parts.map(({ sku }) => sku as Sku),
    ),
    readWarehouseValues(ctx, { variant, product, skus: parts.map(({ sku }) => sku as Sku) }),
    readCandidates(ctx, { variant, except: parts.map(({ sku }) => sku as Sku) }),
    readRivals(ctx, variant),
    readFormer(ctx, variant),
    readHeirs(ctx, { variant, shopSku: mapped?.shopSku ?? null }),
  ]);
  const components = goods.map((one) => ({
    ...one,
    quantity: parts.find(({ sku }) => sku === one.sku)?.quantity ?? 1,
  }));
  return {
    ...shownOf({ ...variant, onHand }),
    product: productOf(product),
    mapping: mapped && { source: mapped.source, mappedAt: mapped.mappedAt },
    ...{ components, values },
    follows: stockOfVariant(
      components.map(({ quantity, stock, known }) => ({
        quantity,
        stock: known ? (stock ?? undefined) : null,
      })),
    ),
    renamed: mapped && mapped.shopSku !== variant.sku ? { from: mapped.shopSku } : null,
    ...{ candidates, rivals, former, heirs },
  };
}

function shownOf(variant: Variant) {
  const { productTitle, variantTitle, sku, barcode, state, reason, tracked, onHand } = variant;
  const { weight, width, height, length, goneAt } = variant;
  return {
    ...{ variantId: variant.variantId as VariantId, productTitle, variantTitle, sku, barcode, state, reason },
    ...{ tracked, onHand, weight, width, height, length, goneAt },
  };
}

function productOf(product: ShopProduct | null): VariantDetail["product"] {
  return product && { status: product.status, url: product.url, imageUrl: product.imageUrl };
}

async function readCandidates(
  ctx: ShopContext,
  { variant, except }: { variant: Variant; except: Sku[] },
): Promise<Goods[]> {
  const { skuFolded, barcode, suggestedSku } = variant;
  const rows = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    SELECT "sku" FROM (
      SELECT w."sku" FROM "WarehouseProduct" w WHERE w."shop" = ${ctx.shop} AND w."skuFolded" = ${skuFolded}
      UNION
      SELECT w."sku" FROM "WarehouseProduct" w WHERE w."shop" = ${ctx.shop} AND w."barcode" = ${barcode}
      UNION
      SELECT w."sku" FROM "WarehouseProduct" w WHERE w."shop" = ${ctx.shop} AND w."sku" = ${suggestedSku}
    ) found
    WHERE "sku" <> ALL(${except}::text[])
    ORDER BY "sku" IS DISTINCT FROM ${suggestedSku}, "sku" LIMIT ${FEW}`;
  return describeGoods(
    ctx,
    rows.map(({ sku }) => sku),
  );
}

async function readRivals(ctx: ShopContext, variant: Variant): Promise<NamedVariant[]> {
  const { variantId, skuFolded, barcode } = variant;
  return ctx.db.$queryRaw<NamedVariant[]>`
    SELECT "variantId", "productTitle", "variantTitle" FROM (
      SELECT v."variantId", v."productTitle", v."variantTitle" FROM "Variant" v
      WHERE v."shop" = ${ctx.shop} AND v."skuFolded" = ${skuFolded} AND v."goneAt" IS NULL AND NOT v."bundle"
      UNION
      SELECT v."variantId", v."productTitle", v."variantTitle" FROM "Variant" v
      WHERE v."shop" = ${ctx.shop} AND v."barcode" = ${barcode} AND v."goneAt" IS NULL AND NOT v."bundle"
    ) same
    WHERE "variantId" <> ${variantId}
    ORDER BY "productTitle", "variantTitle", "variantId" LIMIT ${FEW}`;
}

async function readFormer(ctx: ShopContext, { suggestedFrom }: Variant): Promise<VariantDetail["former"]> {
  const { shop } = ctx;
  if (!suggestedFrom) return null;
  const [found, components] = await Promise.all([
    ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId: suggestedFrom } } }),
    ctx.db.mappingComponent.findMany({ where: { shop, variantId: suggestedFrom }, orderBy: { sku: "asc" } }),
  ]);
  return {
    variantId: suggestedFrom as VariantId,
    productTitle: found?.productTitle ?? "",
    variantTitle: found?.variantTitle ?? "",
    components: components.map(({ sku, quantity }) => ({ sku: sku as Sku, quantity })),
  };
}

async function readHeirs(
  ctx: ShopContext,
  { variant, shopSku }: { variant: Variant; shopSku: string | null },
): Promise<NamedVariant[]> {
  if (!variant.goneAt || shopSku === null) return [];
  return ctx.db.$queryRaw<NamedVariant[]>`
    SELECT v."variantId", v."productTitle", v."variantTitle" FROM "Variant" v
    WHERE v."shop" = ${ctx.shop} AND v."skuFolded" = ${folded(Prisma.sql`${shopSku}`)} AND v."goneAt" IS NULL
      AND v."suggestedFrom" = ${variant.variantId}
    ORDER BY ${variantOrder()} LIMIT ${FEW}`;
}
