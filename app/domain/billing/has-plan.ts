import { ShopifyError } from "../../shopify/errors.ts";
import { ActivePlansDocument } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

/** Whether the shop has an active plan, as Shopify says now. A test plan is one. @throws ShopifyError */
export async function hasPlan(ctx: ShopContext): Promise<boolean> {
  const { currentAppInstallation } = await ctx.admin.request(ActivePlansDocument, {});
  return currentAppInstallation.activeSubscriptions.some(({ status }) => status === "ACTIVE");
}

/**
 * Whether a plan has to be chosen first. A shop that does not answer is believed: what is wrong is found within an hour
 * (`lookAtPlan`). Where everything is free nobody is asked.
 */
export async function needsPlan(ctx: ShopContext): Promise<boolean> {
  if (!ctx.plansUrl) return false;
  try {
    return !(await hasPlan(ctx));
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return false;
  }
}
