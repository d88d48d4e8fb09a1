import type { StockPhase } from "@prisma/client";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Days for which stock goes on following the warehouse without a plan. Stopping at once would sell what is not there,
 * for want of a card that was renewed; a week is enough for whoever looks at their shop on working days.
 */
const DAYS_AFTER_PLAN = 7;

export interface PlanFacts {
  /** The shop has an active plan. */
  active: boolean;
  phase: StockPhase;
  /** When the merchant was first told that there is none; null before. */
  toldAt: Date | null;
  /** The days after it have ended. */
  over: boolean;
  now: Date;
}

export type PlanDecision =
  /** There is a plan, or nothing is written that would need one. */
  | { step: "fine" }
  /** The merchant is told, and how many days are left, 1 or more. */
  | { step: "tell"; daysLeft: number }
  /** Stock is paused. */
  | { step: "pause" };

/** What a shop's plan, or its lack, leads to. */
export function decidePlan({ active, phase, toldAt, over, now }: PlanFacts): PlanDecision {
  if (active || phase === "shadow") return { step: "fine" };
  if (over) return { step: "pause" };
  if (!toldAt) return { step: "tell", daysLeft: DAYS_AFTER_PLAN };
  const leftMs = toldAt.getTime() + DAYS_AFTER_PLAN * DAY_MS - now.getTime();
  return leftMs > 0 ? { step: "tell", daysLeft: Math.ceil(leftMs / DAY_MS) } : { step: "pause" };
}
