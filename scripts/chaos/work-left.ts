import type { Watched } from "./invariants/evidence.ts";

/**
 * What the app has not finished: its jobs, the lanes that are taken, and what it has heard and not followed, a line each.
 * Nothing need be wrong with any of it; but where a story has failed, the search for the cause begins here.
 */
export async function workLeft({ read }: Watched["database"]): Promise<string[]> {
  const jobs = await read<{ line: string }>(
    `SELECT format('job %s, %s in %s: tried %s times, %s%s', id, task_identifier, coalesce(queue_name, 'no lane'), attempts,
       CASE WHEN locked_by IS NULL THEN format('due in %s s', extract(epoch FROM run_at - now())::int)
         ELSE format('taken %s s ago by %s', extract(epoch FROM now() - locked_at)::int, locked_by) END,
       ': ' || split_part(last_error, chr(10), 1)) AS "line"
     FROM graphile_worker.jobs ORDER BY id`,
  );
  const lanes = await read<{ line: string }>(
    `SELECT format('lane %s: taken %s s ago by %s', queue_name, extract(epoch FROM now() - locked_at)::int, locked_by) AS "line"
     FROM graphile_worker._private_job_queues WHERE locked_at IS NOT NULL ORDER BY queue_name`,
  );
  const hints = await read<{ line: string }>(
    `SELECT format('hint %s, %s of %s in %s: heard %s s ago', id, event, coalesce(identifier, 'nothing'), shop,
       extract(epoch FROM now() - "receivedAt")::int) AS "line"
     FROM "Hint" WHERE "followedAt" IS NULL ORDER BY id`,
  );
  return [...jobs, ...lanes, ...hints].map(({ line }) => line);
}
