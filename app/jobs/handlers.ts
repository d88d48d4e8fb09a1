import { importCatalogue } from "../domain/catalog/import-catalogue.ts";
import { pushEdits } from "../domain/catalog/push-edits.ts";
import { pushProducts } from "../domain/catalog/push-products.ts";
import { importAllCatalogues, readAllChanges, sweepAllShops } from "../domain/connection/sweep-all-shops.ts";
import { deleteShopData } from "../domain/connection/forget-shop.ts";
import { subscribeToEvents } from "../domain/connection/subscribe-to-events.ts";
import { followShopHints } from "../domain/events/follow-shop-hints.ts";
import { followStockHints } from "../domain/events/follow-stock-hints.ts";
import type { InboundRef } from "../domain/ids.ts";
import { followPurchase } from "../domain/inbounds/follow-purchase.ts";
import { revisitPurchases } from "../domain/inbounds/revisit-purchases.ts";
import { withProblems } from "../domain/problems/with-problems.ts";
import { disposeReturn } from "../domain/returns/dispose-return.ts";
import { followReturn } from "../domain/returns/follow-return.ts";
import { findReturns } from "../domain/returns/find-returns.ts";
import { revisitReturns } from "../domain/returns/revisit-returns.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { compareStock } from "../domain/stock/compare-stock.ts";
import { forgetTheOld } from "../domain/stock/forget-the-old.ts";
import { readChangedInbounds } from "../domain/stock/read-changed-inbounds.ts";
import { settleStock } from "../domain/stock/settle-stock.ts";
import { sweepStock } from "../domain/stock/sweep-stock.ts";
import { turnSale } from "../domain/stock/turn-sale.ts";
import { writeDifferences } from "../domain/stock/write-differences.ts";
import type { Services } from "../services.server.ts";
import { JOBS, type JobName, type PurchaseJobName, type ReturnJobName, type ShopJobName } from "./catalog.ts";

/** The use case behind each job of a shop. */
const OF_SHOP: Record<ShopJobName, (ctx: ShopContext) => Promise<void>> = {
  "follow-stock-hints": followStockHints,
  "follow-shop-hints": followShopHints,
  "subscribe-to-events": subscribeToEvents,
  "import-catalogue": importCatalogue,
  "compare-stock": compareStock,
  "sweep-stock": sweepStock,
  "write-stock": writeDifferences,
  "settle-stock": settleStock,
  "read-changed-inbounds": readChangedInbounds,
  "turn-sale": turnSale,
  "push-products": pushProducts,
  "push-edits": pushEdits,
  "delete-shop-data": deleteShopData,
  "find-returns": findReturns,
  "revisit-returns": revisitReturns,
  "revisit-purchases": revisitPurchases,
};

/** The use case behind each job of one return. */
const OF_RETURN: Record<ReturnJobName, (ctx: ShopContext, about: { returnId: string }) => Promise<void>> = {
  "follow-return": followReturn,
  "dispose-return": disposeReturn,
};

/** The use case behind each job of one purchase. */
const OF_PURCHASE: Record<PurchaseJobName, (ctx: ShopContext, about: { ref: InboundRef }) => Promise<void>> =
  {
    "follow-purchase": followPurchase,
  };

/**
 * Runs one job. Whatever it throws makes the queue try again later, with growing gaps; what a merchant should know
 * of has been opened as a problem by then.
 */
export async function runJob(
  services: Services,
  { name, payload }: { name: JobName; payload: unknown },
): Promise<void> {
  if (name === "sweep-all-shops") return sweepAllShops(services.db);
  if (name === "import-all-catalogues") return importAllCatalogues(services.db);
  if (name === "read-all-changes") return readAllChanges(services.db);
  if (name === "forget-the-old") return forgetTheOld(services);
  if (isOfReturn(name)) {
    const { shop, returnId } = JOBS[name].schema.parse(payload);
    const ctx = services.openShop(shop);
    return withProblems(ctx, () => OF_RETURN[name](ctx, { returnId }));
  }
  if (isOfPurchase(name)) {
    const { shop, ref } = JOBS[name].schema.parse(payload);
    const ctx = services.openShop(shop);
    return withProblems(ctx, () => OF_PURCHASE[name](ctx, { ref }));
  }
  const { shop } = JOBS[name].schema.parse(payload);
  const ctx = services.openShop(shop);
  await withProblems(ctx, () => OF_SHOP[name](ctx));
}

function isOfReturn(name: JobName): name is ReturnJobName {
  return Object.hasOwn(OF_RETURN, name);
}

function isOfPurchase(name: JobName): name is PurchaseJobName {
  return Object.hasOwn(OF_PURCHASE, name);
}
