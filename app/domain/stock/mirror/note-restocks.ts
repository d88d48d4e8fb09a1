import { Prisma } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { noteIntended, type WriteCause } from "./ledger-entries.ts";
import type { Looked } from "./look-at-stock.ts";
import { verdictAnew } from "./make-room.ts";
import { writeOf } from "./mend-stock.ts";
import { raised } from "./open-writes.ts";
import { RESTOCKED } from "../report/return-causes.ts";
import { settleWritten } from "./settle-written.ts";
import { saveLooks } from "./stock-looks.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** Pieces of a variant that Shopify is to put up by itself. */
export interface Restock {
  looked: Looked;
  pieces: number;
}

/**
 * Notes in the ledger what a disposition is about to do to the shop's figures, before it is sent: cut off, or left
 * without an answer, it stays there as `intended` (`open-writes.ts`). `key` tells this disposition from others.
 */
export async function noteRestocks(
  ctx: ShopContext,
  { key, of, restocks }: { key: string; of: string; restocks: readonly Restock[] },
): Promise<void> {
  if (restocks.length === 0) return;
  const settings = await loadStockSettings(ctx);
  const cause: WriteCause = { event: RESTOCKED, of, at: ctx.clock() };
  const writes = restocks.map(({ looked, pieces }) => {
    const write = writeOf(settings, looked);
    return { ...write, hintId: null, cause, target: write.shopFigure + pieces };
  });
  await noteIntended(ctx, { key, to: settings, writes });
}

/**
 * Notes that Shopify has put the pieces up. The looks are told before the ledger, so that the raise is taken for nobody
 * else's even by a run that is cut off in between.
 */
export async function noteRestocked(
  ctx: ShopContext,
  { key, restocks }: { key: string; restocks: readonly Restock[] },
): Promise<void> {
  if (restocks.length === 0) return;
  const settings = await loadStockSettings(ctx);
  await saveLooks(
    ctx,
    restocks.map(({ looked: { look }, pieces }) =>
      verdictAnew({ ...look, figures: look.figures && raised(look.figures, pieces) }, settings),
    ),
  );
  await settleWritten(ctx, Prisma.sql`"writeKey" = ${key}::uuid AND "cause" = ${RESTOCKED}`);
}

/** Notes that a disposition will not put anything up: Shopify refused it, or never got it. */
export async function noteNotRestocked(
  ctx: ShopContext,
  { key, reason }: { key: string; reason?: string },
): Promise<void> {
  await ctx.db.ledgerEntry.updateMany({
    where: { shop: ctx.shop, writeKey: key, cause: RESTOCKED, outcome: "intended" },
    data: { outcome: reason ? "rejected" : "superseded", reason: reason ?? null, settledAt: ctx.clock() },
  });
}

/**
 * Notes that a disposition whose answer was lost has arrived, as reading the return has shown. Where no look has come to
 * a conclusion about it yet, the next one tells from the figures what it did.
 */
export async function noteRestockArrived(ctx: ShopContext, { key }: { key: string }): Promise<void> {
  const of = { shop: ctx.shop, writeKey: key, cause: RESTOCKED };
  const data = { settledAt: ctx.clock() };
  await ctx.db.ledgerEntry.updateMany({ where: { ...of, outcome: "intended" }, data });
  await settleWritten(
    ctx,
    Prisma.sql`"writeKey" = ${key}::uuid AND "cause" = ${RESTOCKED} AND "outcome" = 'superseded'`,
  );
}
