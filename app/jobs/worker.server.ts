import { EventEmitter, once } from "node:events";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import type { Services } from "../services.server.ts";
import { JOBS, type JobName } from "./catalog.ts";
import { runJob } from "./handlers.ts";
import { keepAlive } from "./worker-liveness.server.ts";

export interface RunningWorker {
  /** Takes no more jobs, lets those running finish, then resolves. */
  stop(): Promise<void>;
}

/** Jobs one worker process runs side by side. They mostly wait for other systems. */
const CONCURRENCY = 10;
/** How late a retry or a scheduled job may start; new jobs are announced and start at once. */
const POLL_MS = 1000;

const SCHEDULE = [
  // Heals what was never heard, and brings forward what still waits to be tried again.
  { task: "compare-all-shops", match: "0 * * * *", options: { jobKey: "compare-all-shops" } },
];

/** Starts taking jobs from the queue until stopped. */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const { log, pool } = services;
  const events: WorkerEvents = new EventEmitter();
  const created = once(events, "pool:create") as Promise<[{ workerPool: WorkerPool }]>;
  const taskList = Object.fromEntries(
    (Object.keys(JOBS) as JobName[]).map((name) => [
      name,
      (payload: unknown) => runJob(services, { name, payload }),
    ]),
  );
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    parsedCronItems: parseCronItems(SCHEDULE),
    logger: new WorkerLogger(() => (level, message) => {
      // What graphile calls info is its own housekeeping.
      log[level === "info" ? "debug" : level === "warning" ? "warn" : level](message);
    }),
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
