import type { Job } from "graphile-worker";
import { onCrash, onOccasion } from "../operations/log.server.ts";
import type { JobResult } from "../operations/metrics.server.ts";
import type { Services } from "../services.server.ts";
import { traced } from "../operations/tracing.server.ts";
import type { JobName } from "./catalog.ts";
import { giveBack } from "./give-back.ts";

interface WatchedJob {
  name: JobName;
  job: Pick<Job, "id" | "attempts" | "max_attempts" | "locked_by">;
  run: () => Promise<void>;
}

/** What a job failed with in whose course an unexpected error came up. */
const CRASHED = "An unexpected error ended the worker's process while the job ran.";

/**
 * Runs a job, counts what comes of it and says so in the log, where all it logs says which job it is. What it throws goes
 * on to the queue, which tries again. An unexpected error in its course fails it at once: it may never end on its own.
 */
export async function watchJob(
  { metrics, log, pool }: Services,
  { name, job, run }: WatchedJob,
): Promise<void> {
  // The run under way is counted among the attempts already.
  const { id: jobId, attempts: attempt, max_attempts: most } = job;
  const crashed = Promise.withResolvers<never>();
  const fail = async () => {
    // Under its number the run, which goes on until the process ends, could still write.
    const taken = { workers: [job.locked_by ?? ""], jobs: [jobId], error: CRASHED };
    await giveBack(pool, taken).catch(() => undefined); // Without the database the queue notes it when it can.
    crashed.reject(new Error(CRASHED));
  };
  const watched = async () => {
    onCrash(() => void fail());
    const began = performance.now();
    const seen = (result: JobResult) => {
      const ms = performance.now() - began;
      metrics.job({ name, result, seconds: ms / 1000 });
      return Math.round(ms);
    };
    try {
      await Promise.race([run(), crashed.promise]);
      log.debug({ ms: seen("done") }, "a job was done");
    } catch (error) {
      if (attempt < most)
        log.warn({ ms: seen("failed"), err: error }, "a job failed and will be tried again");
      else log.error({ ms: seen("gave-up"), err: error }, "a job failed for the last time");
      throw error;
    }
  };
  const attributes = { "job.id": jobId, "job.attempt": attempt };
  await onOccasion({ job: name, jobId, attempt }, () => traced(name, { kind: "job", attributes }, watched));
}
