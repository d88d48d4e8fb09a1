import { errorInShort } from "../../app/domain/support/safe-text.ts";
import { retryGivenUp } from "../../app/domain/work/retry-given-up.ts";
import { GIVEN_UP, JOB_STATE } from "../../app/jobs/job-state.ts";
import { shopOf, show, type Call, type Command } from "./command.ts";

interface Job {
  id: string;
  job: string;
  shop: string | null;
  state: string;
  attempts: number;
  most: number;
  runAt: Date;
  error: string | null;
}

/** Jobs by how they stand; a shop's are known by the lane they are in, `stock:demo.myshopify.com`. */
async function readJobs({ pool, flags }: Pick<Call, "pool" | "flags">, onlyGivenUp: boolean): Promise<Job[]> {
  const { rows } = await pool.query<Job>(
    `SELECT "id", "task_identifier" AS "job", nullif(substring("queue_name" FROM '^[a-z]+:(.*)$'), '') AS "shop",
       replace(${JOB_STATE}, '-', ' ') AS "state",
       "attempts"::int AS "attempts", "max_attempts"::int AS "most", "run_at" AS "runAt", "last_error" AS "error"
     FROM graphile_worker.jobs
     WHERE ($1::text IS NULL OR "queue_name" LIKE '%:' || $1)
       AND (NOT $2 OR (${GIVEN_UP}))
     ORDER BY "run_at", "id"`,
    [flags.shop ?? null, onlyGivenUp],
  );
  // What the other side said may name a shopper.
  return rows.map((row) => ({ ...row, error: errorInShort(row.error) }));
}

export const listJobs: Command = async (call) => {
  show([...(await readJobs(call, !call.flags.all))] as unknown as Record<string, unknown>[], call.flags);
  return undefined;
};

export const retryJobs: Command = async (call) => {
  const { args, flags } = call;
  if (args.length === 0 && !flags.shop && !flags.all)
    return "Say which jobs: their ids, --shop NAME, or --all.";
  // What is tried once only, because twice would do harm, has to be named.
  const found = (await readJobs(call, true)).filter(({ id, most }) =>
    args.length === 0 ? most > 1 : args.includes(id),
  );
  const byShop = Map.groupBy(found, ({ shop }) => shop);
  let count = 0;
  for (const [shop, jobs] of byShop) {
    if (shop === null) continue; // The schedule asks for these again.
    if (flags.dryRun) count += jobs.length;
    else {
      const answer = await retryGivenUp(shopOf(call, shop), { jobIds: jobs.map(({ id }) => id) });
      if (answer.outcome === "retried") count += answer.count;
    }
  }
  console.log(`${count} ${flags.dryRun ? "would be tried again" : "are tried again now"}.`);
  const missing = args.filter((id) => !found.some((job) => job.id === id));
  return missing.length > 0 ? `Not among those that have given up: ${missing.join(", ")}.` : undefined;
};
