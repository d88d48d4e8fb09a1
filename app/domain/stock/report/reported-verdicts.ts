import type { StockVerdict } from "@prisma/client";

/**
 * What the difference report lists, in its order, which is the database's: what lies between `equal` and `gone`. So the
 * whole report is one stretch of one index.
 */
export const REPORTED = [
  "write",
  "activate",
  "stopped",
  "sale",
  "untracked",
  "not_stocked",
  "absurd",
  "rejected",
] as const satisfies readonly StockVerdict[];

export type Reported = (typeof REPORTED)[number];

/** Of these, those that say that the shop shows what it should not. The others are not ours to say. */
export const DIFFERING = REPORTED.filter((verdict) => verdict !== "untracked" && verdict !== "not_stocked");
