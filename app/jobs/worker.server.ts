import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type JobHelpers,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import { followMove } from "../domain/connection/sweep-all-shops.ts";
import type { Services } from "../services.server.ts";
import { JOBS, type JobName } from "./catalog.ts";
import { giveBack } from "./give-back.ts";
import { runJob } from "./handlers.ts";
import { watchLooks } from "./looks.ts";
import { PLACES } from "./places.ts";
import { SCHEDULE } from "./schedule.ts";
import { patientPool } from "./patient-pool.server.ts";
import { watchJob } from "./watch-job.ts";
import { keepAlive } from "./worker-liveness.server.ts";

export interface RunningWorker {
  /** Takes no more jobs, lets those running finish, then resolves; those that take too long are given back. */
  stop(): Promise<void>;
}

/** How late a retry, or what is to be done later, may start. New jobs are announced and start at once. */
const POLL_MS = 1000;

/** Of the time a process has to stop, what jobs may take of it; the rest is for giving back those that take longer. */
const PART_TO_FINISH = 0.8;
/** Noting that a job is done takes a few milliseconds. */
const LOOK_AGAIN_MS = 20;

/** Starts taking jobs from the queue until stopped. */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const { pool, env, log } = services;
  const places = { ...PLACES, swift: env.EVENT_JOBS_AT_ONCE };
  const events: WorkerEvents = new EventEmitter();
  const running = noteRunning(events);
  const looks = watchLooks(events, places);
  const created = once(events, "pool:create") as Promise<[{ workerPool: WorkerPool }]>;
  const runner = await run({
    pgPool: patientPool(pool),
    events,
    taskList: taskList(services),
    concurrency: places.swift + places.slow,
    forbiddenFlags: () => looks.begin(),
    pollInterval: POLL_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(SCHEDULE),
    logger: workerLogger(services),
  });
  let stopping = false;
  // Nothing catches this error, so that the process ends: it would go on without jobs and count as a worker that lives.
  const endUnlessStopping = () => {
    if (!stopping) throw new Error("graphile-worker stopped without being asked");
  };
  void runner.promise.then(endUnlessStopping, endUnlessStopping);
  const [{ workerPool }] = await created;
  const liveness = await keepAlive(pool, {
    workerId: workerPool.id,
    isRunning: (jobId) => running.has(jobId),
  });
  await followMove(services.db, services.env.SHOPIFY_APP_URL);
  return {
    async stop() {
      stopping = true;
      looks.end();
      const finishAll = async () => {
        await runner.stop().catch(() => undefined); // It may have stopped already.
        // graphile-worker does not wait until it has noted that they are done: ended before, they would be done again.
        while (await holdsJobs(pool, workerPool.id)) await sleep(LOOK_AGAIN_MS);
      };
      const finished = await within(finishAll(), env.STOP_WITHIN_SECONDS * 1000 * PART_TO_FINISH);
      if (!finished) {
        // They go on until this process ends, and may be begun elsewhere meanwhile: every job may run twice.
        await giveBack(pool, { workers: [workerPool.id] });
        log.warn("jobs that did not end in time were given back");
      }
      await liveness.stop();
    },
  };
}

/** The jobs this process has begun with and not ended. */
function noteRunning(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>();
  events.on("job:start", ({ job }) => running.add(job.id));
  events.on("job:complete", ({ job }) => running.delete(job.id));
  return running;
}

async function holdsJobs(pool: pg.Pool, workerId: string): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE locked_by = $1 LIMIT 1", [
    workerId,
  ]);
  return rowCount !== 0;
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

/** The queue's view of the catalogue of jobs. */
export function taskList(services: Services): TaskList {
  const names = Object.keys(JOBS) as JobName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown, { job }: Pick<JobHelpers, "job">) =>
        watchJob(services, {
          name,
          job,
          run: () =>
            runJob(services, {
              name,
              payload,
              jobId: job.id,
              attempt: job.attempts,
              isLastTry: job.attempts >= job.max_attempts,
            }),
        }),
    ]),
  );
}

/** The queue's own words in our log. */
export function workerLogger({ log }: Services): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta?.failure) return; // `watchJob` has said it, and on which occasion.
    // What graphile calls info is its own housekeeping.
    log[level === "info" ? "debug" : level === "warning" ? "warn" : level](message);
  });
}
