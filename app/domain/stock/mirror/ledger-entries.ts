import { Prisma, type LedgerOutcome, type StockMode } from "@prisma/client";
import type { InventoryItemId, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { settleWritten } from "./settle-written.ts";

/** A value to set, with the readings it was decided from: a ledger entry before its outcome. */
export interface StockWrite {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  /** The goods it is made of, in words. */
  sku: string;
  hintId: bigint | null;
  /** What led here (`write-causes.ts`); null when a full sync found the difference. */
  cause: WriteCause | null;
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
  /** A stock event, or what we did because of a return. */
  event: string;
  /** What it names: an inbound, or in words a merchant knows a return, #1001-R1. */
  of: string | null;
  at: Date;
}

/** Where in the shop, and which of its figures. */
export interface WriteTo {
  locationId: string;
  mode: StockMode;
}

/** Into the ledger, before it is tried. */
export async function noteIntended(
  ctx: ShopContext,
  { key, to, writes }: { key: string; to: Pick<WriteTo, "mode">; writes: readonly StockWrite[] },
): Promise<void> {
  const rows = writes.map(({ hintId, ...write }) => ({ ...write, hintId: hintId?.toString() }));
  const { text, values } = Prisma.sql`
    INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "hintId", "cause", "causeOf", "causedAt",
      "figure", "warehouseStock", "warehouseReadAt", "buffer", "held", "shopFigure", "shopReadAt", "target",
      "writeKey", "intendedAt")
    SELECT ${ctx.shop}, r."variantId", r."inventoryItemId", r."sku", r."hintId",
      r."cause" ->> 'event', r."cause" ->> 'of', (r."cause" ->> 'at')::timestamptz, ${to.mode}::"StockMode",
      r."warehouseStock", r."warehouseReadAt", r."buffer", r."held", r."shopFigure", r."shopReadAt", r."target", ${key}::uuid, ${ctx.clock()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      "variantId" text, "inventoryItemId" text, "sku" text, "hintId" bigint, "cause" jsonb, "warehouseStock" integer,
      "warehouseReadAt" timestamptz, "buffer" integer, "held" integer, "shopFigure" integer,
      "shopReadAt" timestamptz, "target" integer)`;
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
