import { setTimeout as sleep } from "node:timers/promises";
import { followMove } from "../domain/connection/sweep-all-shops.ts";
import type { Services } from "../services.server.ts";
import { takeJobs } from "./take-jobs.server.ts";

export interface RunningWorker {
  /** Takes no more jobs, lets those running finish, then resolves; those that take too long are given back. */
  stop(): Promise<void>;
}

/** Of the time a process has to stop, what jobs may take of it; the rest is for giving back those that take longer. */
const PART_TO_FINISH = 0.8;
/** How often is tried to take jobs again after graphile-worker broke off. */
const TRY_EVERY_MS = 1000;

/**
 * Starts taking jobs from the queue until stopped. Where graphile-worker breaks off, as when PostgreSQL goes away while it
 * notes what came of a job, it is started anew; the jobs it held are freed like those of a worker that died.
 */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const { pool, env, log } = services;
  let part = await takeJobs(services);
  let stopping = false;
  const watch = async () => {
    for (;;) {
      if (stopping) return;
      await part.over;
      if (stopping) return;
      log.error("the worker broke off; another takes its place");
      await part.letGo();
      const next = await insist(() => takeJobs(services), { until: () => stopping });
      if (!next) return;
      part = next;
    }
  };
  const watched = watch();
  await followMove(services.db, services.env.SHOPIFY_APP_URL);
  return {
    async stop() {
      stopping = true;
      const finishAll = async () => {
        const known = part;
        await known.finish();
        await watched;
        if (part !== known) await part.finish(); // It took its place just now.
      };
      const finished = await within(finishAll(), env.STOP_WITHIN_SECONDS * 1000 * PART_TO_FINISH);
      if (!finished) {
        // They go on until this process ends, and may be begun elsewhere meanwhile: every job may run twice.
        await pool.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1])", [part.id]);
        log.warn("jobs that did not end in time were given back");
      }
      await part.letGo();
    },
  };
}

/** Tries until it works, or nobody wants it any more. */
async function insist<T>(
  work: () => Promise<T>,
  { until }: { until: () => boolean },
): Promise<T | undefined> {
  while (!until()) {
    try {
      return await work();
    } catch {
      await sleep(TRY_EVERY_MS);
    }
  }
  return undefined;
}

/** @returns whether it was over so soon. */
async function within(work: Promise<void>, ms: number): Promise<boolean> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    late = setTimeout(() => resolve(false), ms);
  });
  const over = await Promise.race([work.then(() => true), tooLate]);
  clearTimeout(late);
  return over;
}
