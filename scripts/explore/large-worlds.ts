import { world, type SmallWorld } from "./define-world.ts";
import type { RunOptions } from "./run-steps.ts";
import type { Setting } from "./small-world.ts";
import { FIRST_SIGHT, ODD_STEPS } from "./worlds.ts";

const MANY_VARIANTS = {
  stock: [6, 4, 3],
  variants: [
    [1, 0, 0],
    [1, 0, 0],
    [0, 2, 0],
    [1, 1, 0],
    [0, 1, 3],
  ],
  orders: 16,
};
const MANY_RUNS: Partial<RunOptions> = { runs: 40, losesAnswers: true, crashes: true };
const OFTEN: Setting["steps"] = {
  ...{ receive: 6, cancel: 4, "set aside": 3, "set aside no more": 3 },
  ...{ "order from elsewhere": 3, "order to elsewhere": 3 },
};
const ODD_OFTEN: Setting["steps"] = {
  ...OFTEN,
  ...Object.fromEntries([...ODD_STEPS, "fulfill unseen", "receive defective"].map((step) => [step, 2])),
};

/** Worlds too large to be searched, of which random ways are taken. What is not exact holds what holds always. */
export const LARGE_WORLDS: readonly SmallWorld[] = [
  world("every day", "exact", { ...MANY_VARIANTS, steps: OFTEN, run: MANY_RUNS }),
  world("every day, safety stock, sale", "exact", {
    ...MANY_VARIANTS,
    safetyStock: 1,
    steps: OFTEN,
    run: { ...MANY_RUNS, isSale: true },
  }),
  world("every day, available", "exact", {
    ...MANY_VARIANTS,
    mode: "available",
    steps: OFTEN,
    run: MANY_RUNS,
  }),
  world("every day, fulfillments", "exact", {
    ...MANY_VARIANTS,
    steps: { ...OFTEN, "fulfill unseen": 2 },
    run: { ...MANY_RUNS, fulfillments: "beside the stock" },
  }),
  world("seen for the first time", "safe", {
    ...{ ...MANY_VARIANTS, ...FIRST_SIGHT },
    steps: OFTEN,
    run: { ...MANY_RUNS, fulfillments: "before", unmapped: [1, 4], remaps: 4, forgets: 2 },
  }),
  world("odd steps", "safe", {
    ...MANY_VARIANTS,
    graceTicks: 2,
    steps: ODD_OFTEN,
    run: { ...MANY_RUNS, receiptsApart: true, receiptsFail: true },
  }),
  world("odd steps, available", "safe", {
    ...MANY_VARIANTS,
    mode: "available",
    graceTicks: 2,
    steps: ODD_OFTEN,
    run: MANY_RUNS,
  }),
  world("odd steps, fulfillments", "safe", {
    ...MANY_VARIANTS,
    graceTicks: 2,
    steps: ODD_OFTEN,
    run: { ...MANY_RUNS, fulfillments: "before" },
  }),
];
