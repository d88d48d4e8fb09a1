import type { Inbound } from "../../../fulfilment/answers.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import type { Sku } from "../../ids.ts";
import { hasCome } from "../../inbounds/inbound-receipts.ts";
import type { ShopContext } from "../../shop-context.ts";
import { disposeReceived } from "./dispose-received.ts";
import { isRefOf, returnOfRef } from "../return-ref.ts";
import { noteReceived } from "./note-received.ts";

/** One return may take this long to fetch, in milliseconds, before it is left to its own job. */
const RETURN_PATIENCE_MS = 2_500;

/**
 * Disposes of what has come in on those of these inbounds that belong to returns, before their stock is mirrored, and
 * has the returns followed. One that fails is left to a job of its own, and so are those after it: stock must not wait.
 */
export async function disposeOnInbounds(
  ctx: ShopContext,
  { inbounds, hintOf }: { inbounds: readonly Inbound[]; hintOf(sku: Sku): bigint | null },
): Promise<void> {
  const { shop } = ctx;
  const byRef = new Map(inbounds.map((inbound) => [inbound.ref, inbound]));
  const refs = [...byRef.keys()];
  const returnIds = refs.flatMap((ref) => returnOfRef(ref) ?? []);
  if (returnIds.length === 0) return;
  const ours = await ctx.db.return.findMany({
    where: { shop, returnId: { in: returnIds } },
    select: { returnId: true, inboundRef: true, received: true },
  });
  let hasFailed = false;
  for (const { returnId, inboundRef, received } of ours) {
    const own = refs.filter((ref) => returnOfRef(ref) === returnId && isRefOf({ inboundRef }, ref));
    if (own.length === 0) continue;
    await queueJob(ctx.db, { name: "follow-return", shop, returnId });
    const inbound = byRef.get(inboundRef);
    // Of earlier inbounds, what was read last is what counts.
    for (const ref of own)
      if (ref !== inboundRef) await noteReceived(ctx, { returnId, received, inbound: byRef.get(ref)! });
    if (!own.some((ref) => hasCome(byRef.get(ref)!))) continue;
    if (hasFailed) {
      await queueJob(ctx.db, { name: "dispose-return", shop, returnId });
      continue;
    }
    try {
      const signal = AbortSignal.timeout(RETURN_PATIENCE_MS);
      await disposeReceived(ctx, { returnId, ...(inbound && { inbound }), hintOf, signal });
    } catch (error) {
      // Whether it is this return's failure or everybody's shows in a job of its own; nothing else waits for that.
      if (!(error instanceof ShopifyError || error instanceof FulfilmentError)) throw error;
      hasFailed = true;
      ctx.log.warn({ code: error.code, returnId }, "a return's receipts could not be followed");
      await queueJob(ctx.db, { name: "dispose-return", shop, returnId });
    }
  }
}
