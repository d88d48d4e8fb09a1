import type { StockSumAnswer, VariantStockAnswer } from "../../../extension-answers.ts";
import { loadOnHand } from "../../catalog/load-on-hand.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { explainStock } from "./explain-stock.ts";
import type { StockSum } from "./get-stock-sums.ts";

/** A variant's stock in both systems as last read, and the sum between them, for the block on its page. */
export async function showVariantStock(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<VariantStockAnswer> {
  const { shop } = ctx;
  const [connection, variant, onHand, components, { look, sum, written }] = await Promise.all([
    loadConnection(ctx),
    ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } }),
    loadOnHand(ctx, { variantId }),
    ctx.db.mappingComponent.findMany({ where: { shop, variantId }, orderBy: { sku: "asc" } }),
    explainStock(ctx, { variantId }),
  ]);
  const isMapped = variant?.state === "mapped";
  return {
    connected: connection !== null,
    page: variant ? `app/products/${variantId.split("/").at(-1)}` : "app/products",
    state: variant?.state ?? "unknown",
    components: isMapped ? components.map(({ sku, quantity }) => ({ sku, units: quantity })) : [],
    sum: isMapped && sum ? answerOf(sum) : null,
    warehouseStock: (isMapped ? look?.warehouseStock : null) ?? null,
    onHand,
    looked: isMapped && look ? { at: look.shopReadAt.toISOString(), verdict: look.verdict } : null,
    written,
    now: ctx.clock().toISOString(),
  };
}

function answerOf({ sellable, limitedBy, skus }: StockSum): StockSumAnswer {
  return {
    ...{ sellable, limitedBy },
    skus: skus.map(({ sku, units, lines, sellable, makes }) => ({ sku, units, lines, sellable, makes })),
  };
}
