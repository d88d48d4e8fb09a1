import { Prisma } from "@prisma/client";
import type pg from "pg";
import type { Sku } from "../../ids.ts";
import type { SkuBalance } from "../balance/balance.ts";
import { NO_LOTS, type Lots } from "../balance/lots.ts";

/** The balance of one warehouse SKU as it is stored. */
export interface StoredBalance extends SkuBalance {
  /** When the warehouse was asked for its stock. */
  stockReadAt: Date;
  firstSeenAt: Date;
  /** Until when the warehouse counts as shipping it for others too. */
  sharedUntil: Date | null;
}

const KINDS = ["awaiting", "uncertain", "departed", "matched", "returned", "early", "cancelled"] as const;
type Kind = (typeof KINDS)[number];

/** Lots in JSON: [units, milliseconds since 1970]. */
export type LotPairs = [units: number, at: number][];

export const pairsOf = (lots: Lots): LotPairs => lots.map(({ units, at }) => [units, at]);
export const lotsOf = (pairs: LotPairs | null | undefined): Lots =>
  pairs?.map(([units, at]) => ({ units, at })) ?? NO_LOTS;

type StoredRow = Pick<StoredBalance, "stock" | "received" | "stockReadAt" | "firstSeenAt" | "sharedUntil"> & {
  sku: Sku;
  lots: Partial<Record<Kind, LotPairs>>;
};

/** The balances of these SKUs; those that were never observed are missing. */
export async function loadBalances(
  db: Pick<pg.ClientBase, "query">,
  { shop, skus }: { shop: string; skus: readonly Sku[] },
): Promise<Map<Sku, StoredBalance>> {
  const { rows } = await db.query<StoredRow>({
    name: "balances",
    text: `SELECT "sku", "stock", "received", "lots", "stockReadAt", "firstSeenAt", "sharedUntil"
     FROM "SkuBalance" WHERE "shop" = $1 AND "sku" = ANY($2::text[])`,
    values: [shop, skus],
  });
  return new Map(rows.map(({ sku, lots, ...row }) => [sku, { ...row, ...lotsByKind(lots) }]));
}

const lotsByKind = (stored: StoredRow["lots"]) =>
  Object.fromEntries(KINDS.map((kind) => [kind, lotsOf(stored[kind])])) as Record<Kind, Lots>;

/** Whether the warehouse counts as shipping the SKU for others too: units that left it are then no open order's. */
export function isSharedAt(balance: Pick<StoredBalance, "sharedUntil"> | undefined, at: Date): boolean {
  return balance?.sharedUntil != null && balance.sharedUntil > at;
}

/** Whether the two say the same; only the time of the reading may be another. */
export function isSameBalance(balance: StoredBalance, before: StoredBalance | undefined): boolean {
  return (
    before !== undefined &&
    balance.stock === before.stock &&
    balance.received === before.received &&
    balance.sharedUntil?.getTime() === before.sharedUntil?.getTime() &&
    JSON.stringify(lotsToStore(balance)) === JSON.stringify(lotsToStore(before))
  );
}

export async function saveBalances(
  db: Pick<pg.ClientBase, "query">,
  { shop, balances }: { shop: string; balances: ReadonlyMap<Sku, StoredBalance> },
): Promise<void> {
  if (balances.size === 0) return;
  const rows = [...balances].map(([sku, balance]) => ({
    sku,
    stock: balance.stock,
    received: balance.received,
    stockReadAt: balance.stockReadAt,
    firstSeenAt: balance.firstSeenAt,
    sharedUntil: balance.sharedUntil,
    lots: lotsToStore(balance),
    oldestLotAt: oldestLotOf(balance),
  }));
  const { text, values } = Prisma.sql`
    INSERT INTO "SkuBalance" (
      "shop", "sku", "stock", "received", "stockReadAt", "firstSeenAt", "sharedUntil", "lots", "oldestLotAt")
    SELECT ${shop}, r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      "sku" text, "stock" integer, "received" integer, "stockReadAt" timestamptz, "firstSeenAt" timestamptz,
      "sharedUntil" timestamptz, "lots" jsonb, "oldestLotAt" timestamptz)
    ON CONFLICT ("shop", "sku") DO UPDATE SET
      "stock" = excluded."stock", "received" = excluded."received", "stockReadAt" = excluded."stockReadAt",
      "sharedUntil" = excluded."sharedUntil", "lots" = excluded."lots", "oldestLotAt" = excluded."oldestLotAt"`;
  await db.query({ name: "save-balances", text, values });
}

function lotsToStore(balance: SkuBalance): StoredRow["lots"] {
  return Object.fromEntries(
    KINDS.filter((kind) => balance[kind].length > 0).map((kind) => [kind, pairsOf(balance[kind])]),
  );
}

/** When the oldest of its units moved; `null` when none are on their way. */
export function oldestLotOf(balance: SkuBalance): Date | null {
  const times = KINDS.flatMap((kind) => balance[kind].map(({ at }) => at));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
