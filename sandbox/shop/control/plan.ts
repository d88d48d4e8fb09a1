import { gid } from "../store/gid.ts";
import { nextId, type ShopContext } from "../store/shop.ts";

/** The merchant chooses one of the app's plans on Shopify's page, or ends the one they have. The app is told of both. */
export function setPlan(ctx: ShopContext, { name }: { name: string | null }): object {
  const { shop, now } = ctx;
  const { installation } = shop;
  const at = now().toISOString();
  const before = installation.plan;
  if (before) {
    delete installation.plan;
    tell(before, "CANCELLED");
  }
  if (name === null) return { plan: null };
  const plan = { id: nextId(shop), name, startedAt: at };
  installation.plan = plan;
  tell(plan, "ACTIVE");
  return { plan: name };

  function tell({ id, name, startedAt }: typeof plan, status: string): void {
    ctx.announce("app_subscriptions/update", () => ({
      app_subscription: {
        admin_graphql_api_id: gid("AppSubscription", id),
        name,
        status,
        admin_graphql_api_shop_id: gid("Shop", shop.id),
        created_at: startedAt,
        updated_at: at,
        currency: "EUR",
        capped_amount: null,
      },
    }));
  }
}
