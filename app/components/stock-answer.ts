import type { DifferenceCount } from "../domain/stock/count-differences.ts";
import type { AllowZeroesOutcome } from "../domain/stock/change-stock-settings.ts";

/** What the stock page answers to what is asked of it. */
export type StockAnswer =
  | { outcome: "preview"; count: DifferenceCount }
  | { outcome: "live"; count: number }
  | { outcome: "liveAll" }
  | { outcome: "paused" }
  | { outcome: "resumed" }
  | AllowZeroesOutcome
  | { outcome: "tracked" }
  /** The shop would not do it. */
  | { outcome: "refused"; reason: string }
  | { outcome: "kept" };
