import { queueJob } from "../../../jobs/catalog.ts";
import { LOOK_ASKED } from "../../events/translate-hint.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

/** An SKU whose product failed, or whose quantity kept moving, is tried again after this time, in milliseconds. */
const RETRY_DELAY_MS = 30_000;

/**
 * Has SKUs synced again that are not yet as they should be. Those that failed come a little later, and their event counts further
 * tries. So do those whose quantity had moved again each time it was to be written, as often as that happens. Those whose turn did
 * not come are synced at once. An SKU that an event already waits for, or that a problem names, needs no event more: the full sync
 * goes on asking for it.
 */
export async function requestSkusAgain(
  ctx: ShopContext,
  { failed, moved, left }: { failed: readonly Sku[]; moved: readonly Sku[]; left: readonly Sku[] },
): Promise<void> {
  const isLater = left.length === 0;
  if (isLater && failed.length === 0 && moved.length === 0) return;
  const { shop } = ctx;
  const now = ctx.clock();
  const retryAt = new Date(now.getTime() + RETRY_DELAY_MS);
  await ctx.pool.query(
    // For a quantity that moved, no event counts that is processed with this run or comes much later.
    `INSERT INTO "Hint" ("shop", "source", "event", "identifier", "tries", "retryAt")
     SELECT $1, 'app', $2, s."sku", s."tries", s."retryAt"
     FROM (
       SELECT unnest($3::text[]), 1, $4::timestamptz, false UNION ALL SELECT unnest($5::text[]), 0, $4, true
       UNION ALL SELECT unnest($6::text[]), 0, NULL, false
     ) AS s ("sku", "tries", "retryAt", "moved")
     WHERE NOT EXISTS (
         SELECT FROM "Hint" h WHERE h."shop" = $1 AND h."identifier" = s."sku" AND h."event" = $2 AND h."followedAt" IS NULL
           AND (NOT s."moved" OR (h."retryAt" > $7 AND h."retryAt" <= $4)))
       AND NOT EXISTS (
         SELECT FROM "Problem" p WHERE p."shop" = $1 AND p."kind" IN ('stock-unreadable', 'quantity-unsynced') AND p."subject" = s."sku")`,
    [shop, LOOK_ASKED, failed, retryAt, moved, left, now],
  );
  await queueJob(ctx.db, { name: "follow-stock-hints", shop, ...(isLater && { inMs: RETRY_DELAY_MS }) });
}
