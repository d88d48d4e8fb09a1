import type { RunOptions } from "./run-steps.ts";
import type { SearchOptions } from "./search.ts";
import type { Setting } from "./small-world.ts";
import type { Without } from "./stock-rule.ts";

/** What a search of a small world must come to. */
export type Expected =
  /** Every decision is right to the unit. */
  | "exact"
  /** No decision sells what is not free; some wait. */
  | "safe"
  /** A mistake was made on purpose: a search that finds nothing is worth nothing. */
  | "fails"
  /** The worlds look alike and are not: so many histories, at most, sell more than any of them allows. */
  | { overAtMost: number };

export interface SmallWorld {
  name: string;
  setting: Setting;
  options: RunOptions;
  search: SearchOptions;
  without?: Without;
  expected: Expected;
}

const STATES_MAX = 400_000;
const SINGLE = [[1]];
const DUPLICATE_AND_KIT = [
  [1, 0],
  [1, 0],
  [1, 1],
];
const PART_AND_KIT = [
  [1, 0],
  [1, 1],
];
export const PART_AND_PAIR = [[1], [2]];

/** What happens every day, beside orders. */
export const ORDINARY: Setting["steps"] = { receive: 1, cancel: 1 };

const setting = (changes: Partial<Setting> = {}): Setting => ({
  mode: "on_hand",
  stock: [2],
  variants: SINGLE,
  safetyStock: 0,
  orders: 2,
  packs: "before or after",
  graceTicks: 1,
  hasTimes: false,
  steps: ORDINARY,
  ...changes,
});
const options = (changes: Partial<RunOptions> = {}): RunOptions => ({
  runs: 2,
  reads: "receipts, stock, store",
  receiptsApart: false,
  receiptsFail: false,
  fulfillments: "unread",
  losesAnswers: false,
  crashes: false,
  isSale: false,
  lostMeans: "replay",
  observesStockTwice: false,
  ...{ unmapped: [], remaps: 0, forgets: 0 },
  ...changes,
});
/** A small world: what is not said is one variant of two units, two orders and two runs. */
export const world = (
  name: string,
  expected: Expected,
  {
    by = "truth",
    without,
    run,
    ...of
  }: Partial<Setting> & { run?: Partial<RunOptions>; by?: SearchOptions["by"] } & Pick<
      Partial<SmallWorld>,
      "without"
    > = {},
): SmallWorld => ({
  name,
  setting: setting(of),
  options: options(run),
  search: { statesMax: STATES_MAX, by },
  ...(without && { without }),
  expected,
});

export const DUPLICATES = { stock: [2, 1], variants: DUPLICATE_AND_KIT };
export const KIT = { stock: [2, 1], variants: PART_AND_KIT };
