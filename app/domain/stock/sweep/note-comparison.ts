import type { EventName } from "../../../fulfilment/events.ts";
import { holdings } from "../../catalog/mapping/holdings.ts";
import type { VariantId } from "../../ids.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { stockLocked } from "../mirror/with-stock-lock.ts";
import { clearMootProblems } from "./clear-moot-problems.ts";

/** What a comparison of all stock found. */
export interface Comparison {
  compared: number;
  /** Variants whose figure in the shop was not what it should be. */
  differing: number;
  /** Variants of which the warehouse had come to have more, or less, and no event had said so. */
  missed: Missed;
}

export interface Missed {
  more: number;
  less: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many missed events in a day are no accident, when they are more than those that were heard. */
const MANY = 10;
/** Of one SKU, so many changes a day by somebody else. */
const OFTEN = 3;

/**
 * Counts a comparison, `asked` when the merchant waits for what it found, and tells the merchant when events do not arrive,
 * or when somebody else writes stock.
 */
export async function noteComparison(
  ctx: ShopContext,
  { compared, differing, missed, asked }: Comparison & { asked: boolean },
): Promise<void> {
  const { shop } = ctx;
  const at = ctx.clock();
  const [missedMore, missedLess] = [missed.more, missed.less];
  await ctx.db.stockComparison.create({
    data: { shop, at, compared, differing, missedMore, missedLess, asked },
  });
  ctx.log.info({ compared, differing, missed }, "all stock compared");
  await passOverGone(ctx);
  await clearMootProblems(ctx);
  await judgeMissed(ctx, at);
  await judgeOthers(ctx, at);
}

/** What was found to differ of a variant that has left the shop since is not looked at again, and no difference any more. */
async function passOverGone({ db, shop }: ShopContext): Promise<void> {
  await db.$executeRaw`
    WITH ${stockLocked(shop)}
    UPDATE "StockLook" l SET "verdict" = 'gone' FROM stock_locked
    WHERE l."shop" = ${shop} AND l."verdict" > 'equal' AND l."verdict" < 'gone'
      AND NOT EXISTS (SELECT FROM ${holdings(shop)} h WHERE h."variantId" = l."variantId")`;
}

/** Counts inbounds that were found changed without a comparison of everything, and that no event had announced. */
export async function noteMissedInbounds(ctx: ShopContext, missed: number): Promise<void> {
  if (missed === 0) return;
  const at = ctx.clock();
  const found = { compared: 0, differing: 0, missedMore: missed, missedLess: 0 };
  await ctx.db.stockComparison.create({ data: { shop: ctx.shop, at, ...found } });
  await judgeMissed(ctx, at);
}

/** Events that tell of goods coming in; the others tell of goods leaving. */
const TELL_OF_MORE: EventName[] = ["receipt-received", "inbound-status"];

async function judgeMissed(ctx: ShopContext, now: Date): Promise<void> {
  const { shop } = ctx;
  const since = new Date(now.getTime() - DAY_MS);
  const heard = (event: { in: string[] } | { notIn: string[] }) =>
    ctx.db.hint.count({ where: { shop, source: "warehouse", receivedAt: { gt: since }, event } });
  const [{ _sum }, ofMore, ofLess] = await Promise.all([
    ctx.db.stockComparison.aggregate({
      where: { shop, at: { gt: since } },
      _sum: { missedMore: true, missedLess: true },
    }),
    heard({ in: TELL_OF_MORE }),
    heard({ notIn: TELL_OF_MORE }),
  ]);
  // Each way by itself: shipments that are heard say nothing about receipts that are not.
  const [more, less] = [_sum.missedMore ?? 0, _sum.missedLess ?? 0];
  const count = (isTooMuch(more, ofMore) ? more : 0) + (isTooMuch(less, ofLess) ? less : 0);
  if (count > 0) await openProblem(ctx, { kind: "events-missed", details: { count } });
  else await clearProblems(ctx, { kinds: ["events-missed"] });
}

function isTooMuch(missed: number, heard: number): boolean {
  return missed >= MANY && missed > heard;
}

async function judgeOthers(ctx: ShopContext, now: Date): Promise<void> {
  const { shop } = ctx;
  const since = new Date(now.getTime() - DAY_MS);
  const often = await ctx.db.ledgerEntry.groupBy({
    by: ["sku"],
    where: { shop, outcome: "other", intendedAt: { gt: since } },
    _count: true,
    _max: { variantId: true },
    having: { sku: { _count: { gte: OFTEN } } },
    orderBy: { _count: { sku: "desc" } },
    take: 10,
  });
  const open = await ctx.db.problem.findMany({
    where: { shop, kind: "other-writer" },
    select: { subject: true },
  });
  const names = new Set(often.map(({ sku }) => sku));
  const over = open.map(({ subject }) => subject).filter((sku) => !names.has(sku));
  await clearProblems(ctx, { kinds: ["other-writer"], subjects: over });
  for (const { sku, _count, _max } of often) {
    const variantId = _max.variantId as VariantId;
    await openProblem(ctx, {
      kind: "other-writer",
      subject: sku,
      details: { sku, variantId, count: _count },
    });
  }
}
