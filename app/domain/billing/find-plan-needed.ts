import { ShopifyError } from "../../shopify/errors.ts";
import { OF_PLAN } from "../problems/problem-kinds.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadStockSettings } from "../stock/settings/stock-settings.ts";
import { needsPlan } from "./has-plan.ts";
import { lookAtPlan } from "./look-at-plan.ts";

/** How the shop stands to the app's plans, as the panel shows it. */
export interface Plans {
  /** Shopify's page of them. */
  url: string;
  /** One has to be chosen before the shop can go live. */
  needed: boolean;
}

/**
 * On the panel's load, so that who comes back from Shopify's page of plans sees it at once. Nobody is asked of a shop
 * that is live and in order. Null where everything is free.
 */
export async function findPlanNeeded(ctx: ShopContext): Promise<Plans | null> {
  const { plansUrl: url, shop } = ctx;
  if (!url) return null;
  const [{ phase }, problems] = await Promise.all([
    loadStockSettings(ctx),
    ctx.db.problem.count({ where: { shop, kind: { in: [...OF_PLAN] } } }),
  ]);
  if (problems > 0) await lookNow(ctx);
  else if (phase === "live") return { url, needed: false };
  return { url, needed: await needsPlan(ctx) };
}

/** What could not be asked now is asked within the hour. */
async function lookNow(ctx: ShopContext): Promise<void> {
  try {
    await lookAtPlan(ctx);
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
  }
}
