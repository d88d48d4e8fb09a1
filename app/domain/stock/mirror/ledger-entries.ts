import { Prisma, type LedgerOutcome, type StockMode } from "@prisma/client";
import type { InventoryItemId, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { ReturnCause } from "../report/return-causes.ts";
import { settleWritten } from "./settle-written.ts";

/** A value to set, with the readings it was decided from: a ledger entry before its outcome. */
export interface StockWrite {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  /** The goods it is made of, in words. */
  sku: string;
  hintId: bigint | null;
  /** What led here, when it was no hint. */
  cause?: WriteCause;
  warehouseStock: number | null;
  warehouseReadAt: Date;
  /** Pieces of the variant kept back by the merchant's buffer, and because they may have been sold. */
  buffer: number;
  held: number;
  shopFigure: number;
  shopReadAt: Date;
  target: number;
  /** The same for all that are decided together: what one of them lost, the others have to show as well. */
  group: number;
}

export interface WriteCause {
  event: ReturnCause;
  /** What it names, in words a merchant knows: #1001-R1. */
  of: string;
  at: Date;
}

/** Where in the shop, and which of its figures. */
export interface WriteTo {
  locationId: string;
  mode: StockMode;
}

/** Into the ledger, with what the hint said, because hints are not kept as long as the ledger is. */
export async function noteIntended(
  ctx: ShopContext,
  { key, to, writes }: { key: string; to: Pick<WriteTo, "mode">; writes: readonly StockWrite[] },
): Promise<void> {
  const rows = writes.map(({ hintId, ...write }) => ({ ...write, hintId: hintId?.toString() }));
  // Named once more by themselves: how many there are PostgreSQL cannot see in the document.
  const hintIds = [...new Set(rows.flatMap(({ hintId }) => hintId ?? []))];
  const { text, values } = Prisma.sql`
    INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "hintId", "cause", "causeOf", "causedAt",
      "figure", "warehouseStock", "warehouseReadAt", "buffer", "held", "shopFigure", "shopReadAt", "target",
      "writeKey", "intendedAt")
    SELECT ${ctx.shop}, r."variantId", r."inventoryItemId", r."sku", r."hintId",
      coalesce(r."cause" ->> 'event', h."event"), coalesce(r."cause" ->> 'of', h."identifier"),
      coalesce((r."cause" ->> 'at')::timestamptz, h."receivedAt"), ${to.mode}::"StockMode", r."warehouseStock", r."warehouseReadAt", r."buffer", r."held",
      r."shopFigure", r."shopReadAt", r."target", ${key}::uuid, ${ctx.clock()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      "variantId" text, "inventoryItemId" text, "sku" text, "hintId" bigint, "cause" jsonb, "warehouseStock" integer,
      "warehouseReadAt" timestamptz, "buffer" integer, "held" integer, "shopFigure" integer,
      "shopReadAt" timestamptz, "target" integer)
    LEFT JOIN "Hint" h ON h."shop" = ${ctx.shop} AND h."id" = r."hintId" AND h."id" = ANY(${hintIds}::bigint[])`;
  await ctx.pool.query({ name: "note-intended", text, values });
}

/** What became of entries that were meant. */
export async function settleEntries(
  ctx: ShopContext,
  about: { key: string; writes: readonly StockWrite[]; outcome: LedgerOutcome; reason?: string | undefined },
): Promise<void> {
  if (about.outcome === "written") {
    const variantIds = about.writes.map(({ variantId }) => variantId);
    const those = Prisma.sql`"writeKey" = ${about.key}::uuid AND "variantId" = ANY(${variantIds}::text[])`;
    return settleWritten(ctx, those);
  }
  await ctx.db.ledgerEntry.updateMany({
    where: {
      shop: ctx.shop,
      writeKey: about.key,
      variantId: { in: about.writes.map((write) => write.variantId) },
    },
    data: { outcome: about.outcome, reason: about.reason ?? null, settledAt: ctx.clock() },
  });
}
