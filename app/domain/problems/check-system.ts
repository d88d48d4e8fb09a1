import { FulfilmentError } from "../../fulfilment/errors.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import { GrantedScopesDocument } from "../../shopify/generated/operations.ts";
import { missingIn } from "../../shopify/scopes.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * Asks the system whose call failed a question about no record. Only where that is answered, the failure concerns less than the
 * whole system.
 * @throws FulfilmentError, ShopifyError of the whole system when it does not answer, or when the store's merchant has not
 * granted what the app needs
 */
export async function checkSystemOf(ctx: ShopContext, error: FulfilmentError | ShopifyError): Promise<void> {
  if (error.scope === "system") throw error;
  if (error instanceof FulfilmentError) {
    const connection = await loadConnection(ctx);
    return connection ? ctx.warehouse(connection.accessToken).check() : undefined;
  }
  const missing = await checkShop(ctx);
  if (missing && error.code === "scope-missing") throw error.with({ scope: "system" });
}

/** @returns whether the merchant has not granted everything that the app needs */
async function checkShop(ctx: ShopContext): Promise<boolean> {
  try {
    const { currentAppInstallation } = await ctx.admin.request(GrantedScopesDocument, {});
    return missingIn(currentAppInstallation.accessScopes.map(({ handle }) => handle)).length > 0;
  } catch (error) {
    throw error instanceof ShopifyError ? error.with({ scope: "system" }) : error;
  }
}
