import { EventEmitter, once } from "node:events";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type CronItem,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import { followMove } from "../domain/connection/sweep-all-shops.ts";
import type { Services } from "../services.server.ts";
import { JOBS, type JobName } from "./catalog.ts";
import { runJob } from "./handlers.ts";
import { keepAlive } from "./worker-liveness.server.ts";

export interface RunningWorker {
  /** Takes no more jobs, lets those running finish, then resolves. */
  stop(): Promise<void>;
}

/**
 * Jobs one worker process runs side by side; they mostly wait for other systems. Those that events wait for have places
 * of their own, so that however many shops are being swept or read anew, another shop's event finds one free.
 */
const CONCURRENCY = { swift: 6, slow: 4 };
/** How late a retry or a scheduled job may start; new jobs are announced and start at once. */
const POLL_MS = 1000;

const SCHEDULE: CronItem[] = [
  { task: "sweep-all-shops", match: "0 * * * *", options: { jobKey: "sweep-all-shops" } },
  { task: "read-all-changes", match: "*/5 * * * *", options: { jobKey: "read-all-changes" } },
  { task: "forget-the-old", match: "41 3 * * *", options: { jobKey: "forget-the-old" } },
  // Nightly for most of our merchants, and not on the hour, when everybody asks Shopify for something.
  { task: "import-all-catalogues", match: "23 2 * * *", options: { jobKey: "import-all-catalogues" } },
];

/** Starts taking jobs from the queue until stopped. */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const tasks = Object.entries(taskList(services));
  const isSwift = ([name]: [string, unknown]) => JOBS[name as JobName].queue === "stock";
  const swift = tasks.filter(isSwift);
  const slow = tasks.filter((task) => !isSwift(task));
  const running = [
    await take(services, { tasks: swift, concurrency: CONCURRENCY.swift, schedule: [] }),
    await take(services, { tasks: slow, concurrency: CONCURRENCY.slow, schedule: SCHEDULE }),
  ];
  await followMove(services.db, services.env.SHOPIFY_APP_URL);
  return {
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

async function take(
  services: Services,
  about: { tasks: [string, Task | undefined][]; concurrency: number; schedule: CronItem[] },
): Promise<RunningWorker> {
  const { pool } = services;
  const events: WorkerEvents = new EventEmitter();
  const created = once(events, "pool:create") as Promise<[{ workerPool: WorkerPool }]>;
  const runner = await run({
    pgPool: pool,
    events,
    taskList: Object.fromEntries(about.tasks),
    concurrency: about.concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(about.schedule),
    logger: workerLogger(services),
  });
  const [{ workerPool }] = await created;
  const liveness = await keepAlive(pool, workerPool.id);
  return {
    async stop() {
      await runner.stop();
      await liveness.stop();
    },
  };
}

/** The queue's view of the catalogue of jobs. */
export function taskList(services: Services): TaskList {
  const names = Object.keys(JOBS) as JobName[];
  return Object.fromEntries(
    names.map((name) => [name, (payload: unknown) => runJob(services, { name, payload })]),
  );
}

/** The queue's own words in our log. */
export function workerLogger({ log }: Services): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    // What graphile calls info is its own housekeeping.
    log[level === "info" ? "debug" : level === "warning" ? "warn" : level](message);
  });
}
