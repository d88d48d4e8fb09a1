import type { VariantStockAnswer } from "../../../extension-answers.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { explainStock } from "./explain-stock.ts";

/** A variant's stock in both worlds as last read, for the block on its page. */
export async function showVariantStock(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<VariantStockAnswer> {
  const { shop } = ctx;
  const [connection, variant, goods, { look, written }] = await Promise.all([
    loadConnection(ctx),
    ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } }),
    readGoods(ctx, variantId),
    explainStock(ctx, { variantId }),
  ]);
  const isMapped = variant?.state === "mapped";
  return {
    connected: connection !== null,
    page: variant ? `app/products/${variantId.split("/").at(-1)}` : "app/products",
    state: variant?.state ?? "unknown",
    goods: isMapped ? goods : [],
    warehouseStock: (isMapped ? look?.warehouseStock : null) ?? null,
    onHand: variant?.onHand ?? null,
    looked: isMapped && look ? { at: look.shopReadAt.toISOString(), verdict: look.verdict } : null,
    written,
    now: ctx.clock().toISOString(),
  };
}

async function readGoods(ctx: ShopContext, variantId: VariantId): Promise<VariantStockAnswer["goods"]> {
  const { shop } = ctx;
  const components = await ctx.db.mappingComponent.findMany({
    where: { shop, variantId },
    orderBy: { sku: "asc" },
    select: { sku: true, quantity: true },
  });
  const products = await ctx.db.warehouseProduct.findMany({
    where: { shop, sku: { in: components.map(({ sku }) => sku) } },
    select: { sku: true, stock: true },
  });
  const stocks = new Map(products.map(({ sku, stock }) => [sku, stock]));
  return components.map(({ sku, quantity }) => ({ sku, quantity, stock: stocks.get(sku) ?? null }));
}
