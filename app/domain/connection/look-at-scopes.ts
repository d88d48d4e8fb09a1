import { missingIn } from "../../shopify/scopes.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { readGranted } from "./find-missing-scopes.ts";
import { sweepShop } from "./sweep-all-shops.ts";

/**
 * What an `app/scopes_update` hint leads to: Shopify is asked what the merchant lets the app do now. What is missing is a
 * problem at once, before something fails for want of it; granted again, it is over, and what was held up is gone on with.
 * @throws ShopifyError
 */
export async function lookAtScopes(ctx: ShopContext): Promise<void> {
  const where = { shop: ctx.shop, kind: "shop-scope-missing" };
  if (missingIn(await readGranted(ctx)).length > 0) return openProblem(ctx, { kind: "shop-scope-missing" });
  if ((await ctx.db.problem.count({ where })) === 0) return;
  await clearProblems(ctx, { kinds: ["shop-scope-missing"] });
  await sweepShop(ctx.db, ctx.shop);
}
