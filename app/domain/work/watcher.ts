import type { Tx } from "../../db.server.ts";

/**
 * Who waits for a long change. It is told how far the change is, and may have called it off, as long as it is not done.
 * Both go over other connections than the change's own transaction, which nobody sees into before its end.
 */
export interface Watcher {
  /** Call between two steps, with how much of it is done. @throws CalledOff */
  reached(percent: number): Promise<void>;
  /**
   * Call last, in the transaction of the change: what came of it is remembered with it, or neither is.
   * @throws CalledOff, by which the transaction is taken back
   */
  finish(tx: Tx, outcome: object): Promise<void>;
}

/** Somebody has called it off, or another run of the same was faster. Whatever was done in the transaction is taken back. */
export class CalledOff extends Error {
  override readonly name = "CalledOff";
}

/** Nobody but the request that waits for the answer. */
export const UNWATCHED: Watcher = {
  reached: () => Promise.resolve(),
  finish: () => Promise.resolve(),
};

/** The percents of a part of the work, from `from` to `to`, when `done` of its `of` steps are. */
export function partOf({
  from,
  to,
  done,
  of,
}: {
  from: number;
  to: number;
  done: number;
  of: number;
}): number {
  return Math.round(from + ((to - from) * Math.min(done, of)) / Math.max(1, of));
}
