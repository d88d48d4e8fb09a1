import { randomUUID } from "node:crypto";
import { ShopifyError } from "../../../shopify/errors.ts";
import { ENTRIES_A_CALL, setQuantities, type EntryRefusal } from "../../../shopify/set-quantities.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteIntended, settleEntries, type StockWrite, type WriteTo } from "./ledger-entries.ts";
import { LocationGone } from "./read-shop-stock.ts";

/** What was not written. */
export interface WriteResult {
  /** The shop's figure had moved since it was read: read again and decide anew. */
  stale: StockWrite[];
  rejected: { write: StockWrite; reason: string }[];
}

type Remember = (written: readonly StockWrite[]) => Promise<void>;

/**
 * Writes the shop's figures at one location, each value only if the shop's figure still is what was read.
 *
 * Safe twice: what is meant is in the ledger, with Shopify's idempotency key, before the first try. The client may
 * repeat a call whose answer was lost; a call that arrives late finds another figure and does nothing; a run that is
 * cut off leaves its entries `intended`, and the next look at these variants decides anew (`look-at-stock.ts`). So
 * `remember` is told what was written before the ledger calls it so: cut off in between, the entry still says what may
 * have moved the figure, which would else look as if it had fallen by itself.
 *
 * One entry Shopify refuses makes it refuse the whole call, so the call is repeated without those it names.
 * @throws ShopifyError, LocationGone
 */
export async function writeStock(
  ctx: ShopContext,
  { to, writes, remember }: { to: WriteTo; writes: readonly StockWrite[]; remember: Remember },
): Promise<WriteResult> {
  const result: WriteResult = { stale: [], rejected: [] };
  for (let start = 0; start < writes.length; start += ENTRIES_A_CALL)
    await writeCall(ctx, { to, writes: writes.slice(start, start + ENTRIES_A_CALL), remember, result });
  return result;
}

async function writeCall(
  ctx: ShopContext,
  {
    to,
    writes,
    remember,
    result,
  }: { to: WriteTo; writes: StockWrite[]; remember: Remember; result: WriteResult },
): Promise<void> {
  const { shop } = ctx;
  let key = randomUUID();
  await noteIntended(ctx, { key, to, writes });
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
      changeFromQuantity: write.shopFigure,
    }));
    const answer = await setQuantities(ctx.admin, { key, name: to.mode, locationId: to.locationId, entries });
    switch (answer.answer) {
      case "done":
        await remember(rest);
        await settleEntries(ctx, { key, writes: rest, outcome: "written" });
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
  about: { key: string; writes: StockWrite[]; refused: Map<number, EntryRefusal>; result: WriteResult },
): Promise<StockWrite[]> {
  const rest: StockWrite[] = [];
  for (const [index, write] of about.writes.entries()) {
    const refusal = about.refused.get(index);
    if (!refusal) {
      rest.push(write);
      continue;
    }
    const outcome = refusal.stale ? "stale" : "rejected";
    await settleEntries(ctx, { key: about.key, writes: [write], outcome, reason: refusal.reason });
    if (refusal.stale) about.result.stale.push(write);
    else about.result.rejected.push({ write, reason: refusal.reason });
  }
  return rest;
}
