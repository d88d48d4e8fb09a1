import type { Job } from "graphile-worker";
import { onOccasion } from "../operations/log.server.ts";
import type { JobResult } from "../operations/metrics.server.ts";
import type { Services } from "../services.server.ts";
import { traced } from "../operations/tracing.server.ts";
import type { JobName } from "./catalog.ts";

/**
 * Runs a job, counts what comes of it and says so in the log, where all it logs says which job it is. What it throws goes
 * on to the queue, which tries again.
 */
export async function watchJob(
  { metrics, log }: Services,
  {
    name,
    job,
    run,
  }: { name: JobName; job: Pick<Job, "id" | "attempts" | "max_attempts">; run: () => Promise<void> },
): Promise<void> {
  // The run under way is counted among the attempts already.
  const { id: jobId, attempts: attempt, max_attempts: most } = job;
  const watched = async () => {
    const began = performance.now();
    const seen = (result: JobResult) => {
      const ms = performance.now() - began;
      metrics.job({ name, result, seconds: ms / 1000 });
      return Math.round(ms);
    };
    try {
      await run();
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
