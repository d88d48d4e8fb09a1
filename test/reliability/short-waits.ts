import { createRequire, syncBuiltinESMExports } from "node:module";
import type * as Timers from "node:timers/promises";

/** Waits between tries are as many times shorter. */
const WAITS_SHORTER = 100;
/** Time-outs of one call as many times: the largest answer still arrives in time. */
const TIME_OUTS_SHORTER = 10;
/** Time-outs of a single call are as long or longer, in milliseconds; what the app gives one record of many is shorter. */
const CALL_TIME_OUT_MS = 10_000;

/**
 * Makes the app's waits between tries, and its time-outs for one call, shorter: a call that is tried four times and times out
 * each time takes 80 seconds otherwise.
 * @returns what makes them as long as before
 */
export function shortenWaits(): () => void {
  const timers = createRequire(import.meta.url)("node:timers/promises") as {
    -readonly [Name in keyof typeof Timers]: (typeof Timers)[Name];
  };
  const { setTimeout: sleep } = timers;
  timers.setTimeout = (ms, value, options) => sleep((ms ?? 0) / WAITS_SHORTER, value, options);
  syncBuiltinESMExports();
  const timeOut = AbortSignal.timeout;
  AbortSignal.timeout = (ms) =>
    timeOut.call(AbortSignal, ms < CALL_TIME_OUT_MS ? ms : Math.round(ms / TIME_OUTS_SHORTER));
  return () => {
    timers.setTimeout = sleep;
    syncBuiltinESMExports();
    AbortSignal.timeout = timeOut;
  };
}
