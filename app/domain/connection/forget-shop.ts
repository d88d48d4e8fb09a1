import { ShopifyError } from "../../shopify/errors.ts";
import { LocationsDocument } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * What an `app/uninstalled` hint leads to. The hint may be late and the app installed again since, so the shop is
 * asked: only when our token is refused is the connection closed and the secrets deleted. Mappings, ledger and the
 * memory of subscriptions (the warehouse goes on sending) stay, for a merchant who comes back; Shopify asks for their
 * deletion separately (`deleteShopData`).
 */
export async function closeIfUninstalled(ctx: ShopContext): Promise<void> {
  try {
    await ctx.admin.request(LocationsDocument, {});
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.code !== "access-lost") throw error;
    const { shop } = ctx;
    await ctx.db.$transaction([
      ctx.db.session.deleteMany({ where: { shop } }),
      ctx.db.connection.updateMany({
        where: { shop },
        data: { disconnectedAt: ctx.clock(), accessToken: "", webhookKey: "", oldWebhookKey: null },
      }),
      // Gone on with after a return it would bring back a shop of long ago.
      ...forgettingImport(ctx),
    ]);
    ctx.log.info("the app was uninstalled; the connection is closed");
  }
}

/** The reading of both catalogues that is under way, with what Shopify found so far; its blocks are named by its id. */
function forgettingImport({ db, shop }: ShopContext) {
  return [
    db.$executeRaw`
      DELETE FROM "ImportBlock" b USING "CatalogueImport" i WHERE i."shop" = ${shop} AND b."importId" = i."id"`,
    db.catalogueImport.deleteMany({ where: { shop } }),
  ];
}

/** Deletes everything kept about a shop. Shopify asks for it (`shop/redact`) two days after an uninstall. */
export async function deleteShopData(ctx: ShopContext): Promise<void> {
  const where = { shop: ctx.shop };
  await ctx.db.$transaction([
    ctx.db.session.deleteMany({ where }),
    ctx.db.connection.deleteMany({ where }),
    ctx.db.subscription.deleteMany({ where }),
    ...forgettingImport(ctx),
    ctx.db.catalogueSettings.deleteMany({ where }),
    ctx.db.mappingUpload.deleteMany({ where }),
    ctx.db.pushedProduct.deleteMany({ where }),
    ctx.db.sharedSku.deleteMany({ where }),
    ctx.db.shopProduct.deleteMany({ where }),
    ctx.db.variant.deleteMany({ where }),
    ctx.db.warehouseProduct.deleteMany({ where }),
    ctx.db.mapping.deleteMany({ where }),
    ctx.db.mappingComponent.deleteMany({ where }),
    ctx.db.hint.deleteMany({ where }),
    ctx.db.ledgerEntry.deleteMany({ where }),
    ctx.db.stockLook.deleteMany({ where }),
    ctx.db.stockSweep.deleteMany({ where }),
    ctx.db.stockComparison.deleteMany({ where }),
    ctx.db.stockBuffer.deleteMany({ where }),
    ctx.db.stockSettings.deleteMany({ where }),
    ctx.db.problem.deleteMany({ where }),
    ctx.db.return.deleteMany({ where }),
    ctx.db.returnSettings.deleteMany({ where }),
    ctx.db.timelineEntry.deleteMany({ where }),
    ctx.db.purchaseInbound.deleteMany({ where }),
  ]);
}
