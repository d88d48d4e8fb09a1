import type { Hint, HintSource } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";

/** Hints followed in one go. A burst larger than this takes several, each reading what is then the truth. */
const HINTS_AT_ONCE = 1000;

/** What of a hint it takes to follow it. */
export type WaitingHint = Pick<Hint, "id" | "event" | "identifier" | "receivedAt">;

/** Events of the warehouse that are taken but not followed yet. */
export async function countWaiting({ db, shop }: ShopContext): Promise<number> {
  return db.hint.count({ where: { shop, followedAt: null, source: "warehouse" } });
}

export interface Waiting {
  /** Counted no further than `MANY_HINTS`. */
  count: number;
  /** When the first of the warehouse's events among them came. */
  since: Date | null;
}

/** Whoever has as many wants to know that, not the figure. */
export const MANY_HINTS = 1_000;

/** Hints of both worlds that are taken but not followed yet. */
export async function readWaiting({ pool, shop }: ShopContext): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `SELECT count(*)::int AS "count", min("receivedAt") FILTER (WHERE "source" = 'warehouse') AS "since" FROM (
       SELECT "source", "receivedAt" FROM "Hint" WHERE "shop" = $1 AND "followedAt" IS NULL ORDER BY "id" LIMIT $2) first`,
    [shop, MANY_HINTS],
  );
  return rows[0] ?? { count: 0, since: null };
}

interface Following {
  sources: HintSource[];
  /** Leaves out these events; they are followed elsewhere. */
  except?: readonly string[];
  follow: (hints: WaitingHint[]) => Promise<void>;
}

/**
 * Follows all waiting hints of these sources, until none is left. A hint counts as followed only when `follow` has
 * read and written everything, so a run cut off anywhere is repeated whole; repeating it reads and writes what is true
 * then.
 */
export async function followWaiting(
  ctx: ShopContext,
  { sources, except = [], follow }: Following,
): Promise<void> {
  const { shop } = ctx;
  for (;;) {
    const { rows } = await ctx.pool.query<
      Omit<WaitingHint, "id"> & { id: string; traceparent: string | null }
    >({
      name: "waiting-hints",
      text: `SELECT "id", "event", "identifier", "receivedAt", "traceparent" FROM "Hint"
       WHERE "shop" = $1 AND "followedAt" IS NULL AND "source" = ANY($2::"HintSource"[])
         AND NOT "event" = ANY($3::text[]) ORDER BY "id" LIMIT $4`,
      values: [shop, sources, except, HINTS_AT_ONCE],
    });
    if (rows.length === 0) return;
    ctx.meter.follows(rows);
    await follow(rows.map((hint) => ({ ...hint, id: BigInt(hint.id) })));
    const ids = rows.map(({ id }) => id);
    await ctx.pool.query(
      `UPDATE "Hint" SET "followedAt" = $3 WHERE "shop" = $1 AND "id" = ANY($2::bigint[])`,
      [shop, ids, ctx.clock()],
    );
    ctx.meter.followed(rows);
  }
}
