import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type CronItem,
  type Job,
  type JobHelpers,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import type { Services } from "../services.server.ts";
import { CHANGES_EVERY_MINUTES, JOBS, type JobName, type Lane } from "./catalog.ts";
import { runJob } from "./handlers.ts";
import { watchJob } from "./watch-job.ts";
import { keepAlive } from "./worker-liveness.server.ts";

/**
 * Jobs of each lane that one worker process runs side by side; they mostly wait for other systems. Those that events wait
 * for have places of their own, so that however many shops are being swept or read anew, another shop's event finds one
 * free.
 */
const PLACES: Record<Lane, number> = { swift: 6, slow: 4 };
/** How late a retry or a scheduled job may start; new jobs are announced and start at once. */
const POLL_MS = 1000;
/** Noting that a job is done takes a few milliseconds. */
const LOOK_AGAIN_MS = 20;

const SCHEDULE: CronItem[] = [
  { task: "sweep-all-shops", match: "0 * * * *", options: { jobKey: "sweep-all-shops" } },
  {
    task: "read-all-changes",
    match: `*/${CHANGES_EVERY_MINUTES} * * * *`,
    options: { jobKey: "read-all-changes" },
  },
  { task: "keep-all-access", match: "7 4 * * *", options: { jobKey: "keep-all-access" } },
  { task: "forget-the-old", match: "41 3 * * *", options: { jobKey: "forget-the-old" } },
  // Nightly for most of our merchants, and not on the hour, when everybody asks Shopify for something.
  { task: "import-all-catalogues", match: "23 2 * * *", options: { jobKey: "import-all-catalogues" } },
];

/** One life of graphile-worker in this process. */
export interface Part {
  /** As the queue knows it. */
  id: string;
  /** Resolves when it takes no jobs any more, for whatever reason. */
  over: Promise<void>;
  /** Takes no more jobs and resolves when those running are done and noted. */
  finish(): Promise<void>;
  /** Shows no longer that it lives: what it still holds is free for others. */
  letGo(): Promise<void>;
}

/** Takes jobs from the queue until it is to finish, or graphile-worker breaks off. @throws when the database is away */
export async function takeJobs(services: Services): Promise<Part> {
  const { pool } = services;
  const events: WorkerEvents = new EventEmitter();
  const created = once(events, "pool:create") as Promise<[{ workerPool: WorkerPool }]>;
  const runner = await run({
    pgPool: pool,
    events,
    taskList: taskList(services),
    concurrency: PLACES.swift + PLACES.slow,
    forbiddenFlags: keepPlaces(events),
    pollInterval: POLL_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(SCHEDULE),
    logger: workerLogger(services),
    // Noting one by one, it would leave nobody to hear of a failure, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const over = runner.promise.catch(() => undefined); // It has said why in the log.
  const [{ workerPool }] = await created;
  // A look finds one job and for its moment hides all others (`keepPlaces`): who found one has somebody look for the next.
  const lookOn = () => workerPool.nudge(1);
  events.on("job:start", lookOn);
  const liveness = await keepAlive(pool, workerPool.id).catch(async (error: unknown) => {
    await runner.stop().catch(() => undefined);
    throw error;
  });
  return {
    id: workerPool.id,
    over,
    async finish() {
      events.off("job:start", lookOn);
      const hasBroken = await runner.stop().then(
        () => false,
        () => true,
      );
      // graphile-worker does not wait until it has noted that they are done: ended before, they would be done again.
      while (!hasBroken && (await holdsJobs(pool, workerPool.id))) await sleep(LOOK_AGAIN_MS);
    },
    letGo: () => liveness.stop(),
  };
}

async function holdsJobs(pool: pg.Pool, workerId: string): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE locked_by = $1 LIMIT 1", [
    workerId,
  ]);
  return rowCount !== 0;
}

/**
 * Has lanes passed over that are full. They share one pool of workers all the same: graphile-worker's look for a job locks
 * all queues for a moment and passes over those that are locked. With a pool for each lane both looked when a job was
 * announced, and whoever was to run it often found its queue locked by the other, and slept until the next poll.
 * @returns which lanes a worker that begins to look must leave alone.
 */
function keepPlaces(events: WorkerEvents): () => Lane[] {
  const running: Record<Lane, number> = { swift: 0, slow: 0 };
  const lanes = Object.keys(running) as Lane[];
  /** Workers that look for a job, and may find one of any lane. */
  let looking = 0;
  const count = ({ flags }: Job, by: 1 | -1) => {
    for (const lane of lanes) if (flags?.[lane]) running[lane] += by;
  };
  events.on("job:start", ({ job }) => {
    looking--;
    count(job, 1);
  });
  events.on("worker:getJob:empty", () => looking--);
  events.on("worker:getJob:error", () => looking--);
  events.on("job:complete", ({ job }) => count(job, -1));
  return () => {
    const full = lanes.filter((lane) => running[lane] + looking >= PLACES[lane]);
    looking++;
    return full;
  };
}

/** The queue's view of the catalogue of jobs. */
export function taskList(services: Services): TaskList {
  const names = Object.keys(JOBS) as JobName[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown, { job }: Pick<JobHelpers, "job">) =>
        watchJob(services, { name, job, run: () => runJob(services, { name, payload }) }),
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
