import { randomUUID } from "node:crypto";
import type { PreviousLocation, PreviousQuantity } from "@prisma/client";
import type { Db, Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import {
  ENTRIES_A_CALL,
  setQuantities,
  type EntryRefusal,
  type SetQuantitiesAnswer,
} from "../../../shopify/set-quantities.ts";
import type { InventoryItemId, VariantId } from "../../ids.ts";
import { findRecordError } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadMapped } from "../mirror/load-mapped.ts";
import { LocationGone, readShopStock } from "../mirror/read-shop-stock.ts";
import { REPLAY_MS } from "../mirror/replay-writes.ts";

type Row = Omit<PreviousQuantity, "shop" | "locationId">;
/** A row of a call. */
interface Write extends Row {
  writeKey: string;
  writeFrom: number;
  writeTo: number;
  writeAt: Date;
}

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

/** Those of the stores in which quantities at a previous location are still to be set, also where the job has failed for good. */
export async function findChangingPrevious(db: Db, shops: readonly string[]): Promise<string[]> {
  const where = { shop: { in: [...shops] }, phase: { in: [...UNDER_WAY] } };
  const rows = await db.previousLocation.findMany({ where, distinct: ["shop"], select: { shop: true } });
  return rows.map(({ shop }) => shop);
}

const isWrite = <Some extends Row>(row: Some): row is Some & Write => row.writeKey !== null;
const isRaise = ({ writeFrom, writeTo }: Write): boolean => writeTo > writeFrom;

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
  const read = rows.flatMap((row): Row[] => {
    const item = row.inventoryItemId as InventoryItemId;
    if (left.includes(item)) return [];
    if (failed.has(item)) return [{ ...row, isDone: true }];
    const reading = readings.get(item);
    // Of what is not tracked, no quantity limits what customers can buy. What was taken is put back also where it is not mapped now.
    const isOurs = reading?.tracked && (phase === "restoring" || isMapped.has(row.variantId));
    const available = (isOurs && reading.figures?.available) || 0;
    const writeTo = isOurs && reading.figures ? targetOf(phase, { available, taken: row.taken }) : available;
    if (writeTo === available) return [{ ...row, available, isDone: true }];
    return [{ ...row, ...call, available, writeFrom: available, writeTo }];
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

function targetOf(
  phase: PreviousLocation["phase"],
  { available, taken }: { available: number; taken: number },
): number {
  return phase === "clearing" ? Math.min(available, 0) : available + taken;
}

interface Call {
  location: PreviousLocation;
  writes: readonly Write[];
}

/** @returns how many quantities are to be read again, because they have moved */
async function send(ctx: ShopContext, { location, writes }: Call): Promise<number> {
  const answer = await ask(ctx, { location, writes });
  // What is asked for now may be the opposite of what the call did: then its quantities are not done with it.
  const isWanted = writes.some(isRaise) === (location.phase === "restoring");
  const rows = rowsAfter(writes, answer).map((row) => ({ ...row, isDone: row.isDone && isWanted }));
  await save(ctx, { location, rows });
  return answer.answer === "entries-refused" ? [...answer.refused.values()].filter(isStale).length : 0;
}

type Answer =
  | Extract<SetQuantitiesAnswer, { answer: "done" | "entries-refused" | "key-spent" }>
  /** Shopify has not said for minutes what became of the call, and won't be asked any more. */
  | { answer: "unanswered" };

const UNANSWERED = { answer: "unanswered" } as const;

/** @throws ShopifyError, LocationGone */
async function ask(ctx: ShopContext, { location, writes }: Call): Promise<Answer> {
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
async function askOnce(ctx: ShopContext, { location, writes }: Call): Promise<Answer> {
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
  switch (answer.answer) {
    case "done":
    case "entries-refused":
    case "key-spent":
      return answer;
    case "location-gone":
      throw new LocationGone();
    case "busy":
      throw new ShopifyError("unavailable", { message: "the same write is under way" });
    case "unexpected":
      throw new ShopifyError("refused", { message: answer.message });
  }
}

const isStale = (refusal: EntryRefusal | undefined): boolean => refusal?.stale === true;

function rowsAfter(writes: readonly Write[], answer: Answer): Row[] {
  switch (answer.answer) {
    case "done":
      return writes.map(written);
    case "entries-refused":
      return writes.map((write, at) => {
        const refusal = answer.refused.get(at);
        const isDone = refusal !== undefined && !isStale(refusal);
        return { ...ended(write, { isDone }), isAlone: write.isAlone || isStale(refusal) };
      });
    case "key-spent":
      return writes.map((write) => ended(write, { isDone: false }));
    case "unanswered":
      return writes.map(unanswered);
  }
}

/** What the store's inventory history says of it: gid://shopify/Location/1 is gid://dockline/PreviousLocation/1. */
const referenceOf = ({ locationId }: PreviousLocation): string =>
  `gid://dockline/PreviousLocation/${locationId.split("/").at(-1)}`;

function written(write: Write): Row {
  const { taken, writeFrom, writeTo } = write;
  return { ...ended(write, { isDone: true }), available: writeTo, taken: taken + writeFrom - writeTo };
}

/** What was to be put back may have been, so it is not put back again. What was to be set to 0 is tried once more, alone. */
function unanswered(write: Write): Row {
  const { taken, unsure, isAlone, writeFrom, writeTo } = write;
  if (!isRaise(write)) return { ...ended(write, { isDone: isAlone }), isAlone: true };
  const units = writeTo - writeFrom;
  return { ...ended(write, { isDone: true }), taken: taken - units, unsure: unsure + units };
}

function ended(write: Write, { isDone }: Pick<Row, "isDone">): Row {
  return { ...write, writeKey: null, writeFrom: null, writeTo: null, writeAt: null, isDone };
}

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
  const [underWay] = await findChangingPrevious(db, [shop]);
  if (!underWay) return;
  const left = await db.previousQuantity.count({ where: { shop, locationId, isDone: false } });
  const inMs = moved > 0 && moved === left ? RETRY_DELAY_MS : 0;
  await queueJob(db, { name: "set-previous-quantities", shop, inMs });
}
