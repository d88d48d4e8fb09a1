import { Prisma, type LedgerEntry } from "@prisma/client";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MAY_ARRIVE_MS } from "../../timeline/send-once.ts";
import { afterWriting, figuresBefore, type ShopFigures } from "./decide-stock.ts";
import { RESTOCKED } from "../report/return-causes.ts";
import { settleWritten } from "./settle-written.ts";

type OpenEntry = Pick<
  LedgerEntry,
  "variantId" | "target" | "shopFigure" | "figure" | "cause" | "intendedAt" | "settledAt"
> & { id: string };

/** Writes whose answer we do not have: whether they arrived only the shop knows. */
export interface OpenWrites {
  of(variantId: VariantId): {
    isOpen: boolean;
    /** The store's quantities as last read or written, or as these writes may have left them. */
    before(figures: ShopFigures, now: ShopFigures): ShopFigures;
    /** Pieces that may still be put up. */
    underWay: number;
  };
  /** Closes those of these variants that can do nothing any more: they have been looked at, and decided anew. */
  close(variantIds: readonly VariantId[]): Promise<void>;
}

/** What runs that were cut off, or calls that were not answered, left open in the ledger. */
export async function loadOpenWrites(ctx: ShopContext): Promise<OpenWrites> {
  const { rows: entries } = await ctx.pool.query<OpenEntry>({
    name: "open-writes",
    text: `SELECT "id", "variantId", "target", "shopFigure", "figure"::text AS "figure", "cause", "intendedAt", "settledAt"
     FROM "LedgerEntry" WHERE "shop" = $1 AND "outcome" = 'intended' ORDER BY "id"`,
    values: [ctx.shop],
  });
  const now = ctx.clock();
  const ofVariant = new Map<string, OpenEntry[]>();
  for (const entry of entries)
    ofVariant.set(entry.variantId, [...(ofVariant.get(entry.variantId) ?? []), entry]);
  return {
    of(variantId) {
      const open = ofVariant.get(variantId) ?? [];
      return {
        isOpen: open.length > 0,
        before: (figures, now) =>
          open.reduce((read, entry) => figuresBefore({ read, meant: afterEntry(read, entry), now }), figures),
        underWay: open
          .filter((entry) => isUnderWay(entry, now))
          .reduce((sum, { target, shopFigure }) => sum + target - shopFigure, 0),
      };
    },
    async close(variantIds) {
      const over = variantIds
        .flatMap((variantId) => ofVariant.get(variantId) ?? [])
        .filter((entry) => !isUnderWay(entry, now));
      // A restock that reading the return has shown to have arrived is marked by its time.
      const arrived = over.filter(({ cause, settledAt }) => cause === RESTOCKED && settledAt !== null);
      await closeWritten(ctx, arrived);
      await closeSuperseded(
        ctx,
        over.filter((one) => !arrived.includes(one)),
      );
    },
  };
}

/** These of the variants of which something is under way: until that is known, nothing of theirs may be raised. */
export async function loadUnderWay(
  ctx: ShopContext,
  variantIds: readonly VariantId[],
): Promise<Set<VariantId>> {
  const rows = await ctx.db.ledgerEntry.findMany({
    where: {
      ...{ shop: ctx.shop, outcome: "intended", cause: RESTOCKED, settledAt: null },
      ...{ variantId: { in: [...variantIds] }, intendedAt: { gt: oldest(ctx.clock()) } },
    },
    select: { variantId: true },
  });
  return new Set(rows.map(({ variantId }) => variantId as VariantId));
}

/** A figure of ours is set only if the shop's still is what was read; a restock that arrives late adds to whatever is. */
function isUnderWay({ cause, settledAt, intendedAt }: OpenEntry, now: Date): boolean {
  return cause === RESTOCKED && settledAt === null && intendedAt > oldest(now);
}

const oldest = (now: Date) => new Date(now.getTime() - MAY_ARRIVE_MS);

function afterEntry(
  figures: ShopFigures,
  { cause, figure: mode, target, shopFigure }: OpenEntry,
): ShopFigures {
  if (cause !== RESTOCKED) return afterWriting(figures, { mode, target });
  return raised(figures, target - shopFigure);
}

/** Figures to which the shop has added so many pieces. */
export function raised(figures: ShopFigures, by: number): ShopFigures {
  return { ...figures, onHand: figures.onHand + by, available: figures.available + by };
}

async function closeWritten(ctx: ShopContext, entries: readonly OpenEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  await settleWritten(ctx, Prisma.sql`"outcome" = 'intended' AND "id" = ANY(${ids}::bigint[])`);
}

async function closeSuperseded(ctx: ShopContext, entries: readonly OpenEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await ctx.db.ledgerEntry.updateMany({
    where: { shop: ctx.shop, outcome: "intended", id: { in: entries.map(({ id }) => BigInt(id)) } },
    data: { outcome: "superseded", settledAt: ctx.clock() },
  });
}
