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
