import type { LedgerOutcome, StockMode, StockVerdict } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { figureOf } from "../mirror/decide-stock.ts";
import { loadLooks, type Look, type Remembered } from "../mirror/stock-looks.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";
import { getStockSums, type StockSum } from "./get-stock-sums.ts";

/** What led to a look or a write: the event and, where it names something a merchant knows, what it named. */
export interface Cause {
  event: string;
  /** An inbound's reference, as the warehouse's event gave it. */
  of: string | null;
  heardAt: Date;
}

/** What a variant's page shows of its inventory, besides its history. */
export interface StockNow {
  mode: StockMode;
  /** Whether what is found to differ is written. */
  written: "yes" | "shadow" | "not-chosen" | "paused";
  /** How it was last found; null when it never was, or when nobody can say now what it should show. */
  look: LookExplained | null;
  /** Its quantity in the store is known, and the warehouse's stock could not be read. */
  isUndecided: boolean;
  /** What the store should show, term by term; null when that is not ours to say, or nothing was synced yet. */
  sum: StockSum | null;
  /** In the order of their SKUs. */
  components: ComponentExplained[];
  /** In units of each SKU. */
  usualSafetyStock: number;
  /** The latest write, Dockline's or someone else's; null when there was none. */
  lastWrite: LastWrite | null;
  /** Why Shopify refused the latest write; null where it did not refuse it. */
  refusal: string | null;
}

export interface ComponentExplained {
  sku: Sku;
  /** Units in one unit of the variant. */
  units: number;
  /** Whether the warehouse knows the SKU. */
  isKnown: boolean;
  /** Units that the merchant keeps unsold of just this SKU; null where the usual safety stock applies. */
  safetyStock: number | null;
}

export type LastWrite = Pick<LedgerLine, "from" | "to" | "at"> & { by: "dockline" | "other" };

export interface StockExplained extends StockNow {
  /** What the store was given, or was meant to be given, or got from somebody else; the latest first. */
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
  const { db, shop } = ctx;
  const [now, mapping] = await Promise.all([
    explainStockOf(ctx, [variantId]),
    db.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } }),
  ]);
  const entries = await readLedger(ctx, [variantId, ...((mapping?.formerVariantIds ?? []) as VariantId[])]);
  return { ...now.get(variantId)!, entries };
}

/** Why the store shows of each of these variants what it shows. A page of the list of variants costs as many queries as one. */
export async function explainStockOf(
  ctx: ShopContext,
  variantIds: readonly VariantId[],
): Promise<Map<VariantId, StockNow>> {
  const [settings, remembered, components, lastWrites, refusals] = await Promise.all([
    loadStockSettings(ctx),
    loadLooks(ctx, variantIds),
    loadComponents(ctx, variantIds),
    loadLatest(ctx, { variantIds, outcomes: ["written", "other"] }),
    loadLatest(ctx, { variantIds, outcomes: ["rejected"] }),
  ]);
  const looks = [...remembered.values()].flatMap(({ look }) => look ?? []);
  const targeted = looks.filter(({ target }) => target !== null).map((look) => look.variantId);
  const [causes, sums] = await Promise.all([loadCauses(ctx, looks), getStockSums(ctx, targeted)]);
  const { phase, pausedAt, mode, buffer: usualSafetyStock } = settings;
  return new Map(variantIds.map((variantId) => [variantId, explained(variantId)]));

  function explained(variantId: VariantId): StockNow {
    const known = remembered.get(variantId);
    const last = lastWrites.get(variantId);
    return {
      ...{ mode, usualSafetyStock },
      look: known?.look ? explainLook(known.look, { mode, causes }) : null,
      isUndecided: known?.look?.verdict === null,
      sum: sums.get(variantId) ?? null,
      written: written(known),
      components: components.get(variantId) ?? [],
      lastWrite: last
        ? { from: last.from, to: last.to, at: last.at, by: last.outcome === "other" ? "other" : "dockline" }
        : null,
      refusal: known?.look?.verdict === "rejected" ? (refusals.get(variantId)?.reason ?? null) : null,
    };
  }

  function written(known: Remembered | undefined): StockNow["written"] {
    if (pausedAt) return "paused";
    if (phase === "shadow") return "shadow";
    return phase === "live" || known?.live ? "yes" : "not-chosen";
  }
}

function explainLook(
  look: Look,
  { mode, causes }: { mode: StockMode; causes: ReadonlyMap<bigint, Cause> },
): LookExplained | null {
  const { verdict, warehouseStock, warehouseReadAt, target, figures, hintId } = look;
  if (!verdict) return null;
  return {
    ...{ verdict, warehouseStock, warehouseReadAt, target },
    cause: (hintId !== null && causes.get(hintId)) || null,
    shopFigure: figures && figureOf(figures, mode),
    shopReadAt: look.lookedAt,
  };
}

async function loadCauses({ db, shop }: ShopContext, looks: readonly Look[]): Promise<Map<bigint, Cause>> {
  const ids = looks.flatMap(({ hintId }) => hintId ?? []);
  const hints = ids.length > 0 ? await db.hint.findMany({ where: { shop, id: { in: ids } } }) : [];
  return new Map(
    hints.map(({ id, event, identifier, receivedAt }) => [
      id,
      causeOf({ event, of: identifier, heardAt: receivedAt }),
    ]),
  );
}

async function loadComponents(
  { pool, shop }: ShopContext,
  variantIds: readonly VariantId[],
): Promise<Map<VariantId, ComponentExplained[]>> {
  const { rows } = await pool.query<{ variantId: VariantId; components: ComponentExplained[] }>({
    name: "components-explained",
    text: `SELECT c."variantId", jsonb_agg(jsonb_build_object('sku', c."sku", 'units', c."quantity",
         'isKnown', w."sku" IS NOT NULL, 'safetyStock', b."pieces") ORDER BY c."sku") AS "components"
     FROM "MappingComponent" c
     LEFT JOIN "WarehouseProduct" w ON w."shop" = $1 AND w."sku" = c."sku"
     LEFT JOIN "StockBuffer" b ON b."shop" = $1 AND b."sku" = c."sku"
     WHERE c."shop" = $1 AND c."variantId" = ANY($2::text[])
     GROUP BY c."variantId"`,
    values: [shop, variantIds],
  });
  return new Map(rows.map(({ variantId, components }) => [variantId, components]));
}

type LatestEntry = Pick<LedgerLine, "from" | "to" | "at" | "outcome" | "reason">;

/** Of each variant the latest entry with one of these outcomes, also of what it took the mapping over from. */
async function loadLatest(
  { pool, shop }: ShopContext,
  { variantIds, outcomes }: { variantIds: readonly VariantId[]; outcomes: readonly LedgerOutcome[] },
): Promise<Map<VariantId, LatestEntry>> {
  // For each id one lookup in the index: a ledger of 400 days is long.
  const { rows } = await pool.query<LatestEntry & { variantId: VariantId }>({
    name: "latest-ledger-entries",
    text: `SELECT DISTINCT ON (i."variantId") i."variantId", e."shopFigure" AS "from", e."target" AS "to",
       coalesce(e."settledAt", e."intendedAt") AS "at", e."outcome"::text AS "outcome", e."reason"
     FROM (
       SELECT v."variantId", f."entryOf" FROM unnest($2::text[]) AS v ("variantId")
       LEFT JOIN "Mapping" m ON m."shop" = $1 AND m."variantId" = v."variantId"
       CROSS JOIN LATERAL unnest(v."variantId" || coalesce(m."formerVariantIds", '{}')) AS f ("entryOf")
     ) i
     CROSS JOIN LATERAL (
       SELECT l.* FROM "LedgerEntry" l
       WHERE l."shop" = $1 AND l."variantId" = i."entryOf" AND l."outcome" = ANY($3::"LedgerOutcome"[])
       ORDER BY l."intendedAt" DESC, l."id" DESC LIMIT 1
     ) e
     ORDER BY i."variantId", e."intendedAt" DESC, e."id" DESC`,
    values: [shop, variantIds, outcomes],
  });
  return new Map(rows.map((row) => [row.variantId, row]));
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
