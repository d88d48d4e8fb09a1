import type { Hint, HintSource } from "@prisma/client";
import type { WholeShopJobName } from "../../jobs/catalog.ts";
import type { RecordFailure } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";
import { deferEvents, requestRetries } from "./defer-events.ts";

/** Hints followed in one go. A burst larger than this takes several, each reading what is then the truth. */
const HINTS_AT_ONCE = 1000;

/** What of a hint it takes to follow it. */
export type WaitingHint = Pick<Hint, "id" | "event" | "identifier" | "receivedAt" | "tries">;

/** The events of a batch that were not processed. All others were. */
export interface Unprocessed {
  /** Those whose record failed, by the event's id. */
  failed: Map<bigint, RecordFailure>;
  /** Those whose turn did not come: the next batch begins with them. */
  left: Set<bigint>;
}

/** Events of the warehouse that are taken but not followed yet, and SKUs of theirs that are tried again. */
export async function countWaiting({ db, shop }: ShopContext): Promise<number> {
  const where = { shop, followedAt: null, OR: [{ source: "warehouse" as const }, { tries: { gt: 0 } }] };
  return db.hint.count({ where });
}

export const allProcessed = (): Unprocessed => ({ failed: new Map(), left: new Set() });

interface Following {
  /** The job that does this, by which events that were set aside come back. */
  job: WholeShopJobName;
  sources: HintSource[];
  /** Leaves out these events; they are followed elsewhere, by whoever calls this in the middle of it. */
  except?: readonly string[];
  follow: (hints: WaitingHint[]) => Promise<Unprocessed | void>;
}

/**
 * Follows all waiting hints of these sources, until none is left. A hint counts as followed only when `follow` has
 * read and written everything, so a run cut off anywhere is repeated whole; repeating it reads and writes what is true
 * then. One whose record failed is set aside and comes back by itself (`deferEvents`).
 */
export async function followWaiting(
  ctx: ShopContext,
  { job, sources, except = [], follow }: Following,
): Promise<void> {
  const { shop } = ctx;
  for (;;) {
    const { rows } = await ctx.pool.query<
      Omit<WaitingHint, "id"> & { id: string; traceparent: string | null }
    >({
      name: "waiting-hints",
      text: `SELECT "id", "event", "identifier", "receivedAt", "traceparent", "tries" FROM "Hint"
       WHERE "shop" = $1 AND "followedAt" IS NULL AND "source" = ANY($2::"HintSource"[])
         AND NOT "event" = ANY($3::text[]) AND ("retryAt" IS NULL OR "retryAt" <= $5) ORDER BY "id" LIMIT $4`,
      values: [shop, sources, except, HINTS_AT_ONCE, ctx.clock()],
    });
    // The outer run is not over: its job would take the place of itself.
    if (rows.length === 0) return except.length > 0 ? undefined : requestRetries(ctx, { sources, job });
    ctx.meter.follows(rows);
    const hints = rows.map((hint) => ({ ...hint, id: BigInt(hint.id) }));
    const { failed, left } = (await follow(hints)) ?? allProcessed();
    await deferEvents(ctx, failed);
    const done = rows.filter(({ id }) => !failed.has(BigInt(id)) && !left.has(BigInt(id)));
    await ctx.pool.query(
      `UPDATE "Hint" SET "followedAt" = $3 WHERE "shop" = $1 AND "id" = ANY($2::bigint[])`,
      [shop, done.map(({ id }) => id), ctx.clock()],
    );
    ctx.meter.followed(done);
  }
}
