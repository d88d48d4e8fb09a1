import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Env } from "../env.server.ts";
import type { StoreWork } from "./doors.ts";
import { createGate, type Gate } from "./gate.ts";

/** Requests of one store that one process works on at the same moment, by what they are. The others wait for a while. */
const CONCURRENCY: Record<StoreWork, number> = {
  // Each asks PostgreSQL for some things side by side, and all stores share eighteen connections.
  page: 8,
  preview: 2,
  export: 1,
  upload: 1,
};
/** Browsers send no more at once; a program that does learns to wait. */
const WAITING_MAX = 40;
/** Longer than any page takes, in milliseconds, and shorter than proxies wait. */
const WAIT_MAX_MS = 20_000;
/** Previews of all stores together: each holds one of the process's eighteen connections for as long as it takes. */
const PREVIEW_CONCURRENCY = 6;
/** When a store whose requests are too many may try again, in milliseconds. */
const CROWDED_RETRY_MS = 5_000;

export interface StoreLimits {
  /** As `NetworkLimits.enter`, of the requests that the staff of one store send. `signal` ends the wait. */
  enter(
    shop: string,
    work: StoreWork,
    signal: AbortSignal,
  ): Promise<{ done(): void } | { retryAfterMs: number }>;
}

/** Limits what one store may ask of this process, whoever of its staff asks and from wherever. */
export function createStoreLimits(env: Env): StoreLimits {
  const limiter = new RateLimiterMemory({ points: env.STORE_REQUESTS_PER_MINUTE, duration: 60 });
  const gateOf = (concurrency: number) =>
    createGate({ concurrency, waitingMax: WAITING_MAX, waitMaxMs: WAIT_MAX_MS });
  const gates: Record<StoreWork, Gate> = {
    page: gateOf(CONCURRENCY.page),
    preview: gateOf(CONCURRENCY.preview),
    export: gateOf(CONCURRENCY.export),
    upload: gateOf(CONCURRENCY.upload),
  };
  const previews = gateOf(PREVIEW_CONCURRENCY);

  return {
    async enter(shop, work, signal) {
      try {
        await limiter.consume(shop);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return { retryAfterMs: refused.msBeforeNext };
        throw refused;
      }
      const leaveStore = await gates[work].enter(shop, signal);
      if (!leaveStore) return { retryAfterMs: CROWDED_RETRY_MS };
      if (work !== "preview") return { done: leaveStore };
      const leaveProcess = await previews.enter("all stores", signal);
      if (!leaveProcess) {
        leaveStore();
        return { retryAfterMs: CROWDED_RETRY_MS };
      }
      return {
        done() {
          leaveProcess();
          leaveStore();
        },
      };
    },
  };
}
