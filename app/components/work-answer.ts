import type { CancelWorkOutcome } from "../domain/work/cancel-work.ts";

/** What is answered when something is said to work that takes its time. */
export type WorkAnswer = CancelWorkOutcome | { outcome: "put-away" };
