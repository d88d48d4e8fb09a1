import type { LedgerOutcome, StockMode, StockVerdict } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { figureOf } from "../mirror/decide-stock.ts";
import { loadLooks, type Look } from "../mirror/stock-looks.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";
import { getStockSums, type StockSum } from "./get-stock-sums.ts";

/** What led to a look or a write: the event and, where it names something a merchant knows, what it named. */
export interface Cause {
  event: string;
  /** An inbound's reference, as the warehouse's event gave it. */
  of: string | null;
  heardAt: Date;
}

export interface StockExplained {
  mode: StockMode;
  /** Whether what is found to differ is written. */
  written: "yes" | "shadow" | "not-chosen" | "paused";
  /** How it was last found; null when it never was, or when nobody can say now what it should show. */
  look: LookExplained | null;
  /** Its quantity in the store is known, and the warehouse's stock could not be read. */
  isUndecided: boolean;
  /** What the store should show, term by term; null when that is not ours to say, or nothing was synced yet. */
  sum: StockSum | null;
  /** Units of each of its SKUs that the merchant keeps unsold; null where the usual safety stock applies. */
  safetyStocks: { sku: Sku; units: number | null }[];
  /** In units of each SKU. */
  usualSafetyStock: number;
  /** What the shop was given, or was meant to be given, or got from somebody else; the latest first. */
  entries: LedgerLine[];
}

export interface LookExplained {
  verdict: StockVerdict;
  /** Null when a comparison of all stock found it. */
  cause: Cause | null;
  /** In pieces of the variant; null when the warehouse does not know its goods. */
  warehouseStock: number | null;
  warehouseReadAt: Date;
  /** As decided then; null where that is not ours to say. */
  target: number | null;
  /** The figure that is mirrored; null when it is not stocked at the location. */
  shopFigure: number | null;
  shopReadAt: Date;
}

export interface LedgerLine {
  id: string;
  outcome: LedgerOutcome;
  figure: StockMode;
  /** What it was made of then. */
  sku: string;
  cause: Cause | null;
  /** Null when the warehouse did not know it. */
  warehouseStock: number | null;
  warehouseReadAt: Date;
  /** In units of the variant, as decided then. */
  safetyStock: number;
  awaitingDispatch: number;
  from: number;
  to: number;
  shopReadAt: Date;
  /** When it was written, refused or found. */
  at: Date;
  /** What Shopify said when it refused. */
  reason: string | null;
  /** Of a variant it took the mapping over from. */
  ofFormer: boolean;
}

/** The latest of what was written or meant. */
const ENTRIES = 20;

/** Why the store shows of a variant what it shows: the sum, how it was last found, and the ledger. */
export async function explainStock(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<StockExplained> {
  const { shop } = ctx;
  const [settings, looks, mapping, components] = await Promise.all([
    loadStockSettings(ctx),
    loadLooks(ctx, [variantId]),
    ctx.db.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } }),
    ctx.db.mappingComponent.findMany({ where: { shop, variantId }, orderBy: { sku: "asc" } }),
  ]);
  const skus = components.map(({ sku }) => sku as Sku);
  const { phase, pausedAt, mode, buffer } = settings;
  const known = looks.get(variantId);
  const [own, look, sums, entries] = await Promise.all([
    ctx.db.stockBuffer.findMany({ where: { shop, sku: { in: skus } } }),
    known?.look ? explainLook(ctx, { look: known.look, mode }) : null,
    known?.look && known.look.target !== null ? getStockSums(ctx, [variantId]) : null,
    readLedger(ctx, [variantId, ...((mapping?.formerVariantIds ?? []) as VariantId[])]),
  ]);
  return {
    ...{ mode, look, entries, usualSafetyStock: buffer },
    isUndecided: known?.look?.verdict === null,
    sum: sums?.get(variantId) ?? null,
    written: written(),
    safetyStocks: skus.map((sku) => ({ sku, units: own.find((one) => one.sku === sku)?.pieces ?? null })),
  };

  function written(): StockExplained["written"] {
    if (pausedAt) return "paused";
    if (phase === "shadow") return "shadow";
    return phase === "live" || known?.live ? "yes" : "not-chosen";
  }
}

async function explainLook(
  ctx: ShopContext,
  { look, mode }: { look: Look; mode: StockMode },
): Promise<LookExplained | null> {
  const { verdict, warehouseStock, warehouseReadAt, target, figures, hintId } = look;
  if (!verdict) return null;
  const hint = hintId && (await ctx.db.hint.findFirst({ where: { shop: ctx.shop, id: hintId } }));
  return {
    ...{ verdict, warehouseStock, warehouseReadAt, target },
    cause: hint ? causeOf({ event: hint.event, of: hint.identifier, heardAt: hint.receivedAt }) : null,
    shopFigure: figures && figureOf(figures, mode),
    shopReadAt: look.lookedAt,
  };
}

/** What the shop's own events name means nothing to a merchant. */
export function causeOf({ event, of, heardAt }: Cause): Cause {
  return { event, heardAt, of: of?.startsWith("gid://") ? null : of };
}

async function readLedger(
  ctx: ShopContext,
  [variantId, ...former]: [VariantId, ...VariantId[]],
): Promise<LedgerLine[]> {
  const entries = await ctx.db.ledgerEntry.findMany({
    where: { shop: ctx.shop, variantId: { in: [variantId, ...former] } },
    orderBy: [{ intendedAt: "desc" }, { id: "desc" }],
    take: ENTRIES,
  });
  return entries.map((entry) => {
    const { outcome, figure, sku, warehouseStock, warehouseReadAt, held, shopReadAt, reason } = entry;
    const { cause, causeOf: of, causedAt: heardAt } = entry;
    return {
      ...{ id: entry.id.toString(), outcome, figure, sku, warehouseStock, warehouseReadAt, shopReadAt },
      ...{
        reason,
        safetyStock: entry.buffer,
        awaitingDispatch: held,
        from: entry.shopFigure,
        to: entry.target,
      },
      cause: cause && heardAt ? causeOf({ event: cause, of, heardAt }) : null,
      at: entry.settledAt ?? entry.intendedAt,
      ofFormer: entry.variantId !== variantId,
    };
  });
}
