import { SAFETY_STOCK_CHANGED } from "../../events/translate-hint.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { StockWrite, WriteCause } from "./ledger-entries.ts";

/** A write whose cause is not known yet. */
export type UncausedWrite = Omit<StockWrite, "cause">;

/**
 * Adds to each write what led to it: what its hint says, because hints are not kept as long as the ledger is. Where no hint
 * led to it, the safety stock may have: a change of it, or of a sale, is found by a full sync.
 */
export async function withCauses(ctx: ShopContext, writes: readonly UncausedWrite[]): Promise<StockWrite[]> {
  const hintIds = [...new Set(writes.flatMap(({ hintId }) => hintId ?? []))];
  const found = writes.filter(({ hintId }) => hintId === null).map(({ variantId }) => variantId);
  const [hints, lastKept] = await Promise.all([loadHints(ctx, hintIds), loadLastKept(ctx, found)]);
  const changed: WriteCause = { event: SAFETY_STOCK_CHANGED, of: null, at: ctx.clock() };
  return writes.map((write) => {
    if (write.hintId !== null) return { ...write, cause: hints.get(write.hintId) ?? null };
    const isKept = explainsWrite(write, { keptBefore: lastKept.get(write.variantId) ?? 0 });
    return { ...write, cause: isKept ? changed : null };
  });
}

/**
 * Whether what is kept back is all there is to a write: more is kept than at the last write and the quantity falls, or less and
 * it rises, and it moves by no more than that.
 */
export function explainsWrite(
  { buffer, shopFigure, target }: Pick<StockWrite, "buffer" | "shopFigure" | "target">,
  { keptBefore }: { keptBefore: number },
): boolean {
  const [keptMore, by] = [buffer - keptBefore, shopFigure - target];
  return by !== 0 && Math.sign(by) === Math.sign(keptMore) && Math.abs(by) <= Math.abs(keptMore);
}

async function loadHints(
  { db, shop }: ShopContext,
  hintIds: readonly bigint[],
): Promise<Map<bigint, WriteCause>> {
  if (hintIds.length === 0) return new Map();
  const hints = await db.hint.findMany({
    where: { shop, id: { in: [...hintIds] } },
    select: { id: true, event: true, identifier: true, receivedAt: true },
  });
  return new Map(hints.map(({ id, event, identifier: of, receivedAt: at }) => [id, { event, of, at }]));
}

/** What was kept back of each variant when it was last written, in units of it. */
async function loadLastKept(
  { pool, shop }: ShopContext,
  variantIds: readonly VariantId[],
): Promise<Map<VariantId, number>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await pool.query<{ variantId: VariantId; buffer: number }>({
    name: "last-kept",
    text: `SELECT v."variantId", last."buffer" FROM unnest($2::text[]) AS v ("variantId")
     CROSS JOIN LATERAL (
       SELECT e."buffer" FROM "LedgerEntry" e
       WHERE e."shop" = $1 AND e."variantId" = v."variantId" AND e."outcome" = 'written'
       ORDER BY e."intendedAt" DESC, e."id" DESC LIMIT 1) last`,
    values: [shop, variantIds],
  });
  return new Map(rows.map(({ variantId, buffer }) => [variantId, buffer]));
}
