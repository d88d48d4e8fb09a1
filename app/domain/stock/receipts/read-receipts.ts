import { Prisma } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import type { Joined } from "../../connection/load-connection.ts";
import type { Sku } from "../../ids.ts";
import { changesSince } from "../../inbounds/changes-since.ts";
import { ownReceiptLines } from "../../inbounds/inbound-receipts.ts";
import { noteGoneInbounds, storeOtherInbounds } from "../../inbounds/other/store-other-inbounds.ts";
import { failureOf } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { StockReset, stockLocked, withStockLock } from "../mirror/with-stock-lock.ts";

export interface ReceiptsRead {
  /** When they were read; `null` where they could not be. */
  readAt: Date | null;
  /** Done when the time of the reading is stored. Lost, the same receipts are read again. */
  noted: Promise<unknown>;
}

/** More than any inbound brings, and less than the sums may hold. */
const UNITS_MAX = 1_000_000;
const SUM = `least(sum("units"), 2147483647)::integer`;

/**
 * Counts what inbounds have brought since receipts were last read. Call before the stock is read: receipts that are read after
 * it would explain units that are not in it yet. The first time, and after a gap longer than the interface looks back, all
 * inbounds are listed. Inbounds made elsewhere are stored from the same answers. A list that fails while the warehouse works is
 * done without: units then count as having come in without a receipt until it is read.
 * @throws FulfilmentError when the warehouse as a whole fails
 */
export async function readReceipts(
  ctx: ShopContext,
  { warehouse, connection }: { warehouse: WarehouseClient; connection: Joined },
): Promise<ReceiptsRead> {
  const readAt = ctx.clock();
  const { receiptsReadAt: last, inboundsListedAt, stockEpoch: epoch } = connection;
  const asked = last && changesSince(last, readAt);
  const listsAll = !asked?.reaches || inboundsListedAt === null;
  const query = listsAll ? {} : { changeInterval: asked.changeInterval };
  // Nobody waits for those made elsewhere before the stock is read.
  let kept: Promise<unknown> = Promise.resolve();
  const failure = await failureOf(ctx, async () => {
    for await (const inbounds of warehouse.inbounds.pages(query)) {
      await storeReceipts(ctx, { inbounds, epoch });
      kept = kept.then(() => storeOtherInbounds(ctx, { inbounds, epoch, readAt }));
      kept.catch(() => undefined); // Thrown where it is waited for.
    }
  });
  if (failure) return { readAt: null, noted: kept };
  if (!last) await countFromHere(ctx);
  const noted = kept.then(async () => {
    if (listsAll) await noteGoneInbounds(ctx, { epoch, readAt });
    await ctx.pool.query(
      `UPDATE "Connection" SET "receiptsReadAt" = $2,
         "inboundsListedAt" = CASE WHEN $4 THEN $2 ELSE "inboundsListedAt" END
       WHERE "shop" = $1 AND "stockEpoch" = $3`,
      [ctx.shop, readAt, epoch, listsAll],
    );
  });
  noted.catch(() => undefined); // Thrown where it is waited for.
  return { readAt, noted };
}

/** What was brought before all inbounds had been listed once is in the stock already: SKUs observed until then begin with it. */
async function countFromHere({ db, shop }: ShopContext): Promise<void> {
  await db.$executeRaw`
    WITH ${stockLocked(shop)}
    UPDATE "SkuBalance" b SET "received" = r."units"
    FROM stock_locked, (
      SELECT "sku", ${Prisma.raw(SUM)} AS "units" FROM "InboundReceipt" WHERE "shop" = ${shop} GROUP BY "sku") r
    WHERE b."shop" = ${shop} AND b."sku" = r."sku"`;
}

/** What all inbounds have brought. */
export interface Received {
  /** Units in good condition. An SKU that no inbound has brought is missing. */
  units: ReadonlyMap<Sku, number>;
  /** When inbounds were last listed; `null` until all have been listed once. */
  readAt: Date | null;
}

/** What inbounds have brought of these SKUs, as far as receipts have been read. */
export async function loadReceived(ctx: ShopContext, skus: readonly Sku[]): Promise<Received> {
  // One statement: what another run reads meanwhile is in both or in neither.
  const { rows } = await ctx.pool.query<{ readAt: Date | null; units: Record<Sku, number> | null }>({
    name: "received",
    text: `SELECT "receiptsReadAt" AS "readAt", (
       SELECT jsonb_object_agg(r."sku", r."units") FROM (
         SELECT "sku", ${SUM} AS "units" FROM "InboundReceipt"
         WHERE "shop" = $1 AND "sku" = ANY($2::text[]) GROUP BY "sku") r
     ) AS "units" FROM "Connection" WHERE "shop" = $1`,
    values: [ctx.shop, skus],
  });
  const { readAt = null, units } = rows[0] ?? {};
  return {
    units: new Map(Object.entries(units ?? {}) as [Sku, number][]),
    readAt,
  };
}

/** Inbounds of these of which another number of received units has been read since all events that name them were processed. */
export async function findReceivedSinceNamed(
  ctx: ShopContext,
  named: ReadonlyMap<string, Date>,
): Promise<Set<string>> {
  if (named.size === 0) return new Set();
  const { rows } = await ctx.pool.query<{ inboundRef: string }>(
    `SELECT DISTINCT i."inboundRef" FROM unnest($2::text[], $3::timestamptz[]) AS n ("ref", "processedAt")
     JOIN "InboundReceipt" i ON i."shop" = $1 AND i."inboundRef" = n."ref" AND i."changedAt" > n."processedAt"`,
    [ctx.shop, [...named.keys()], [...named.values()]],
  );
  return new Set(rows.map(({ inboundRef }) => inboundRef));
}

/** SKUs of these for which another number of received units has been read since. */
export async function loadReceivedSince(
  ctx: ShopContext,
  { skus, since }: { skus: readonly Sku[]; since: Date },
): Promise<Set<Sku>> {
  const { rows } = await ctx.pool.query<{ sku: Sku }>({
    name: "received-since",
    text: `SELECT DISTINCT "sku" FROM "InboundReceipt"
     WHERE "shop" = $1 AND "sku" = ANY($2::text[]) AND "changedAt" >= $3`,
    values: [ctx.shop, skus, since],
  });
  return new Set(rows.map(({ sku }) => sku));
}

/**
 * Stores how many units of each SKU an inbound has brought. Storing the same again changes nothing, and an SKU that its receipts
 * no longer show has brought none. Nothing is stored where all was forgotten since: it may be another account's by now.
 */
export async function storeReceipts(
  ctx: ShopContext,
  { inbounds, epoch }: { inbounds: readonly Inbound[]; epoch: number },
): Promise<void> {
  // No receipts at all may mean that the warehouse has left them out: that is unknown, and not none.
  const received = inbounds.filter(({ receipts }) => (receipts?.length ?? 0) > 0).map(broughtBy);
  // Most of those listed are stored as they are, and for them nobody has to wait.
  const changed = await changedOf(ctx, received);
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ ref, units }) =>
    [...units].map(([sku, count]) => ({ inboundRef: ref, sku, units: count })),
  );
  const refs = changed.map(({ ref }) => ref);
  const now = ctx.clock();
  const { text, values } = Prisma.sql`
    WITH brought AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
        "inboundRef" text, "sku" text, "units" integer)
    ), taken_back AS (
      UPDATE "InboundReceipt" i SET "units" = 0, "changedAt" = ${now}
      WHERE i."shop" = ${ctx.shop} AND i."inboundRef" = ANY(${refs}::text[]) AND i."units" <> 0
        AND NOT EXISTS (SELECT FROM brought b WHERE b."inboundRef" = i."inboundRef" AND b."sku" = i."sku")
    )
    INSERT INTO "InboundReceipt" AS i ("shop", "inboundRef", "sku", "units", "changedAt")
    SELECT ${ctx.shop}, b."inboundRef", b."sku", b."units", ${now} FROM brought b
    ON CONFLICT ("shop", "inboundRef", "sku") DO UPDATE SET
      "units" = excluded."units", "changedAt" = excluded."changedAt"
    WHERE i."units" <> excluded."units"`;
  try {
    await withStockLock(ctx, epoch, (client) => client.query({ name: "store-receipts", text, values }));
  } catch (error) {
    if (!(error instanceof StockReset)) throw error;
  }
}

interface Brought {
  ref: string;
  /** By SKU, in good condition. */
  units: Map<string, number>;
}

/** Those of which other units are stored, or none. */
async function changedOf(ctx: ShopContext, received: readonly Brought[]): Promise<Brought[]> {
  if (received.length === 0) return [];
  const { rows } = await ctx.pool.query<{ inboundRef: string; sku: string; units: number }>({
    name: "stored-receipts",
    text: `SELECT "inboundRef", "sku", "units" FROM "InboundReceipt" WHERE "shop" = $1 AND "inboundRef" = ANY($2::text[])`,
    values: [ctx.shop, received.map(({ ref }) => ref)],
  });
  const stored = Map.groupBy(rows, ({ inboundRef }) => inboundRef);
  return received.filter(({ ref, units }) => {
    const known = new Map(stored.get(ref)?.map((row) => [row.sku, row.units]));
    const isStored = [...units].every(([sku, count]) => known.get(sku) === count);
    const isTakenBack = [...known].some(([sku, count]) => count !== 0 && !units.has(sku));
    return !isStored || isTakenBack;
  });
}

/**
 * Whether a warehouse's stock includes defective units is not documented; they are not counted as brought, and neither is what
 * the warehouse does not say to be good.
 */
function broughtBy(inbound: Inbound): Brought {
  const units = new Map<string, number>();
  for (const { sku, quantity, defective } of ownReceiptLines(inbound.receipts, inbound)) {
    if (sku === null) continue;
    units.set(sku, (units.get(sku) ?? 0) + (defective === false ? (quantity ?? 0) : 0));
  }
  return { ref: inbound.ref, units: new Map([...units].filter(([, count]) => Math.abs(count) <= UNITS_MAX)) };
}
