import { randomUUID } from "node:crypto";
import type { PreviousLocation } from "@prisma/client";
import type { Db, Tx } from "../../../db.server.ts";
import { queueForAll, queueJob } from "../../../jobs/catalog.ts";
import { ENTRIES_A_CALL, setQuantities } from "../../../shopify/set-quantities.ts";
import type { InventoryItemId, VariantId } from "../../ids.ts";
import { findRecordError } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadMapped } from "../mirror/load-mapped.ts";
import { LocationGone, readShopStock } from "../mirror/read-shop-stock.ts";
import { REPLAY_MS } from "../mirror/replay-writes.ts";
import { settledAnswer, type SettledAnswer } from "../mirror/settled-answer.ts";
import {
  decideWrite,
  isRaise,
  isWrite,
  rowsAfter,
  type CallAnswer,
  type Row,
  type Write,
} from "./decide-previous-quantity.ts";

const UNDER_WAY = ["clearing", "restoring"] as const;

/** The most quantities that one call puts back: so many are left to the merchant where its answer does not come. */
const RESTORED_A_CALL = 50;
/** A quantity that moved before it was set is read again after this time, in milliseconds, where it alone is left. */
const RETRY_DELAY_MS = 30_000;

/**
 * Sets the next quantities at a previous location to 0, or adds what was taken there, and has itself run again until none is left.
 * One call a run, so that no event waits longer for it than for another write. Only units that are available are taken: those
 * committed to orders stay.
 *
 * Safe twice: what a call sets, and from what, is stored with its key before the first try. Without an answer it is sent again as it
 * was, by the next try or run, until Shopify tells what became of it. After ten minutes an undo is not sent any more, because Shopify
 * may not recognize it: whether its units were added is left to the merchant.
 * @throws ShopifyError. The next try goes on from there.
 */
export async function setPreviousQuantities(ctx: ShopContext): Promise<void> {
  const { db, shop } = ctx;
  const location = await db.previousLocation.findFirst({
    where: { shop, phase: { in: [...UNDER_WAY] } },
    orderBy: [{ leftAt: "asc" }, { locationId: "asc" }],
  });
  if (!location) return;
  let moved = 0;
  try {
    const writes = (await loadCall(ctx, location)) ?? (await prepareCall(ctx, location));
    if (writes.length > 0) moved = await send(ctx, { location, writes });
  } catch (error) {
    if (!(error instanceof LocationGone)) throw error;
    await close(ctx, location);
  }
  await goOn(ctx, { location, moved });
}

/** Has the job run in those of the stores in which it is not at its end, also where it has failed for good. */
export async function resumePreviousQuantities(db: Db, shops: readonly string[]): Promise<void> {
  const where = { shop: { in: [...shops] }, phase: { in: [...UNDER_WAY] } };
  const rows = await db.previousLocation.findMany({ where, distinct: ["shop"], select: { shop: true } });
  await queueForAll(db, { name: "set-previous-quantities", shops: rows.map(({ shop }) => shop) });
}

/** A call without an answer: all its rows, in the order in which they were sent. */
async function loadCall(
  { db }: ShopContext,
  { shop, locationId }: PreviousLocation,
): Promise<Write[] | null> {
  const where = { shop, locationId, writeKey: { not: null } };
  const rows = await db.previousQuantity.findMany({ where, orderBy: { variantId: "asc" } });
  return rows.length > 0 ? rows.filter(isWrite) : null;
}

/**
 * Reads the next quantities and stores what is to be set.
 * @returns nothing where the location is none before the present one any more
 */
async function prepareCall(ctx: ShopContext, location: PreviousLocation): Promise<Write[]> {
  const { locationId, phase } = location;
  const rows = await nextRows(ctx, location);
  const items = rows.map(({ inventoryItemId }) => inventoryItemId as InventoryItemId);
  const variantIds = rows.map(({ variantId }) => variantId as VariantId);
  const [{ readings, failed, left }, mapped] = await Promise.all([
    readShopStock(ctx, { items, locationId }),
    loadMapped(ctx, { variantIds }),
  ]);
  const isMapped = new Set<string>(mapped.map(({ variantId }) => variantId));
  const call = { writeKey: randomUUID(), writeAt: ctx.clock() };
  const read = rows.flatMap((row) => {
    const item = row.inventoryItemId as InventoryItemId;
    if (left.includes(item)) return [];
    const reading = failed.has(item) ? "failed" : readings.get(item);
    return [decideWrite(row, { phase, reading, isMapped: isMapped.has(row.variantId), call })];
  });
  return (await save(ctx, { location, rows: read })) ? read.filter(isWrite) : [];
}

/** Those that kept others from being set come last, one by one. */
async function nextRows({ db }: ShopContext, { shop, locationId, phase }: PreviousLocation): Promise<Row[]> {
  const rows = await db.previousQuantity.findMany({
    where: { shop, locationId, isDone: false },
    orderBy: [{ isAlone: "asc" }, { variantId: "asc" }],
    take: phase === "clearing" ? ENTRIES_A_CALL : RESTORED_A_CALL,
  });
  return rows[0]?.isAlone ? rows.slice(0, 1) : rows.filter(({ isAlone }) => !isAlone);
}

interface Call {
  location: PreviousLocation;
  writes: readonly Write[];
}

/** @returns how many quantities are to be read again, because they have moved */
async function send(ctx: ShopContext, { location, writes }: Call): Promise<number> {
  const answer = await ask(ctx, { location, writes });
  await save(ctx, { location, rows: rowsAfter(writes, { phase: location.phase, answer }) });
  return answer.answer === "entries-refused"
    ? [...answer.refused.values()].filter(({ stale }) => stale).length
    : 0;
}

const UNANSWERED = { answer: "unanswered" } as const;

/** @throws ShopifyError, LocationGone */
async function ask(ctx: ShopContext, { location, writes }: Call): Promise<CallAnswer> {
  const isOld = writes.some(({ writeAt }) => writeAt.getTime() <= ctx.clock().getTime() - REPLAY_MS);
  if (isOld && writes.some(isRaise)) return UNANSWERED;
  try {
    return await askOnce(ctx, { location, writes });
  } catch (error) {
    if (error instanceof LocationGone) throw error;
    // Thrown on where it concerns all of Shopify.
    await findRecordError(ctx, error);
    if (!isOld) throw error;
    return UNANSWERED;
  }
}

/** @throws ShopifyError, LocationGone */
async function askOnce(ctx: ShopContext, { location, writes }: Call): Promise<SettledAnswer> {
  const { locationId } = location;
  const answer = await setQuantities(ctx.admin, {
    ...{ key: writes[0]!.writeKey, name: "available", locationId },
    ...{ reason: "correction", referenceDocumentUri: referenceOf(location) },
    entries: writes.map(({ inventoryItemId, writeFrom, writeTo }) => ({
      inventoryItemId,
      quantity: writeTo,
      changeFromQuantity: writeFrom,
    })),
  });
  return settledAnswer(answer);
}

/** What the store's inventory history says of it: gid://shopify/Location/1 is gid://dockline/PreviousLocation/1. */
const referenceOf = ({ locationId }: PreviousLocation): string =>
  `gid://dockline/PreviousLocation/${locationId.split("/").at(-1)}`;

/**
 * Stores rows as they are now. Nothing is done yet where the merchant has asked for the opposite meanwhile.
 * @returns whether the location is still a previous one
 */
async function save(
  { db }: ShopContext,
  { location, rows }: { location: PreviousLocation; rows: readonly Row[] },
): Promise<boolean> {
  const { shop, locationId, phase } = location;
  return db.$transaction(async (tx) => {
    const standing = await lock(tx, location);
    if (!standing) return false;
    await tx.$executeRaw`
      UPDATE "PreviousQuantity" q SET "available" = r."available", "taken" = r."taken", "unsure" = r."unsure",
        "isDone" = r."isDone" AND ${standing.phase === phase}, "isAlone" = r."isAlone", "writeKey" = r."writeKey",
        "writeFrom" = r."writeFrom", "writeTo" = r."writeTo", "writeAt" = r."writeAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("variantId" text, "available" integer, "taken" integer,
        "unsure" integer, "isDone" boolean, "isAlone" boolean, "writeKey" uuid, "writeFrom" integer, "writeTo" integer,
        "writeAt" timestamptz)
      WHERE q."shop" = ${shop} AND q."locationId" = ${locationId} AND q."variantId" = r."variantId"`;
    return true;
  });
}

async function lock(
  tx: Tx,
  { shop, locationId }: PreviousLocation,
): Promise<Pick<PreviousLocation, "phase"> | undefined> {
  const [standing] = await tx.$queryRaw<Pick<PreviousLocation, "phase">[]>`
    SELECT "phase"::text AS "phase" FROM "PreviousLocation"
    WHERE "shop" = ${shop} AND "locationId" = ${locationId} FOR UPDATE`;
  return standing;
}

/** Nothing can be written at a location that is closed, and nothing there is on sale. */
async function close({ db }: ShopContext, { shop, locationId, phase }: PreviousLocation): Promise<void> {
  await db.previousLocation.updateMany({ where: { shop, locationId, phase }, data: { phase: "closed" } });
}

/** Ends the phase in which nothing is left to be done, and otherwise goes on with the next quantities. */
async function goOn(
  { db }: ShopContext,
  { location, moved }: { location: PreviousLocation; moved: number },
): Promise<void> {
  const { shop, locationId, phase } = location;
  await db.previousLocation.updateMany({
    where: { shop, locationId, phase, quantities: { none: { isDone: false } } },
    data: { phase: phase === "clearing" ? "cleared" : "restored" },
  });
  const underWay = await db.previousLocation.count({ where: { shop, phase: { in: [...UNDER_WAY] } } });
  if (underWay === 0) return;
  const left = await db.previousQuantity.count({ where: { shop, locationId, isDone: false } });
  const inMs = moved > 0 && moved === left ? RETRY_DELAY_MS : 0;
  await queueJob(db, { name: "set-previous-quantities", shop, inMs });
}
