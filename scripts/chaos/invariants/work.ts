import type { Watched } from "./evidence.ts";

/** No job has failed for good, or goes on failing although nothing is wrong any more. */
export async function judgeWork({ database }: Watched, shop: string): Promise<string[]> {
  const jobs = await database.read<{ name: string; attempts: number; error: string }>(
    `SELECT task_identifier AS "name", attempts::int AS "attempts", last_error AS "error" FROM graphile_worker.jobs
     WHERE queue_name LIKE '%:' || $1 AND last_error IS NOT NULL AND locked_at IS NULL`,
    [shop],
  );
  return jobs.map(
    ({ name, attempts, error }) => `${name} still fails after ${attempts} tries: ${error.split("\n")[0]}`,
  );
}
