import { Prisma } from "@prisma/client";
import { setQuantities, type SetQuantitiesAnswer } from "../../../shopify/set-quantities.ts";
import type { Joined } from "../../connection/load-connection.ts";
import type { InventoryItemId, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { RESTOCKED } from "../report/return-causes.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { afterWriting } from "./decide-stock.ts";
import { explainCall, type Explained } from "./explain-call.ts";
import { isStillWritten } from "./mend-stock.ts";
import { settledAnswer } from "./settled-answer.ts";
import { settleWritten } from "./settle-written.ts";
import { loadLooks, saveLooks } from "./stock-looks.ts";

/** A write without an answer is sent again for so long, in milliseconds: far shorter than Shopify remembers its key. */
export const REPLAY_MS = 10 * 60_000;

interface OpenCall {
  writeKey: string;
  entries: (Explained & { id: string; variantId: VariantId; inventoryItemId: InventoryItemId })[];
}

/**
 * Finds out what became of writes whose answer was lost, by sending each call again under the same key with the same values:
 * Shopify then answers as it did the first time, or carries it out now. Call before the store is read. Quantities alone do not
 * tell whether a write has landed when customers have moved them since.
 *
 * Left to the quantities (`open-writes.ts`): calls that are older, that were split, or that the merchant no longer lets us make.
 * @throws ShopifyError, LocationGone
 */
export async function replayWrites(
  ctx: ShopContext,
  { connection, settings }: { connection: Joined; settings: StockSettings },
): Promise<void> {
  const calls = await loadOpenCalls(ctx, settings);
  if (calls.length === 0 || !(await isStillWritten(ctx, { connection, settings }))) return;
  for (const call of calls) {
    const answer = await setQuantities(ctx.admin, {
      key: call.writeKey,
      name: settings.mode,
      locationId: connection.locationId,
      ...explainCall(call.writeKey, call.entries),
      entries: call.entries.map(({ inventoryItemId, target, shopFigure }) => ({
        inventoryItemId,
        quantity: target,
        changeFromQuantity: shopFigure,
      })),
    });
    await note(ctx, { call, answer, settings });
  }
}

async function note(
  ctx: ShopContext,
  about: { call: OpenCall; answer: SetQuantitiesAnswer; settings: StockSettings },
): Promise<void> {
  const { call, answer } = about;
  const ids = call.entries.map(({ id }) => id);
  if (answer.answer === "unexpected") {
    // Sent with other values than the first time: what it did, only the quantities tell.
    ctx.log.warn({ message: answer.message }, "a write without an answer could not be sent again");
    return;
  }
  switch (settledAnswer(answer).answer) {
    case "done":
      await rememberWritten(ctx, about);
      await settleWritten(ctx, Prisma.sql`"outcome" = 'intended' AND "id" = ANY(${ids}::bigint[])`);
      return;
    // A call that was refused, now or the first time, has set nothing.
    case "entries-refused":
    case "key-spent":
      await ctx.db.ledgerEntry.updateMany({
        where: { shop: ctx.shop, outcome: "intended", id: { in: ids.map(BigInt) } },
        data: { outcome: "superseded", settledAt: ctx.clock() },
      });
  }
}

/** As after any write: no sale, and no run that is cut off here, may take it for somebody else's move. */
async function rememberWritten(
  ctx: ShopContext,
  { call, settings: { mode } }: { call: OpenCall; settings: StockSettings },
): Promise<void> {
  const looks = await loadLooks(
    ctx,
    call.entries.map(({ variantId }) => variantId),
  );
  const written = call.entries.flatMap(({ variantId, target }) => {
    const look = looks.get(variantId)?.look;
    if (!look?.figures) return [];
    const figures = afterWriting(look.figures, { mode, target });
    return [{ ...look, figures, verdict: look.target === target ? ("equal" as const) : look.verdict }];
  });
  await saveLooks(ctx, written);
}

/** Each with all its values in the order in which they were sent: with others Shopify would refuse the key. */
async function loadOpenCalls(ctx: ShopContext, { mode }: StockSettings): Promise<OpenCall[]> {
  // Apart, because there hardly ever are any: in one statement PostgreSQL would read the store's whole ledger.
  const open = await ctx.pool.query<{ writeKey: string }>({
    name: "open-call-keys",
    text: `SELECT DISTINCT "writeKey" FROM "LedgerEntry"
     WHERE "shop" = $1 AND "outcome" = 'intended' AND "intendedAt" > $2 AND "cause" IS DISTINCT FROM $3
       AND "writeKey" IS NOT NULL`,
    values: [ctx.shop, new Date(ctx.clock().getTime() - REPLAY_MS), RESTOCKED],
  });
  if (open.rows.length === 0) return [];
  const { rows } = await ctx.pool.query<OpenCall>({
    name: "open-calls",
    text: `SELECT e."writeKey", jsonb_agg(jsonb_build_object('id', e."id"::text, 'variantId', e."variantId",
       'inventoryItemId', e."inventoryItemId", 'target', e."target", 'shopFigure', e."shopFigure",
       'cause', CASE WHEN e."cause" IS NOT NULL THEN jsonb_build_object('event', e."cause", 'of', e."causeOf") END)
       ORDER BY e."id") AS "entries"
     FROM "LedgerEntry" e
     LEFT JOIN "StockLook" l ON l."shop" = $1 AND l."variantId" = e."variantId" AND l."onHand" IS NOT NULL
     WHERE e."shop" = $1 AND e."writeKey" = ANY($2::uuid[]) AND e."figure" = $3::"StockMode"
     GROUP BY e."writeKey"
     -- An item that was not stocked there was stocked by another call.
     HAVING bool_and(e."outcome" = 'intended' AND l."variantId" IS NOT NULL)
     ORDER BY min(e."id")`,
    values: [ctx.shop, open.rows.map(({ writeKey }) => writeKey), mode],
  });
  return rows;
}
