import type { DifferenceCount } from "../domain/stock/report/count-differences.ts";
import type { AskForComparisonOutcome } from "../domain/stock/sweep/ask-for-comparison.ts";
import type { ConfirmJumpsOutcome } from "../domain/stock/mirror/confirm-jumps.ts";

/** What the stock page answers to what is asked of it. */
export type StockAnswer =
  | {
      outcome: "preview";
      count: DifferenceCount;
      /** The names of previous locations where the merchant has not said yet what becomes of their quantities. */
      previous: string[];
    }
  | { outcome: "live"; count: number }
  | { outcome: "liveAll" }
  | { outcome: "paused" }
  /** Nothing was done: without a plan the shop's stock does not follow the warehouse. */
  | { outcome: "needsPlan" }
  | { outcome: "resumed" }
  | ConfirmJumpsOutcome
  | AskForComparisonOutcome
  | { outcome: "tracked" }
  /** The shop would not do it. */
  | { outcome: "refused"; reason: string }
  | { outcome: "kept" };
