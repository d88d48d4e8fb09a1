import { Prisma, type StockVerdict } from "@prisma/client";
import type pg from "pg";
import type { Tx } from "../../../db.server.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { Lots } from "../balance/lots.ts";
import type { CountedBySku } from "../balance/uncounted.ts";
import type { UsualStock } from "./decide-jump.ts";
import type { ShopFigures } from "./decide-stock.ts";
import { lockStock, stockLocked } from "./with-stock-lock.ts";
import { lotsOf, pairsOf, type LotPairs } from "./stock-balances.ts";

/** How a mapped variant's stock was found in both worlds, and what follows from it. */
export interface Look {
  variantId: VariantId;
  /** When the shop was asked. */
  lookedAt: Date;
  warehouseReadAt: Date;
  /** In pieces of the variant; null when the warehouse does not know its goods. */
  warehouseStock: number | null;
  /** Of these, what the merchant's buffer keeps back. */
  kept: number;
  /** Null when it is not stocked at the location. */
  figures: ShopFigures | null;
  target: number | null;
  /** Null where nobody can say what the quantity should be. */
  verdict: StockVerdict | null;
  /** Units of the variant that its scarcest SKU lacks because they left the store's quantity and not the warehouse yet. */
  held: number;
  /** The SKU of it that allows least; null where there is no target. */
  limitedBy: Sku | null;
  /** Units that the store's fulfillments at the location had taken; null where that is not known. */
  fulfilled: number | null;
  /** Units that left the on-hand quantity, and that no fulfillment read so far accounts for. */
  unconfirmed: Lots;
  /** How much of it its SKUs count. */
  counted: CountedBySku;
  /** The hint that made us look; null when a comparison of everything did. */
  hintId: bigint | null;
}

/** What is remembered of a variant: whether the merchant chose it, its usual stock, and the last look, if there was one. */
export interface Remembered {
  live: boolean;
  usual: UsualStock | null;
  look: Look | null;
  /** As in `Look`. It stays when the look is forgotten. */
  counted: CountedBySku;
}

/** What is remembered of these variants; those never looked at are missing. */
export async function loadLooks(
  { shop, pool }: { shop: string; pool: Pick<pg.ClientBase, "query"> },
  variantIds: readonly VariantId[],
): Promise<Map<VariantId, Remembered>> {
  const { rows } = await pool.query<StoredLook>({
    name: "looks",
    text: `SELECT "variantId", "live", "usualStock", "usualSince", "lookedAt", "warehouseReadAt", "warehouseStock", "kept", "onHand",
       "available", "committed", "target", "verdict"::text AS "verdict", "held", "limitedBy", "fulfilled", "unconfirmed", "hintId",
       "counted"
     FROM "StockLook" WHERE "shop" = $1 AND "variantId" = ANY($2::text[])`,
    values: [shop, variantIds],
  });
  return new Map(rows.map((row) => [row.variantId, rememberedOf(row)]));
}

/** What SKUs count in JSON, by SKU: [units, milliseconds since 1970]. */
type StoredCounted = Record<string, [units: number, at: number]>;

/** Both null where nothing is known yet. */
export interface StoredUsual {
  usualStock: number | null;
  usualSince: Date | null;
}

interface StoredLook
  extends
    Omit<Look, "lookedAt" | "warehouseReadAt" | "figures" | "hintId" | "unconfirmed" | "counted">,
    StoredUsual {
  hintId: string | null;
  unconfirmed: LotPairs | null;
  counted: StoredCounted | null;
  live: boolean;
  lookedAt: Date | null;
  warehouseReadAt: Date | null;
  onHand: number | null;
  available: number | null;
  committed: number | null;
}

function rememberedOf(row: StoredLook): Remembered {
  const { live, usualStock, usualSince, lookedAt, warehouseReadAt, onHand, available, committed, ...rest } =
    row;
  const counted = countedOf(row.counted);
  const usual = usualOf({ usualStock, usualSince });
  if (!lookedAt || !warehouseReadAt) return { live, usual, counted, look: null };
  const look = {
    ...{ ...rest, lookedAt, warehouseReadAt, counted },
    hintId: row.hintId === null ? null : BigInt(row.hintId),
    figures: onHand === null ? null : { onHand, available: available ?? 0, committed: committed ?? 0 },
    unconfirmed: lotsOf(row.unconfirmed),
  };
  return { live, usual, counted, look };
}

export const usualOf = ({ usualStock, usualSince }: StoredUsual): UsualStock | null =>
  usualStock === null ? null : { stock: usualStock, since: usualSince };

/** Whether the store's quantity is not what it should be, also where that is held back until the merchant confirms it. */
export const differs = ({ verdict }: Pick<Look, "verdict">): boolean =>
  verdict === "write" || verdict === "stopped";

/** Whether a look found everything as `before` did; only the times, and what made us look, may be others. */
export function isSameLook(look: Look, before: Look | null | undefined): boolean {
  if (!before) return false;
  return (
    look.verdict === before.verdict &&
    look.target === before.target &&
    look.warehouseStock === before.warehouseStock &&
    look.kept === before.kept &&
    look.held === before.held &&
    look.limitedBy === before.limitedBy &&
    look.fulfilled === before.fulfilled &&
    JSON.stringify(look.unconfirmed) === JSON.stringify(before.unconfirmed) &&
    isSameCounted(look.counted, before.counted) &&
    isSameFigures(look.figures, before.figures)
  );
}

export function isSameFigures(one: ShopFigures | null, other: ShopFigures | null): boolean {
  return (
    one?.onHand === other?.onHand &&
    one?.available === other?.available &&
    one?.committed === other?.committed
  );
}

/** Whether SKUs count as much as before, whenever that was read. */
export function isSameCounted(one: CountedBySku, other: CountedBySku = new Map()): boolean {
  return one.size === other.size && [...one].every(([sku, { units }]) => other.get(sku)?.units === units);
}

const countedOf = (stored: StoredCounted | null): CountedBySku =>
  new Map(Object.entries(stored ?? {}).map(([sku, [units, at]]) => [sku as Sku, { units, at }]));
const storedCounted = (counts: CountedBySku): StoredCounted =>
  Object.fromEntries([...counts].map(([sku, { units, at }]) => [sku, [units, at]]));

/**
 * Keeps looks. A look that was taken later is kept, so that two runs that
 * overlap end with the newer; storing one twice stores the same.
 */
export async function saveLooks(
  { shop, pool }: { shop: string; pool: Pick<pg.ClientBase, "query"> },
  looks: readonly Look[],
): Promise<void> {
  if (looks.length === 0) return;
  const rows = looks.map(({ figures, hintId, unconfirmed, counted, ...look }) => ({
    ...look,
    ...figures,
    counted: storedCounted(counted),
    hintId: hintId?.toString(),
    unconfirmed: unconfirmed.length > 0 ? pairsOf(unconfirmed) : null,
  }));
  const { text, values } = Prisma.sql`
    WITH ${stockLocked(shop)}, looks AS MATERIALIZED (
      SELECT r.* FROM stock_locked, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
        "variantId" text, "lookedAt" timestamptz, "warehouseReadAt" timestamptz, "warehouseStock" integer,
        "kept" integer, "onHand" integer, "available" integer, "committed" integer, "target" integer,
        "verdict" "StockVerdict", "held" integer, "limitedBy" text, "fulfilled" integer, "unconfirmed" jsonb,
        "counted" jsonb, "hintId" bigint)
    )
    INSERT INTO "StockLook" AS l (
      "shop", "variantId", "lookedAt", "warehouseReadAt", "warehouseStock", "kept", "onHand", "available", "committed",
      "target", "verdict", "held", "limitedBy", "fulfilled", "unconfirmed", "counted", "hintId")
    SELECT ${shop}, r.* FROM looks r
    ON CONFLICT ("shop", "variantId") DO UPDATE SET
      "lookedAt" = excluded."lookedAt", "warehouseReadAt" = excluded."warehouseReadAt",
      "warehouseStock" = excluded."warehouseStock", "kept" = excluded."kept", "onHand" = excluded."onHand",
      "available" = excluded."available", "committed" = excluded."committed", "target" = excluded."target",
      "verdict" = excluded."verdict", "held" = excluded."held", "limitedBy" = excluded."limitedBy",
      "fulfilled" = excluded."fulfilled", "unconfirmed" = excluded."unconfirmed", "counted" = excluded."counted",
      "hintId" = excluded."hintId"
    WHERE l."lookedAt" IS NULL OR l."lookedAt" <= excluded."lookedAt"`;
  await pool.query({ name: "save-looks", text, values });
}

/** Keeps how much of variants SKUs count, where there is no look to keep. Call under the store's lock. */
export async function saveCounted(
  { shop, pool }: { shop: string; pool: Pick<pg.ClientBase, "query"> },
  counts: ReadonlyMap<VariantId, CountedBySku>,
): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].map(([variantId, counted]) => ({
    variantId,
    counted: storedCounted(counted),
  }));
  const { text, values } = Prisma.sql`
    INSERT INTO "StockLook" AS l ("shop", "variantId", "counted")
    SELECT ${shop}, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("variantId" text, "counted" jsonb)
    ON CONFLICT ("shop", "variantId") DO UPDATE SET "counted" = excluded."counted"`;
  await pool.query({ name: "save-counted", text, values });
}

/** Keeps another usual stock of variants that have been looked at. Call under the store's lock. */
export async function saveUsual(
  { shop, pool }: { shop: string; pool: Pick<pg.ClientBase, "query"> },
  usual: ReadonlyMap<VariantId, UsualStock>,
): Promise<void> {
  if (usual.size === 0) return;
  const found = [...usual.values()];
  const { text, values } = Prisma.sql`
    UPDATE "StockLook" l SET "usualStock" = u."stock", "usualSince" = u."since"
    FROM unnest(${[...usual.keys()]}::text[], ${found.map(({ stock }) => stock)}::int[],
      ${found.map(({ since }) => since)}::timestamptz[]) AS u ("variantId", "stock", "since")
    WHERE l."shop" = ${shop} AND l."variantId" = u."variantId"`;
  await pool.query({ name: "save-usual", text, values });
}

/**
 * Forgets how these variants were found, because what they are made of, or where they are shown, is another now and
 * cannot be compared with it. Which of them the merchant chose stays. Balances of SKUs stay too, unless all is forgotten:
 * what is on its way does not depend on which variant uses it. How much of a variant they count stays with them.
 */
export async function forgetLooks(
  tx: Tx,
  { shop, variantIds }: { shop: string; variantIds: readonly VariantId[] | "all" },
): Promise<void> {
  await lockStock(tx, shop);
  if (variantIds === "all") {
    await tx.skuBalance.deleteMany({ where: { shop } });
    await tx.stockSweep.deleteMany({ where: { shop } });
    await tx.orderFulfillment.deleteMany({ where: { shop } });
    await tx.fulfilledUnits.deleteMany({ where: { shop } });
    // A run that has read by the old choices stores and writes nothing more.
    await tx.connection.updateMany({
      where: { shop },
      data: {
        stockEpoch: { increment: 1 },
        fulfillmentsSince: null,
        fulfillmentsReadAt: null,
        unlistedAfter: null,
        unlistedAgain: false,
      },
    });
  }
  // One array: PostgreSQL takes at most 32,767 parameters, and an upload may change more variants.
  const of = variantIds === "all" ? null : [...variantIds];
  await tx.$executeRaw`
    UPDATE "StockLook" SET "lookedAt" = NULL, "verdict" = NULL, "held" = 0, "limitedBy" = NULL, "fulfilled" = NULL,
      "unconfirmed" = NULL, "counted" = CASE WHEN ${of}::text[] IS NULL THEN NULL ELSE "counted" END, "usualStock" = NULL,
      "usualSince" = NULL, "jumpedAt" = NULL
    WHERE "shop" = ${shop} AND ("lookedAt" IS NOT NULL OR "counted" IS NOT NULL)
      AND (${of}::text[] IS NULL OR "variantId" = ANY(${of}::text[]))`;
}
