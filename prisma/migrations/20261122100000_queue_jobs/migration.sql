-- Names below are looked up when the function is called: the queue's own tables are made after ours.
SET check_function_bodies = off;

-- Queues jobs (app/jobs/catalog.ts), and does not return before each of them waits.
-- graphile-worker's add_jobs first looks whether the job of a key is running, and then inserts it or updates the one that
-- waits. When a worker takes it in between, it does neither: the worker may have begun without seeing what the job is
-- asked for now, and nothing would run once more. Asked again, add_jobs sees that it is running and inserts another.
CREATE FUNCTION "queue_jobs"("asked" json, "keepRunAt" boolean) RETURNS void LANGUAGE sql AS '
  WITH "jobs" AS MATERIALIZED (
    SELECT * FROM json_to_recordset("asked") AS a (
      "name" text, "payload" json, "queue" text, "inMs" float8, "tries" int, "key" text, "priority" int, "lane" text)
  ), "queued" AS MATERIALIZED (
    SELECT q."key" FROM graphile_worker.add_jobs(
      ARRAY(
        SELECT ROW(
          j."name", j."payload", j."queue",
          CASE
            -- Now, or since when the job of this key has been due: asked for again and again it would otherwise go to
            -- the end of the line each time, and in a long line the job of a busy shop would never come to its beginning.
            WHEN j."inMs" = 0 THEN (
              SELECT least(w."run_at", now()) FROM graphile_worker.jobs w
              WHERE w."key" = j."key" AND w."locked_at" IS NULL)
            ELSE now() + make_interval(secs => j."inMs" / 1000)
          END,
          j."tries", j."key", j."priority", ARRAY[j."lane"]
        )::graphile_worker.job_spec
        -- In one order, so that statements that queue the same jobs lock them alike.
        FROM "jobs" j ORDER BY j."key"
      ),
      "keepRunAt"
    ) q
  )
  SELECT "queue_jobs"(m."jobs", "keepRunAt")
  FROM (SELECT json_agg(j) AS "jobs" FROM "jobs" j WHERE j."key" NOT IN (SELECT "key" FROM "queued")) m
  WHERE m."jobs" IS NOT NULL
';

RESET check_function_bodies;
