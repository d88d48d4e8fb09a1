import { queueJob } from "../../../jobs/catalog.ts";
import { LOOK_ASKED } from "../../events/translate-hint.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

/** An SKU whose product failed is tried again after this time, in milliseconds. The event counts further tries. */
const FIRST_RETRY_DELAY_MS = 30_000;

/**
 * Has SKUs synced again that could not be read: those that failed a little later, those whose turn did not come at once. An
 * SKU that an event already waits for, or that a problem names, needs no event more: the full sync goes on asking for it.
 */
export async function requestSkusAgain(
  ctx: ShopContext,
  { failed, left }: { failed: readonly Sku[]; left: readonly Sku[] },
): Promise<void> {
  if (failed.length === 0 && left.length === 0) return;
  const { shop } = ctx;
  const now = ctx.clock();
  const retryAt = new Date(now.getTime() + FIRST_RETRY_DELAY_MS);
  await ctx.pool.query(
    `INSERT INTO "Hint" ("shop", "source", "event", "identifier", "tries", "retryAt")
     SELECT $1, 'app', $2, s."sku", s."tries", s."retryAt"
     FROM (SELECT unnest($3::text[]), 1, $4::timestamptz UNION ALL SELECT unnest($5::text[]), 0, NULL)
       AS s ("sku", "tries", "retryAt")
     WHERE NOT EXISTS (
         SELECT FROM "Hint" h WHERE h."shop" = $1 AND h."identifier" = s."sku" AND h."event" = $2 AND h."followedAt" IS NULL)
       AND NOT EXISTS (
         SELECT FROM "Problem" p WHERE p."shop" = $1 AND p."kind" IN ('stock-unreadable', 'quantity-unsynced') AND p."subject" = s."sku")`,
    [shop, LOOK_ASKED, failed, retryAt, left],
  );
  const inMs = left.length > 0 ? 0 : FIRST_RETRY_DELAY_MS;
  await queueJob(ctx.db, { name: "follow-stock-hints", shop, ...(inMs > 0 && { inMs }) });
}
