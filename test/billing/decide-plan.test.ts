import { expect, test } from "vitest";
import { decidePlan, type PlanDecision, type PlanFacts } from "../../app/domain/billing/decide-plan.ts";

const now = new Date("2026-11-20T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);
const DAY = 24;
const WITHOUT: PlanFacts = { active: false, phase: "live", toldAt: null, over: false, now };

test.each<[string, Partial<PlanFacts>, PlanDecision]>([
  ["a shop with a plan", { active: true }, { step: "fine" }],
  ["one that has a plan again", { active: true, toldAt: ago(9 * DAY) }, { step: "fine" }],
  ["one that has a plan again after its stock was paused", { active: true, over: true }, { step: "fine" }],
  ["one that is not live has nothing to lose", { phase: "shadow" }, { step: "fine" }],
  ["one that went back from live", { phase: "shadow", toldAt: ago(9 * DAY) }, { step: "fine" }],
  ["a live one has a week", {}, { step: "tell", daysLeft: 7 }],
  ["one that is live in part, too", { phase: "selection" }, { step: "tell", daysLeft: 7 }],
  ["an hour later it is still called a week", { toldAt: ago(1) }, { step: "tell", daysLeft: 7 }],
  ["a day later there are six", { toldAt: ago(DAY) }, { step: "tell", daysLeft: 6 }],
  ["on its last day there is one", { toldAt: ago(7 * DAY - 1) }, { step: "tell", daysLeft: 1 }],
  ["after a week its stock is paused", { toldAt: ago(7 * DAY) }, { step: "pause" }],
  ["and stays so", { over: true }, { step: "pause" }],
])("%s", (_what, facts, decision) => {
  expect(decidePlan({ ...WITHOUT, ...facts })).toEqual(decision);
});
