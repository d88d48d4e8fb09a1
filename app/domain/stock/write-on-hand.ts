import { randomUUID } from "node:crypto";
import type { LedgerOutcome } from "@prisma/client";
import { ShopifyError } from "../../shopify/errors.ts";
import { ENTRIES_A_CALL, setOnHand, type EntryRefusal } from "../../shopify/set-on-hand.ts";
import type { InventoryItemId, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { LocationGone } from "./read-shop-stock.ts";

/** A value to set, with the readings it was decided from: a ledger entry before its outcome. */
export interface OnHandWrite {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  /** The goods it is made of, in words. */
  sku: string;
  hintId: bigint | null;
  warehouseStock: number | null;
  warehouseReadAt: Date;
  shopOnHand: number;
  shopReadAt: Date;
  target: number;
}

export interface WriteResult {
  written: OnHandWrite[];
  /** The shop's figure had moved since it was read: read again and decide anew. */
  stale: OnHandWrite[];
  rejected: { write: OnHandWrite; reason: string }[];
}

/**
 * Sets `on_hand` at one location, each value only if the shop's figure still is what was read.
 *
 * Safe twice: what is meant is in the ledger, with Shopify's idempotency key, before the first try. The client may
 * repeat a call whose answer was lost; a call that arrives late finds another figure and does nothing; a run that is
 * cut off leaves its entries `intended`, and the next run reads both worlds anew (`supersedeIntended`).
 *
 * One entry Shopify refuses makes it refuse the whole call, so the call is repeated without those it names.
 * @throws ShopifyError, LocationGone
 */
export async function writeOnHand(
  ctx: ShopContext,
  { locationId, writes }: { locationId: string; writes: readonly OnHandWrite[] },
): Promise<WriteResult> {
  const result: WriteResult = { written: [], stale: [], rejected: [] };
  for (let start = 0; start < writes.length; start += ENTRIES_A_CALL)
    await writeCall(ctx, { locationId, writes: writes.slice(start, start + ENTRIES_A_CALL), result });
  return result;
}

async function writeCall(
  ctx: ShopContext,
  { locationId, writes, result }: { locationId: string; writes: OnHandWrite[]; result: WriteResult },
): Promise<void> {
  const { shop } = ctx;
  let key = randomUUID();
  await ctx.db.ledgerEntry.createMany({
    data: writes.map((write) => ({ ...write, shop, writeKey: key, intendedAt: ctx.clock() })),
  });
  const renewKey = async () => {
    const writeKey = randomUUID();
    await ctx.db.ledgerEntry.updateMany({
      where: { shop, writeKey: key, outcome: "intended" },
      data: { writeKey },
    });
    key = writeKey;
  };
  let rest = writes;
  let spent = 0;
  while (rest.length > 0) {
    const entries = rest.map((write) => ({
      inventoryItemId: write.inventoryItemId,
      quantity: write.target,
      changeFromQuantity: write.shopOnHand,
    }));
    const answer = await setOnHand(ctx.admin, { key, locationId, entries });
    switch (answer.answer) {
      case "done":
        await settle(ctx, { key, writes: rest, outcome: "written" });
        result.written.push(...rest);
        return;
      case "entries-refused":
        rest = await setAside(ctx, { key, writes: rest, refused: answer.refused, result });
        await renewKey();
        break;
      case "key-spent":
        if (++spent > 1)
          throw new ShopifyError("unavailable", { message: "a key made just now counts as spent" });
        await renewKey();
        break;
      case "location-gone":
        throw new LocationGone();
      case "busy":
        throw new ShopifyError("unavailable", { message: "the same write is under way" });
      case "unexpected":
        throw new ShopifyError("refused", { message: answer.message });
    }
  }
}

/** Settles the entries Shopify named and returns the others. */
async function setAside(
  ctx: ShopContext,
  about: { key: string; writes: OnHandWrite[]; refused: Map<number, EntryRefusal>; result: WriteResult },
): Promise<OnHandWrite[]> {
  const rest: OnHandWrite[] = [];
  for (const [index, write] of about.writes.entries()) {
    const refusal = about.refused.get(index);
    if (!refusal) {
      rest.push(write);
      continue;
    }
    const outcome = refusal.stale ? "stale" : "rejected";
    await settle(ctx, { key: about.key, writes: [write], outcome, reason: refusal.reason });
    if (refusal.stale) about.result.stale.push(write);
    else about.result.rejected.push({ write, reason: refusal.reason });
  }
  return rest;
}

async function settle(
  ctx: ShopContext,
  about: { key: string; writes: OnHandWrite[]; outcome: LedgerOutcome; reason?: string },
): Promise<void> {
  await ctx.db.ledgerEntry.updateMany({
    where: {
      shop: ctx.shop,
      writeKey: about.key,
      variantId: { in: about.writes.map((write) => write.variantId) },
    },
    data: { outcome: about.outcome, reason: about.reason ?? null, settledAt: ctx.clock() },
  });
}

/** Closes what an earlier run that was cut off left open. Call before reading: what it meant is decided anew. */
export async function supersedeIntended(ctx: ShopContext): Promise<void> {
  await ctx.db.ledgerEntry.updateMany({
    where: { shop: ctx.shop, outcome: "intended" },
    data: { outcome: "superseded", settledAt: ctx.clock() },
  });
}
