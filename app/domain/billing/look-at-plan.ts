import { OF_PLAN } from "../problems/problem-kinds.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { pauseStock } from "../stock/settings/change-stock-settings.ts";
import { loadStockSettings } from "../stock/settings/stock-settings.ts";
import { decidePlan } from "./decide-plan.ts";
import { hasPlan } from "./has-plan.ts";

/**
 * What an `app_subscriptions/update` hint leads to, and every hour: Shopify is asked for the shop's plan. A live shop
 * without one is told, and paused when its days are over; the problem remembers since when. Safe twice.
 * @throws ShopifyError
 */
export async function lookAtPlan(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  if (!ctx.plansUrl) return void (await clearProblems(ctx, { kinds: [...OF_PLAN] }));
  const active = await hasPlan(ctx);
  const [{ phase, pausedAt }, told, over] = await Promise.all([
    loadStockSettings(ctx),
    ctx.db.problem.findFirst({ where: { shop, kind: "plan-ended" } }),
    ctx.db.problem.count({ where: { shop, kind: "plan-over" } }),
  ]);
  const facts = { active, phase, toldAt: told?.openedAt ?? null, over: over > 0, now: ctx.clock() };
  const decision = decidePlan(facts);
  switch (decision.step) {
    case "fine":
      await clearProblems(ctx, { kinds: [...OF_PLAN] });
      return;
    case "tell":
      return openProblem(ctx, { kind: "plan-ended", details: { count: decision.daysLeft } });
    case "pause":
      // In this order, so that a run that was cut off is gone on with by the next.
      if (!pausedAt) await pauseStock(ctx);
      await openProblem(ctx, { kind: "plan-over" });
      await clearProblems(ctx, { kinds: ["plan-ended"] });
  }
}
