import type { StockMode } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import { isAccountShared } from "../../connection/warehouse-account.ts";
import type { ShopContext } from "../../shop-context.ts";
import {
  decideTargets,
  unavailableIn,
  unitsOffered,
  type DecidedVariant,
  type SkuTerms,
} from "../balance/decide-targets.ts";
import { addUnits, unitsIn } from "../balance/lots.ts";
import { partsOf } from "../mirror/decide-together.ts";
import { loadWhole, skusOf, type Mapped } from "../mirror/load-mapped.ts";
import { safetyStockOf } from "../mirror/safety-stock.ts";
import { isSharedAt, loadBalances, type StoredBalance } from "../mirror/stock-balances.ts";
import { loadLooks, type Remembered } from "../mirror/stock-looks.ts";
import { rulesAt } from "../settings/decide-rules.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** The sum from which a variant's target follows, as of the last observation of both systems. */
export interface StockSum {
  mode: StockMode;
  /** Units of the variant that can be sold. Negative when more is promised than is there. */
  sellable: number;
  /** The SKU that allows least. */
  limitedBy: Sku;
  /** What turns `sellable` into `target`, in units of the variant; only what is not 0. */
  lines: VariantLine[];
  /** What the store should show in the mode's quantity. */
  target: number;
  skus: SkuSum[];
}

/**
 * Shopify's on-hand quantity also counts the variant's promised and unavailable units. `no-less` is what a shortage lacks to a
 * quantity that Shopify takes.
 */
export const VARIANT_TERMS = ["promised", "unavailable", "no-less"] as const;

export interface VariantLine {
  term: (typeof VARIANT_TERMS)[number];
  units: number;
}

/** The terms of an SKU's sum, in its order. */
export const SKU_TERMS = [
  "stock",
  "promised",
  "dispatchedAhead",
  "awaitingDispatch",
  "unavailable",
  "safetyStock",
] as const;

/** Signed: what is subtracted is negative. */
export interface SkuLine {
  term: (typeof SKU_TERMS)[number];
  units: number;
}

/** One SKU's part in a variant's sum. Units are units of the SKU. */
export interface SkuSum {
  sku: Sku;
  /** Units in one unit of the variant. */
  units: number;
  /** The warehouse's stock, and what else is not 0. They add up to `sellable`. */
  lines: SkuLine[];
  /** Negative when more is promised than is there. */
  sellable: number;
  /** Units of the variant that `sellable` makes. */
  makes: number;
  /** The variants whose customers are promised the line `promised`: this one first, then most first. */
  promisedTo: PromisedTo[];
  /** What the variants beyond those are promised. */
  promisedToMore: { variants: number; units: number };
  wait: Wait | null;
  /** Until when the warehouse counts as shipping the SKU for others too; null when it does not. */
  sharedUntil: Date | null;
}

export interface PromisedTo {
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
  isThis: boolean;
  units: number;
}

/** How long units that await dispatch stay reserved. */
export interface Wait {
  /** When the oldest of them was observed. */
  since: Date;
  /** When the oldest is released if the warehouse does not ship it; null when no time releases it. */
  until: Date | null;
  /** Nothing was seen to leave the warehouse since then. Until something does, nothing is released. */
  isPaused: boolean;
}

/** Of the variants that an SKU is promised to, so many are named. */
const NAMED = 5;

/** The sums of these variants. Those that are not mapped, or with an SKU that was never observed, are missing. */
export async function getStockSums(
  ctx: ShopContext,
  variantIds: readonly VariantId[],
): Promise<Map<VariantId, StockSum>> {
  if (variantIds.length === 0) return new Map();
  const { shop, pool } = ctx;
  const now = ctx.clock();
  const [settings, mapped] = await Promise.all([loadStockSettings(ctx), loadWhole(ctx, { variantIds })]);
  const [balances, looks, connection, isShared] = await Promise.all([
    loadBalances(pool, { shop, skus: skusOf(mapped) }),
    loadLooks(
      ctx,
      mapped.map(({ variantId }) => variantId),
    ),
    ctx.db.connection.findUnique({ where: { shop }, select: { dispatchSeenAt: true } }),
    isAccountShared(ctx),
  ]);
  const { mode, graceMs } = rulesAt(settings, now);
  const variants = mapped.map((one) => decidedOf(one, looks.get(one.variantId)));
  const decided = decideTargets(balances, variants, {
    mode,
    safetyStock: safetyStockOf(mapped, { settings, now }),
    creditsDispatch: (sku) => !isShared && !isSharedAt(balances.get(sku), now),
  });
  const users = usersOf(variants);
  const asked = new Set<VariantId>(variantIds);
  const sums = new Map<VariantId, StockSum>();
  for (const variant of variants) {
    const target = decided.variants.get(variant.variantId);
    if (!target || !asked.has(variant.variantId)) continue;
    const skus = variant.components.map(({ sku, units }): SkuSum => {
      const terms = decided.skus.get(sku)!;
      const balance = balances.get(sku)!;
      const lines = linesOf(terms, mode);
      const isPromisedShown = lines.some(({ term }) => term === "promised");
      return {
        sku,
        units,
        lines,
        sellable: lines.reduce((sum, line) => sum + line.units, 0),
        makes: unitsOffered(terms, units),
        ...promisedTo(isPromisedShown ? (users.get(sku) ?? []) : [], variant.variantId),
        wait: waitOf(balance, {
          ...{ mode, graceMs, now, promised: terms.promised },
          dispatchSeenAt: connection?.dispatchSeenAt ?? null,
        }),
        sharedUntil: isSharedAt(balance, now) ? balance.sharedUntil : null,
      };
    });
    const sellable = skus.find(({ sku }) => sku === target.limitedBy)!.makes;
    const lines = variantLinesOf(variant, { mode, sellable, target: target.target });
    sums.set(variant.variantId, { mode, sellable, lines, skus, ...target });
  }
  await nameVariants(ctx, sums);
  return sums;
}

/** Quantities that do not count were not observed when the variant was decided either. */
function decidedOf(mapped: Mapped, remembered: Remembered | undefined): DecidedVariant {
  const look = remembered?.look;
  const counts = look?.figures && look.verdict !== "untracked" && look.verdict !== "gone";
  return {
    variantId: mapped.variantId,
    components: partsOf(mapped),
    quantities: counts ? look.figures! : { onHand: 0, available: 0, committed: 0 },
  };
}

interface Use {
  variantId: VariantId;
  /** Promised of the SKU. */
  units: number;
}

/** For each SKU the variants that are promised some of it, most first. */
function usersOf(variants: readonly DecidedVariant[]): Map<Sku, Use[]> {
  const users = new Map<Sku, Use[]>();
  for (const { variantId, components, quantities } of variants)
    for (const { sku, units } of quantities.committed > 0 ? components : []) {
      const uses = users.get(sku) ?? [];
      uses.push({ variantId, units: quantities.committed * units });
      users.set(sku, uses);
    }
  for (const uses of users.values())
    uses.sort((one, other) => other.units - one.units || (one.variantId < other.variantId ? -1 : 1));
  return users;
}

function linesOf(terms: SkuTerms, mode: StockMode): SkuLine[] {
  const { free, safetyStock } = terms;
  const lines: Record<SkuLine["term"], number> = {
    stock: terms.stock,
    // A warehouse that reports what may be sold has subtracted the orders it knows.
    promised: mode === "on_hand" ? -terms.promised : 0,
    dispatchedAhead: mode === "on_hand" ? terms.dispatchedAhead : 0,
    awaitingDispatch: -terms.awaitingDispatch,
    unavailable: -terms.unavailable,
    // No more is kept than there is, and nothing of a shortage.
    safetyStock: -Math.min(safetyStock, Math.max(0, free)),
  };
  return SKU_TERMS.flatMap((term) =>
    term === "stock" || lines[term] !== 0 ? [{ term, units: lines[term] }] : [],
  );
}

function variantLinesOf(
  { quantities }: DecidedVariant,
  { mode, sellable, target }: { mode: StockMode; sellable: number; target: number },
): VariantLine[] {
  const promised = mode === "on_hand" ? quantities.committed : 0;
  const unavailable = mode === "on_hand" ? unavailableIn(quantities) : 0;
  const noLess = target - sellable - promised - unavailable;
  const lines: Record<VariantLine["term"], number> = { promised, unavailable, "no-less": noLess };
  return VARIANT_TERMS.flatMap((term) => (lines[term] === 0 ? [] : [{ term, units: lines[term] }]));
}

function promisedTo(
  uses: readonly Use[],
  variantId: VariantId,
): Pick<SkuSum, "promisedTo" | "promisedToMore"> {
  const own = uses.filter((use) => use.variantId === variantId);
  const others = uses.filter((use) => use.variantId !== variantId);
  const more = others.slice(NAMED);
  return {
    promisedTo: [...own, ...others.slice(0, NAMED)].map((use) => ({
      ...use,
      ...{ isThis: use.variantId === variantId, productTitle: "", variantTitle: "" },
    })),
    promisedToMore: { variants: more.length, units: more.reduce((sum, { units }) => sum + units, 0) },
  };
}

/** By the rule of `expireLots`. */
function waitOf(
  { awaiting, uncertain }: StoredBalance,
  about: { mode: StockMode; graceMs: number; promised: number; dispatchSeenAt: Date | null; now: Date },
): Wait | null {
  const { mode, graceMs, promised, dispatchSeenAt, now } = about;
  const [oldest] = uncertain.reduce(addUnits, awaiting);
  if (!oldest) return null;
  const since = new Date(oldest.at);
  // What the warehouse reports as sellable does not count an open order until it has imported it.
  if (mode === "available" && promised >= unitsIn(awaiting)) return { since, until: null, isPaused: false };
  const until = new Date(oldest.at + graceMs);
  const isPaused = dispatchSeenAt === null || dispatchSeenAt <= since;
  return { since, until: isPaused && until <= now ? null : until, isPaused };
}

async function nameVariants(
  { pool, shop }: ShopContext,
  sums: ReadonlyMap<VariantId, StockSum>,
): Promise<void> {
  const all = [...sums.values()].flatMap(({ skus }) => skus.flatMap((sku) => sku.promisedTo));
  if (all.length === 0) return;
  const { rows } = await pool.query<Pick<PromisedTo, "variantId" | "productTitle" | "variantTitle">>({
    name: "variant-titles",
    text: `SELECT "variantId", "productTitle", "variantTitle" FROM "Variant"
     WHERE "shop" = $1 AND "variantId" = ANY($2::text[])`,
    values: [shop, [...new Set(all.map(({ variantId }) => variantId))]],
  });
  const titles = new Map(rows.map((row) => [row.variantId, row]));
  for (const one of all) Object.assign(one, titles.get(one.variantId));
}
