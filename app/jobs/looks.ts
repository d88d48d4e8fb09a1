import type { Job, WorkerEvents, WorkerPool } from "graphile-worker";
import type { Lane } from "./catalog.ts";
import { fullLanes, LANES } from "./places.ts";

export interface Looks {
  /** To be asked by each worker that begins to look for a job. @returns the lanes it must leave alone. */
  begin(): Lane[];
  /** From now on nobody is asked to look; those who do are let finish. */
  end(): void;
}

/**
 * Keeps lanes from taking more than their places, and sees to it that a job is looked for again where a look may have missed
 * it.
 *
 * All lanes share one pool of workers. graphile-worker's look for a job locks all free queues for a moment and passes over those
 * that are locked, so two looks at the same time hide each other's jobs, and a worker that finds none sleeps until the next
 * poll. Hence who finds a job has another look for the next; and when a job is announced while somebody looks, who may have begun
 * before it was there and hide it from whoever is woken for it, one more look follows when all are over.
 */
export function watchLooks(events: WorkerEvents, places: Record<Lane, number>): Looks {
  const running: Record<Lane, number> = { swift: 0, slow: 0 };
  /** Workers that look for a job, and may find one of any lane. */
  let looking = 0;
  /** Whether a job was announced while somebody looked. */
  let missed = false;
  let ended = false;

  const count = ({ flags }: Job, by: 1 | -1) => {
    for (const lane of LANES) if (flags?.[lane]) running[lane] += by;
  };
  const look = (pool: WorkerPool) => {
    if (looking === 0) missed = false;
    if (!ended) pool.nudge(1);
  };
  const endOne = (pool: WorkerPool) => {
    looking--;
    if (missed && looking === 0) look(pool);
  };

  events.on("pool:listen:notification", () => {
    if (looking > 0) missed = true;
  });
  events.on("job:start", ({ job, worker }) => {
    looking--;
    count(job, 1);
    look(worker.workerPool);
  });
  events.on("worker:getJob:empty", ({ worker }) => endOne(worker.workerPool));
  events.on("worker:getJob:error", ({ worker }) => endOne(worker.workerPool));
  events.on("job:complete", ({ job }) => count(job, -1));
  return {
    begin() {
      const full = fullLanes(running, looking, places);
      looking++;
      return full;
    },
    end() {
      ended = true;
    },
  };
}
