import { queuesOf } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { code, errorInShort } from "./safe-text.ts";

/** As many as somebody reads. */
const MOST = 300;

interface Job {
  name: string;
  key: string | null;
  attempts: number;
  runAt: Date;
  createdAt: Date;
  lockedAt: Date | null;
  error: string | null;
}

/** The shop's jobs that wait, run or have failed: those tried most come first. Of their payloads only what they are about. */
export async function bundleJobs({ db, shop }: ShopContext) {
  const jobs = await db.$queryRaw<Job[]>`
    SELECT "task_identifier" AS "name", "key", "attempts"::int AS "attempts", "run_at" AS "runAt",
      "created_at" AS "createdAt", "locked_at" AS "lockedAt", "last_error" AS "error"
    FROM graphile_worker.jobs WHERE "queue_name" = ANY(${queuesOf(shop)}::text[])
    ORDER BY "attempts" DESC, "run_at" LIMIT ${MOST}`;
  return jobs.map(({ name, key, error, ...job }) => ({
    ...{ name, about: code(key?.split(`${name}:${shop}:`)[1]), ...job, error: errorInShort(error) },
  }));
}
