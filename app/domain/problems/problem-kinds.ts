/** What a merchant can be told to fix. Each has its sentences (what broke, what it costs, what to do) in `i18n`. */
export type ProblemKind = (typeof STOPPING)[number] | (typeof ONCE)[number] | (typeof OF_GOODS)[number];

/** While one of these is open, no stock of the shop follows the warehouse. */
export const STOPPING = [
  "warehouse-unreachable",
  "warehouse-token-refused",
  "warehouse-not-understood",
  "shop-access-lost",
  "shop-scope-missing",
  "shop-frozen",
  "location-gone",
] as const;

/** Without a plan, where one is needed: stock is paused; it still follows for some days. */
export const OF_PLAN = ["plan-over", "plan-ended"] as const;

/** Of these, too, there is one at most. */
export const ONCE = [
  ...OF_PLAN,
  "stock-stopped",
  "webhook-key-refused",
  "warehouse-forbidden",
  "inbound-parts-missing",
  "events-refused",
  "events-missed",
] as const;

/** Each of these is about one record, and holds back no others; many may be open at once. */
export const OF_GOODS = [
  "inbound-unreadable",
  "return-unreadable",
  "return-undisposed",
  "shipment-unsynced",
  "product-unreadable",
  "stock-rejected",
  "stock-absurd",
  "stock-unreadable",
  "sku-unknown",
  "sku-renamed",
  "quantity-unsynced",
  "other-writer",
  "edit-rejected",
  /** About one of our own jobs, of which the others go on. */
  "job-failing",
] as const;

/** Those that name a record, or a job of ours, which can be tried again. */
export const RETRIABLE = [
  "inbound-unreadable",
  "product-unreadable",
  "stock-unreadable",
  "sku-unknown",
  "quantity-unsynced",
  "stock-rejected",
  "return-unreadable",
  "return-undisposed",
  "shipment-unsynced",
  "edit-rejected",
  "job-failing",
] as const satisfies ProblemKind[];
export type RetriableKind = (typeof RETRIABLE)[number];

/** All of them, the gravest first. */
export const PROBLEM_KINDS = [...STOPPING, ...ONCE, ...OF_GOODS] as const;

export function isStopping(kind: ProblemKind): kind is (typeof STOPPING)[number] {
  return STOPPING.some((one) => one === kind);
}

export function isOfGoods(kind: ProblemKind): kind is (typeof OF_GOODS)[number] {
  return OF_GOODS.some((one) => one === kind);
}

export function isRetriable(kind: ProblemKind): kind is RetriableKind {
  return RETRIABLE.some((one) => one === kind);
}
