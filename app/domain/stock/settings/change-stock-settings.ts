import { queueJob } from "../../../jobs/catalog.ts";
import type { Tx } from "../../../db.server.ts";
import { needsPlan } from "../../billing/has-plan.ts";
import { noteActivity, noteSettings } from "../../activity/note-activity.ts";
import { LONG_TX_MS } from "../../catalog/mapping/match-variants.ts";
import { recordHint } from "../../events/record-hint.ts";
import { LOOK_ASKED, SAFETY_STOCK_CHANGED } from "../../events/translate-hint.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { requestChecks } from "../../returns/check/request-checks.ts";
import type { ShopContext } from "../../shop-context.ts";
import { forgetLooks } from "../mirror/stock-looks.ts";
import { lockStock } from "../mirror/with-stock-lock.ts";
import { loadStockSettings, STOCK_DEFAULTS, type StockSettings } from "./stock-settings.ts";

/** More than so many are looked at all together. */
const FEW = 200;

/**
 * Changes the merchant's choices about stock. All stock is compared next, and again when a sale begins and ends. With
 * another figure to mirror into, what was seen of the one before says nothing any more.
 */
export async function changeStockSettings(ctx: ShopContext, change: Partial<StockSettings>): Promise<void> {
  // Prisma's upsert without anything to update fails when another one makes the row at the same moment.
  if (Object.keys(change).length === 0) return;
  const { shop } = ctx;
  const before = await loadStockSettings(ctx);
  const isOtherMode = change.mode !== undefined && change.mode !== before.mode;
  await ctx.db.$transaction(
    async (tx) => {
      // First: it waits for a run that is about to store what it has read.
      if (isOtherMode) await forgetLooks(tx, { shop, variantIds: "all" });
      await tx.stockSettings.upsert({
        where: { shop },
        create: { shop, ...STOCK_DEFAULTS, ...change },
        update: change,
      });
      await noteChange({ ...ctx, db: tx }, { before, now: { ...before, ...change } });
      await queueJob(tx, { name: "turn-sale", shop });
      // Returned pieces may wait to be put back in stock.
      await requestChecks(tx, { shop, checked: "attention" });
    },
    { timeout: LONG_TX_MS },
  );
}

export type WriteOutcome = "done" | "needs-plan";

/**
 * Lets stock be written: of all variants, or of those the merchant chose, besides any chosen before. A shop that has no
 * plan, where one is needed, stays as it is.
 */
export async function goLive(
  ctx: ShopContext,
  variantIds: readonly VariantId[] | "all",
): Promise<WriteOutcome> {
  if (await needsPlan(ctx)) return "needs-plan";
  if (variantIds === "all") await changeStockSettings(ctx, { phase: "live" });
  else await goLiveWith(ctx, variantIds);
  return "done";
}

async function goLiveWith(ctx: ShopContext, variantIds: readonly VariantId[]): Promise<void> {
  const { shop } = ctx;
  const { phase } = await loadStockSettings(ctx);
  await ctx.db.$transaction(
    async (tx) => {
      await lockStock(tx, shop);
      const count = await tx.$executeRaw`
        INSERT INTO "StockLook" AS l ("shop", "variantId", "live")
        SELECT ${shop}, m."variantId", true FROM "Mapping" m
        WHERE m."shop" = ${shop} AND m."variantId" = ANY(${[...variantIds]}::text[])
        ON CONFLICT ("shop", "variantId") DO UPDATE SET "live" = true WHERE NOT l."live"`;
      if (phase === "shadow")
        await tx.stockSettings.upsert({
          where: { shop },
          create: { shop, ...STOCK_DEFAULTS, phase: "selection" },
          update: { phase: "selection" },
        });
      if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "live", details: { count } });
      await askForLooks(tx, { shop, variantIds });
      await requestChecks(tx, { shop, checked: "attention" });
    },
    { timeout: LONG_TX_MS },
  );
}

/** Going live and pausing have sentences of their own. */
async function noteChange(
  ctx: Parameters<typeof noteActivity>[0],
  { before, now }: { before: StockSettings; now: StockSettings },
): Promise<void> {
  const goesLive = now.phase === "live" && before.phase !== "live";
  if (goesLive) await noteActivity(ctx, { kind: "live-all", details: {} });
  if (now.pausedAt && !before.pausedAt) await noteActivity(ctx, { kind: "paused", details: {} });
  if (!now.pausedAt && before.pausedAt) await noteActivity(ctx, { kind: "resumed", details: {} });
  const told = { pausedAt: null, ...(goesLive && { phase: now.phase }) };
  await noteSettings(ctx, { of: "stock", before: { ...before, ...told }, now: { ...now, ...told } });
}

/** Nothing is written until it is resumed; then everything is compared, so that nothing that happened is lost. */
export async function pauseStock(ctx: ShopContext): Promise<void> {
  await changeStockSettings(ctx, { pausedAt: ctx.clock() });
}

/** What was paused for want of a plan waits for one; what the merchant paused goes on at their word. */
export async function resumeStock(ctx: ShopContext): Promise<WriteOutcome> {
  const over = await ctx.db.problem.count({ where: { shop: ctx.shop, kind: "plan-over" } });
  if (over > 0) {
    if (await needsPlan(ctx)) return "needs-plan";
    await queueJob(ctx.db, { name: "look-at-plan", shop: ctx.shop });
  }
  await changeStockSettings(ctx, { pausedAt: null });
  return "done";
}

/** Keeps back so many pieces of one SKU, whatever the shop's buffer is; `null` goes by the shop's again. */
export async function setBuffer(
  ctx: ShopContext,
  { sku, pieces }: { sku: Sku; pieces: number | null },
): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.stockBuffer.findUnique({ where: { shop_sku: { shop, sku } } });
    if (pieces === null) await tx.stockBuffer.deleteMany({ where: { shop, sku } });
    else
      await tx.stockBuffer.upsert({
        where: { shop_sku: { shop, sku } },
        create: { shop, sku, pieces },
        update: { pieces },
      });
    if (pieces !== (before?.pieces ?? null))
      await noteActivity({ ...ctx, db: tx }, { kind: "buffer-set", details: { pieces }, subject: sku });
    await recordHint(tx, { shop, source: "app", event: SAFETY_STOCK_CHANGED, identifier: sku });
  });
}

/** Has these variants' stock looked at now. */
export async function askForLooks(
  tx: Tx,
  { shop, variantIds }: { shop: string; variantIds: readonly VariantId[] },
): Promise<void> {
  if (variantIds.length > FEW) return queueJob(tx, { name: "compare-stock", shop });
  const components = await tx.mappingComponent.findMany({
    where: { shop, variantId: { in: [...variantIds] } },
    select: { sku: true },
    distinct: ["sku"],
  });
  for (const { sku } of components)
    await recordHint(tx, { shop, source: "app", event: LOOK_ASKED, identifier: sku });
}
