import { LONG_TX_MS } from "../catalog/mapping/match-variants.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import { LocationsDocument } from "../../shopify/generated/operations.ts";
import { unqueueingShop } from "../../jobs/catalog.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { closeConnection } from "./close-connection.ts";
import { forgettingImport } from "./forget-import.ts";

/**
 * What an `app/uninstalled` hint leads to. The hint may be late and the app installed again since, so the shop is
 * asked: only when our token is refused is the connection closed (`closeConnection`) and the way into the shop deleted.
 * Shopify asks for the deletion of the rest separately (`forgetShop`).
 */
export async function closeIfUninstalled(ctx: ShopContext): Promise<void> {
  if (await isInstalled(ctx)) return;
  const { shop } = ctx;
  await ctx.db.$transaction(
    async (tx) => {
      await tx.session.deleteMany({ where: { shop } });
      await closeConnection(tx, { shop, at: ctx.clock() });
      await tx.problem.deleteMany({ where: { shop } });
      await noteActivity({ ...ctx, db: tx }, { kind: "uninstalled", details: {} });
    },
    { timeout: LONG_TX_MS },
  );
  ctx.log.info("the app was uninstalled; the connection is closed");
}

/**
 * What Shopify's `shop/redact` leads to, two days after an uninstall: everything kept about the shop is deleted. A shop
 * that has installed the app again since is asked first, and keeps what it has; so does one that does not answer, until
 * it does. One that Shopify has closed is forgotten: it will not answer again.
 */
export async function forgetShop(ctx: ShopContext): Promise<void> {
  if (await isInstalled(ctx, { whenClosed: false }))
    return ctx.log.warn("asked to forget a shop that has the app again; nothing is deleted");
  await deleteShopData(ctx);
}

/**
 * Whether the shop still lets us in. Of a shop that Shopify has closed or frozen that cannot be told.
 * @throws ShopifyError when it cannot be told now
 */
async function isInstalled(
  ctx: ShopContext,
  { whenClosed }: { whenClosed?: boolean } = {},
): Promise<boolean> {
  try {
    await ctx.admin.request(LocationsDocument, {});
    return true;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    if (error.code === "access-lost") return false;
    if (error.code === "scope-missing") return true;
    if (error.code === "shop-closed" && whenClosed !== undefined) return whenClosed;
    throw error;
  }
}

/** Deletes everything kept about a shop, and the jobs that wait for it. */
export async function deleteShopData(ctx: ShopContext): Promise<void> {
  const where = { shop: ctx.shop };
  await ctx.db.$transaction([
    ctx.db.session.deleteMany({ where }),
    ctx.db.connection.deleteMany({ where }),
    // Its quantities go with it.
    ctx.db.previousLocation.deleteMany({ where }),
    ctx.db.subscription.deleteMany({ where }),
    ...forgettingImport(ctx.db, ctx.shop),
    ctx.db.catalogueSettings.deleteMany({ where }),
    ctx.db.mappingUpload.deleteMany({ where }),
    ctx.db.pushedProduct.deleteMany({ where }),
    ctx.db.productUpdate.deleteMany({ where }),
    ctx.db.shopProduct.deleteMany({ where }),
    ctx.db.variant.deleteMany({ where }),
    ctx.db.warehouseProduct.deleteMany({ where }),
    ctx.db.mapping.deleteMany({ where }),
    ctx.db.mappingComponent.deleteMany({ where }),
    ctx.db.hint.deleteMany({ where }),
    ctx.db.ledgerEntry.deleteMany({ where }),
    ctx.db.stockDay.deleteMany({ where }),
    ctx.db.stockLook.deleteMany({ where }),
    ctx.db.skuBalance.deleteMany({ where }),
    ctx.db.inboundReceipt.deleteMany({ where }),
    ctx.db.orderFulfillment.deleteMany({ where }),
    ctx.db.fulfilledUnits.deleteMany({ where }),
    ctx.db.stockSweep.deleteMany({ where }),
    ctx.db.stockComparison.deleteMany({ where }),
    ctx.db.stockBuffer.deleteMany({ where }),
    ctx.db.stockSettings.deleteMany({ where }),
    ctx.db.problem.deleteMany({ where }),
    ctx.db.task.deleteMany({ where }),
    ctx.db.activity.deleteMany({ where }),
    ctx.db.return.deleteMany({ where }),
    ctx.db.returnSettings.deleteMany({ where }),
    ctx.db.timelineEntry.deleteMany({ where }),
    ctx.db.purchaseInbound.deleteMany({ where }),
    ctx.db.otherInbound.deleteMany({ where }),
    ctx.db.savedView.deleteMany({ where }),
    ctx.db.$executeRaw(unqueueingShop(ctx.shop)),
  ]);
}
