import { queueJob } from "../../jobs/catalog.ts";
import { VariantsPageDocument } from "../../shopify/generated/operations.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";
import { matchVariants } from "./match-variants.ts";
import { storeVariants } from "./store-variants.ts";
import { storeWarehouseProducts } from "./store-warehouse-products.ts";

/**
 * Reads both catalogues whole, matches them, and asks for the stock to be compared. Cut off anywhere, the next run
 * starts from the first page and ends the same.
 */
export async function importCatalogue(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const { shop } = ctx;
  const startedAt = ctx.clock();
  await readShop(ctx, { since: startedAt, locationId: connection.locationId });
  const readAt = ctx.clock();
  for await (const products of ctx.warehouse(connection.accessToken).products.pages())
    await storeWarehouseProducts(ctx, { products, readAt });
  // What the shop no longer shows is gone there. Its mapping stays, for when the merchant makes it anew.
  await ctx.db.variant.deleteMany({ where: { shop, readAt: { lt: startedAt } } });
  await matchVariants(ctx, "all");
  await ctx.db.$transaction(async (tx) => {
    await tx.connection.updateMany({ where: { shop }, data: { importedAt: ctx.clock() } });
    await queueJob(tx, { name: "compare-stock", shop });
  });
}

async function readShop(ctx: ShopContext, about: { since: Date; locationId: string }): Promise<void> {
  let after: string | null = null;
  do {
    const { productVariants }: Awaited<ReturnType<typeof readPage>> = await readPage(ctx, {
      after,
      locationId: about.locationId,
    });
    await storeVariants(ctx, { variants: productVariants.nodes, since: about.since });
    after = productVariants.pageInfo.hasNextPage ? productVariants.pageInfo.endCursor : null;
  } while (after);
}

function readPage(ctx: ShopContext, variables: { after: string | null; locationId: string }) {
  return ctx.admin.request(VariantsPageDocument, variables);
}
