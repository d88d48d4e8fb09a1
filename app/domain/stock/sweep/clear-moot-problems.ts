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
  "sku-unknown",
  "quantity-unsynced",
  "edit-rejected",
] as const;
/** Those that are left go with the next comparison. */
const AT_ONCE = 1_000;

/**
 * Clears problems about SKUs that no variant uses any more: its mapping was taken away or changed, or it is gone from the store.
 * No run reads such SKUs again, so nothing else would find the cause gone. Clears those of unknown SKUs too that the warehouse's
 * list has shown since.
 */
export async function clearMootProblems(ctx: ShopContext): Promise<void> {
  await clearKnown(ctx);
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

async function clearKnown(ctx: ShopContext): Promise<void> {
  const known = await ctx.db.$queryRaw<{ subject: string }[]>`
    SELECT p."subject" FROM "Problem" p JOIN "WarehouseProduct" w ON w."shop" = p."shop" AND w."sku" = p."subject"
    WHERE p."shop" = ${ctx.shop} AND p."kind" = 'sku-unknown' AND w."stock" IS NOT NULL`;
  const subjects = known.map(({ subject }) => subject);
  if (subjects.length > 0) await clearProblems(ctx, { kinds: ["sku-unknown"], subjects });
}
