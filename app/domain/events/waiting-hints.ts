import type { Hint, HintSource } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";

/** Hints followed in one go. A burst larger than this takes several, each reading what is then the truth. */
const HINTS_AT_ONCE = 1000;

/** Events of the warehouse that are taken but not followed yet. */
export async function countWaiting({ db, shop }: ShopContext): Promise<number> {
  return db.hint.count({ where: { shop, followedAt: null, source: "warehouse" } });
}

/**
 * Follows all waiting hints of these sources, until none is left. A hint counts as followed only when `follow` has
 * read and written everything, so a run cut off anywhere is repeated whole; repeating it reads and writes what is true
 * then.
 */
export async function followWaiting(
  ctx: ShopContext,
  { sources, follow }: { sources: HintSource[]; follow: (hints: Hint[]) => Promise<void> },
): Promise<void> {
  const { shop } = ctx;
  for (;;) {
    const hints = await ctx.db.hint.findMany({
      where: { shop, followedAt: null, source: { in: sources } },
      orderBy: { id: "asc" },
      take: HINTS_AT_ONCE,
    });
    if (hints.length === 0) return;
    await follow(hints);
    await ctx.db.hint.updateMany({
      where: { shop, id: { in: hints.map(({ id }) => id) } },
      data: { followedAt: ctx.clock() },
    });
  }
}
