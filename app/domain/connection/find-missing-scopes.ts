import { ShopifyError } from "../../shopify/errors.ts";
import { GrantedScopesDocument } from "../../shopify/generated/operations.ts";
import { missingIn, type Scope } from "../../shopify/scopes.ts";
import type { ShopContext } from "../shop-context.ts";

export type { Scope };

/**
 * Permissions that the app needs and the merchant has not granted. What the session says was so when its token was made,
 * up to an hour ago: when nothing is missing by it, nobody is asked; otherwise Shopify is, and the session corrected.
 */
export async function findMissingScopes(ctx: ShopContext, granted: string | undefined): Promise<Scope[]> {
  const missing = missingIn(granted);
  if (missing.length === 0) return [];
  try {
    return missingIn(await readGranted(ctx));
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return missing;
  }
}

/** What the merchant lets the app do, as Shopify says now; the session is corrected. @throws ShopifyError */
export async function readGranted(ctx: ShopContext): Promise<string[]> {
  const { currentAppInstallation } = await ctx.admin.request(GrantedScopesDocument, {});
  const handles = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  await ctx.db.session.updateMany({
    where: { shop: ctx.shop, isOnline: false },
    data: { scope: handles.join(",") },
  });
  return handles;
}
