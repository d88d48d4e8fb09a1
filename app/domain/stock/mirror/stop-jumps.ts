import { Prisma } from "@prisma/client";
import type { VariantId } from "../../ids.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import {
  findsJump,
  isBeyondShare,
  isFew,
  isJump,
  JUMPS_COUNT_MS,
  type QuantityChange,
} from "./decide-jump.ts";
import { MIRRORED } from "./decide-stock.ts";
import type { Looked } from "./look-at-stock.ts";
import { saveLooks, usualOf, type StoredUsual } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { stockLocked } from "./with-stock-lock.ts";

/**
 * Holds jumps back when they, with those that are held back already and those that were written in the last day, are more than
 * the merchant's share of all variants: a warehouse that answers with an empty list must not close a store, and one that counts
 * boxes as units must not oversell it. The merchant is asked, and the others go on. What is held back stays so in later looks
 * (`lookAtStock`) until it is no jump any more, or confirmed. Jumps that are not held back are counted before they are written, so
 * that a cut-off hides none.
 * @returns those that may be written.
 */
export async function stopJumps(
  ctx: ShopContext,
  { settings, looked }: { settings: StockSettings; looked: readonly Looked[] },
): Promise<Looked[]> {
  const jumps = new Set(looked.filter((one) => findsJump(one, settings)));
  if (jumps.size === 0) return [...looked];
  const variantIds = [...jumps].map(({ mapped }) => mapped.variantId);
  if (!(await areTooMany(ctx, { settings, variantIds }))) {
    await noteJumps(ctx, variantIds);
    return [...looked];
  }
  await saveLooks(
    ctx,
    [...jumps].map(({ look }) => ({ ...look, verdict: "stopped" as const })),
  );
  await noteStopped(ctx);
  return looked.filter((one) => !jumps.has(one));
}

/** The same for all that a comparison found to differ. */
export async function stopStoredJumps(ctx: ShopContext, settings: StockSettings): Promise<void> {
  const { shop } = ctx;
  const figure = Prisma.raw(`"${MIRRORED[settings.mode]}"`);
  const chosen = settings.phase === "selection" ? Prisma.sql`AND "live"` : Prisma.empty;
  // Most of those that rise when a store goes live have no usual stock yet, and need not be loaded.
  const rows = await ctx.db.$queryRaw<
    (Omit<QuantityChange, "usual"> & StoredUsual & { variantId: VariantId })[]
  >`
    SELECT "variantId", "target", ${figure} AS "shown", "warehouseStock", "usualStock", "usualSince" FROM "StockLook"
    WHERE "shop" = ${shop} AND "verdict" = 'write' AND ("target" < ${figure} OR "usualStock" IS NOT NULL) ${chosen}`;
  const jumps = rows.filter((row) => isJump({ ...row, usual: usualOf(row) }));
  const variantIds = jumps.map(({ variantId }) => variantId);
  if (variantIds.length === 0 || !(await areTooMany(ctx, { settings, variantIds }))) return;
  // Not those of which another look has found something else meanwhile.
  await ctx.db.$executeRaw`
    WITH ${stockLocked(shop)}
    UPDATE "StockLook" l SET "verdict" = 'stopped'
    FROM stock_locked, unnest(${variantIds}::text[], ${jumps.map(({ target }) => target)}::int[]) AS j ("variantId", "target")
    WHERE l."shop" = ${shop} AND l."variantId" = j."variantId" AND l."target" = j."target" AND l."verdict" = 'write'`;
  await noteStopped(ctx);
}

/** Clears the problem when nothing is held back any more. */
export async function clearStopped(ctx: ShopContext): Promise<void> {
  const stopped = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  if (stopped === 0) await clearProblems(ctx, { kinds: ["stock-stopped"] });
}

async function noteStopped(ctx: ShopContext): Promise<void> {
  const count = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  // The merchant may have confirmed them meanwhile.
  if (count > 0) await openProblem(ctx, { kind: "stock-stopped", details: { count } });
}

async function noteJumps(
  { pool, shop, clock }: ShopContext,
  variantIds: readonly VariantId[],
): Promise<void> {
  const { text, values } = Prisma.sql`
    WITH ${stockLocked(shop)}
    UPDATE "StockLook" SET "jumpedAt" = ${clock()} FROM stock_locked
    WHERE "shop" = ${shop} AND "variantId" = ANY(${[...variantIds]}::text[])`;
  await pool.query(text, values);
}

/** Whether these, the others that are held back, and those that we have let jump lately are too many. */
async function areTooMany(
  { db, shop, clock }: ShopContext,
  { settings, variantIds }: { settings: StockSettings; variantIds: readonly VariantId[] },
): Promise<boolean> {
  const since = new Date(clock().getTime() - JUMPS_COUNT_MS);
  const others = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::integer AS "count" FROM "StockLook" l
    JOIN "Variant" v ON v."shop" = ${shop} AND v."variantId" = l."variantId" AND v."state" = 'mapped'
    WHERE l."shop" = ${shop} AND (l."verdict" = 'stopped' OR l."jumpedAt" > ${since})
      AND l."variantId" <> ALL(${[...variantIds]}::text[])`;
  const count = variantIds.length + others[0].count;
  // Counting the variants of a large store takes a moment, which most days need not.
  if (isFew(count, 0)) return false;
  const mapped = await db.variant.count({ where: { shop, state: "mapped" } });
  return !isFew(count, mapped) && isBeyondShare(count, { ...settings, mapped });
}
