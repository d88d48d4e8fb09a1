import { randomUUID } from "node:crypto";
import { ShopifyError } from "../../../shopify/errors.ts";
import { setQuantities, type EntryRefusal } from "../../../shopify/set-quantities.ts";
import { callInHalves, type HalfOptions } from "../../call-in-halves.ts";
import type { RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { callsOf } from "./calls-of.ts";
import { explainCall } from "./explain-call.ts";
import { noteIntended, settleEntries, type StockWrite, type WriteTo } from "./ledger-entries.ts";
import { settledAnswer } from "./settled-answer.ts";

/** What was not written. */
export interface WriteResult {
  /** The shop's figure had moved since it was read: read again and decide anew. */
  stale: StockWrite[];
  rejected: { write: StockWrite; reason: string }[];
  /** Those whose call failed, each for itself, although Shopify works. */
  failed: Map<StockWrite, RecordFailure>;
  /** Those whose turn did not come, because those took the time. */
  left: StockWrite[];
}

type Remember = (written: readonly StockWrite[]) => Promise<void>;

interface Writing {
  to: WriteTo;
  remember: Remember;
  /** Asked before each call. Once it is false nothing more is written, and what is not stays a difference. */
  mayWrite(): Promise<boolean>;
}

/**
 * Writes the shop's figures at one location, each value only if the shop's figure still is what was read.
 *
 * Safe twice: what is meant is in the ledger, with Shopify's idempotency key, before the first try. The client may
 * repeat a call whose answer was lost; a call that arrives late finds another figure and does nothing; a run that is
 * cut off leaves its entries `intended`, and the next look at these variants decides anew (`look-at-stock.ts`). So
 * `remember` is told what was written before the ledger calls it so: cut off in between, the entry still says what may
 * have moved the figure, which would else look as if it had fallen by itself.
 *
 * One entry Shopify refuses makes it refuse the whole call, so the call is repeated without those it names. Where it names
 * none, the call is split (`callInHalves`).
 * @throws ShopifyError, LocationGone
 */
export async function writeStock(
  ctx: ShopContext,
  { writes, ...writing }: Writing & { writes: readonly StockWrite[] },
): Promise<WriteResult> {
  const result: WriteResult = { stale: [], rejected: [], failed: new Map(), left: [] };
  for (const some of callsOf(writes)) {
    if (!(await writing.mayWrite())) break;
    const keys = await noteWithKey(ctx, { to: writing.to, writes: some });
    const { failed, left } = await callInHalves(ctx, some, (asked, options) =>
      writeCall(ctx, { ...writing, options, keys, writes: asked, result }),
    );
    for (const [write, failure] of failed) result.failed.set(write, failure);
    result.left.push(...left);
  }
  return result;
}

/** The idempotency keys that a set of ledger entries has had, the latest last. */
interface Keys {
  /** The key the entries were noted with, until a call has used it. */
  unused: string | null;
  all: string[];
  /** A call with one of them had no answer, so what it set may be set. */
  isUnanswered: boolean;
}

async function noteWithKey(
  ctx: ShopContext,
  { to, writes }: { to: WriteTo; writes: readonly StockWrite[] },
): Promise<Keys> {
  const key = randomUUID();
  await noteIntended(ctx, { key, to, writes });
  return { unused: key, all: [key], isUnanswered: false };
}

/** A key for a call with these values: a new set of values needs a new one. */
async function takeKey(ctx: ShopContext, keys: Keys, writes: readonly StockWrite[]): Promise<string> {
  const { unused } = keys;
  keys.unused = null;
  if (unused) return unused;
  const writeKey = randomUUID();
  const variantId = { in: writes.map((write) => write.variantId) };
  await ctx.db.ledgerEntry.updateMany({
    where: { shop: ctx.shop, writeKey: { in: keys.all }, variantId, outcome: "intended" },
    data: { writeKey },
  });
  keys.all.push(writeKey);
  return writeKey;
}

async function writeCall(
  ctx: ShopContext,
  {
    to,
    writes,
    remember,
    keys,
    result,
    options,
  }: Writing & {
    writes: readonly StockWrite[];
    keys: Keys;
    result: WriteResult;
    options: HalfOptions;
  },
): Promise<void> {
  let rest = writes;
  let spent = 0;
  while (rest.length > 0) {
    const key = await takeKey(ctx, keys, rest);
    const entries = rest.map((write) => ({
      inventoryItemId: write.inventoryItemId,
      quantity: write.target,
      changeFromQuantity: write.shopFigure,
    }));
    const { locationId, mode: name } = to;
    const asked = { key, name, locationId, ...explainCall(key, rest), entries, options };
    const answer = await setQuantities(ctx.admin, asked).catch(async (error: unknown) => {
      // Sent a second time under another key, neither key tells what became of it.
      if (keys.isUnanswered) for (const write of rest) await leaveOpen(ctx, { key, write });
      keys.isUnanswered = true;
      throw error;
    });
    const settled = settledAnswer(answer);
    switch (settled.answer) {
      case "done":
        await remember(rest);
        await settleEntries(ctx, { key, writes: rest, outcome: "written" });
        return;
      case "entries-refused":
        rest = await setAside(ctx, { key, keys, writes: rest, refused: settled.refused, result });
        break;
      case "key-spent":
        if (++spent > 1)
          throw new ShopifyError("unavailable", { message: "a key made just now counts as spent" });
        break;
    }
  }
}

/**
 * Settles the entries Shopify named and returns the others. Where a quantity has moved, its siblings are set aside too: what they
 * should show depends on it. Where an earlier call had no answer, the quantity may have been moved by that call: then its entry
 * stays open, under no key, until the store has been read (`open-writes.ts`).
 */
async function setAside(
  ctx: ShopContext,
  about: {
    key: string;
    keys: Keys;
    writes: readonly StockWrite[];
    refused: Map<number, EntryRefusal>;
    result: WriteResult;
  },
): Promise<StockWrite[]> {
  const { key, keys, writes, refused, result } = about;
  const moved = new Set(writes.filter((_, at) => refused.get(at)?.stale).map(({ group }) => group));
  const rest: StockWrite[] = [];
  for (const [index, write] of writes.entries()) {
    const refusal = refused.get(index);
    const isMoved = moved.has(write.group);
    if (!refusal && !isMoved) {
      rest.push(write);
      continue;
    }
    if (isMoved) result.stale.push(write);
    else result.rejected.push({ write, reason: refusal!.reason });
    if (isMoved && keys.isUnanswered) await leaveOpen(ctx, { key, write });
    else {
      const outcome = !refusal ? "superseded" : refusal.stale ? "stale" : "rejected";
      await settleEntries(ctx, { key, writes: [write], outcome, reason: refusal?.reason });
    }
  }
  return rest;
}

async function leaveOpen(
  ctx: ShopContext,
  { key, write }: { key: string; write: StockWrite },
): Promise<void> {
  const { shop } = ctx;
  const where = { shop, writeKey: key, variantId: write.variantId, outcome: "intended" as const };
  await ctx.db.ledgerEntry.updateMany({ where, data: { writeKey: null } });
}
