import { goodsInWords } from "../../catalog/goods-in-words.ts";
import { clearProblems, problemOf } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Sku } from "../../ids.ts";
import { loadMapped, skusOf } from "../mirror/load-mapped.ts";

/** Problems that are found, and found gone, by looking at goods. */
const FOUND_BY_LOOKING = [
  "stock-rejected",
  "stock-absurd",
  "stock-unreadable",
  "quantity-unsynced",
  "edit-rejected",
] as const;
/** Those that are left go with the next comparison. */
const AT_ONCE = 1_000;

/**
 * Clears problems about goods that no variant is made of any more: its mapping was taken away or changed, or it is gone
 * from the shop. Nobody looks at such goods again, so nobody else would find the cause gone.
 */
export async function clearMootProblems(ctx: ShopContext): Promise<void> {
  const rows = await ctx.db.problem.findMany({
    where: { shop: ctx.shop, kind: { in: [...FOUND_BY_LOOKING] } },
    orderBy: { openedAt: "asc" },
    take: AT_ONCE,
  });
  if (rows.length === 0) return;
  const open = rows.map(problemOf);
  const [named, holding] = await Promise.all([
    loadMapped(ctx, { variantIds: open.flatMap(({ details }) => details.variantId ?? []) }),
    loadMapped(ctx, { skus: open.map(({ subject }) => subject as Sku) }),
  ]);
  const goods = new Map(named.map(({ variantId, components }) => [variantId, goodsInWords(components)]));
  const held = new Set<string>(skusOf(holding));
  for (const kind of FOUND_BY_LOOKING) {
    const moot = open.filter(({ kind: one, subject, details: { variantId } }) => {
      if (one !== kind) return false;
      return variantId ? goods.get(variantId) !== subject : !held.has(subject);
    });
    if (moot.length > 0)
      await clearProblems(ctx, { kinds: [kind], subjects: moot.map(({ subject }) => subject) });
  }
}
