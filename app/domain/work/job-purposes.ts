import type { ShopJobName } from "../../jobs/catalog.ts";

/** What a job does, as far as a merchant tells them apart. */
export type JobPurpose =
  | "stock"
  | "events"
  | "catalogue"
  | "products"
  | "return"
  | "disposal"
  | "returns"
  | "purchase"
  | "purchases"
  | "task"
  | "plan"
  | "access"
  | "flow"
  | "leaving";

export const PURPOSES: Record<ShopJobName, JobPurpose> = {
  "follow-stock-hints": "stock",
  "compare-stock": "stock",
  "sweep-stock": "stock",
  "read-unlisted": "stock",
  "write-stock": "stock",
  "set-previous-quantities": "stock",
  "settle-stock": "stock",
  "read-changed-inbounds": "stock",
  "turn-sale": "stock",
  "subscribe-to-events": "events",
  "follow-shop-hints": "catalogue",
  "import-catalogue": "catalogue",
  "push-products": "products",
  "push-edits": "products",
  "follow-return": "return",
  "dispose-return": "disposal",
  "find-returns": "returns",
  "check-returns": "returns",
  "follow-purchase": "purchase",
  "revisit-purchases": "purchases",
  "run-task": "task",
  "look-at-plan": "plan",
  "keep-access": "access",
  "tell-flow-of-return": "flow",
  "tell-flow-of-problem": "flow",
  "delete-shop-data": "leaving",
};

/** Events about the whole store, by what they lead to. */
const EVENT_PURPOSES: Record<string, JobPurpose> = {
  "app/scopes_update": "access",
  "app/uninstalled": "access",
  "app_subscriptions/update": "plan",
  "bulk_operations/finish": "catalogue",
};

/** What a job, or an event about the whole store, is for; null for one that no merchant tells apart. */
export function purposeOf(name: string): JobPurpose | null {
  return Object.hasOwn(PURPOSES, name) ? PURPOSES[name as ShopJobName] : (EVENT_PURPOSES[name] ?? null);
}
