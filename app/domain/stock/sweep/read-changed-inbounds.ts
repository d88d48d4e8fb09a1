import type { Inbound } from "../../../fulfilment/answers.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import { changesSince, type ChangesAsked } from "../../inbounds/changes-since.ts";
import { hasCome } from "../../inbounds/inbound-receipts.ts";
import { storeOtherInbounds } from "../../inbounds/other/store-other-inbounds.ts";
import { readPurchasesAgain } from "../../inbounds/revisit-purchases.ts";
import { hidesSkus, skusOnInbound } from "../../inbounds/skus-on-inbound.ts";
import { clearProblems } from "../../problems/problems.ts";
import { findChangedReturns } from "../../returns/check/find-changed-returns.ts";
import { requestChecks } from "../../returns/check/request-checks.ts";
import { disposeOnInbounds } from "../../returns/settle/dispose-on-inbounds.ts";
import type { ShopContext } from "../../shop-context.ts";
import { findReceivedSinceNamed, storeReceipts } from "../receipts/read-receipts.ts";
import { mirrorStock } from "../mirror/mirror-stock.ts";
import { noteMissedInbounds } from "./note-comparison.ts";

/**
 * Reads the inbounds that changed since they were last read, and looks at the stock of those no event told of: after an
 * outage the missed window is read by itself. What lies further back than the interface can ask for is found by
 * comparing everything.
 * @throws FulfilmentError, ShopifyError. The window stays open then, and is read again.
 */
export async function readChangedInbounds(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const now = ctx.clock();
  const asked = changesSince(connection.changesReadAt ?? connection.connectedAt, now);
  if (!asked.reaches) {
    await queueJob(ctx.db, { name: "compare-stock", shop });
    await readPurchasesAgain(ctx, "all open");
    await requestChecks(ctx.db, { shop, checked: "all" });
  } else {
    const { missed, returned } = await readMissed(ctx, { connection, asked });
    await disposeOnInbounds(ctx, { inbounds: returned, hintOf: () => null });
    const skus = missed.flatMap(skusOnInbound);
    if (skus.length > 0) await mirrorStock(ctx, { scope: { skus }, hintOf: () => null });
    // What they brought can be any SKU.
    if (missed.some(hidesSkus)) await queueJob(ctx.db, { name: "compare-stock", shop });
    await readPurchasesAgain(
      ctx,
      missed.map(({ ref }) => ref),
    );
    await noteMissedInbounds(ctx, missed.length);
  }
  await ctx.db.connection.updateMany({ where: { shop }, data: { changesReadAt: now } });
}

/**
 * `missed`: inbounds that changed though no event has named them since, or that have brought units since the last event that
 * named them was processed. `returned`: those, and those of returns that the warehouse has otherwise than was noted of them,
 * whatever events have named them.
 */
async function readMissed(
  ctx: ShopContext,
  { connection, asked }: { connection: Joined; asked: ChangesAsked },
): Promise<{ missed: Inbound[]; returned: Inbound[] }> {
  const { since, changeInterval } = asked;
  const changed: Inbound[] = [];
  const readAt = ctx.clock();
  const pages = ctx.warehouse(connection.accessToken).inbounds.pages({ changeInterval });
  for await (const page of pages) changed.push(...page);
  const refs = changed.map(({ ref }) => ref);
  await storeReceipts(ctx, { inbounds: changed, epoch: connection.stockEpoch });
  await storeOtherInbounds(ctx, { inbounds: changed, epoch: connection.stockEpoch, readAt });
  const named = await loadNamed(ctx, { refs, since });
  const receivedSince = await findReceivedSinceNamed(ctx, named);
  // Afterwards: their quarantined events count as processed then.
  if (refs.length > 0) await clearProblems(ctx, { kinds: ["inbound-unreadable"], subjects: refs });
  const missed = changed.filter(
    (inbound) => isTold(inbound) && (!named.has(inbound.ref) || receivedSince.has(inbound.ref)),
  );
  const returned = new Set([...missed, ...(await findChangedReturns(ctx, changed))]);
  return { missed, returned: [...returned] };
}

/** When the last event that names an inbound was processed, by the inbound's reference; one that still waits will be. */
async function loadNamed(
  { db, shop, clock }: ShopContext,
  { refs, since }: { refs: string[]; since: Date },
): Promise<Map<string, Date>> {
  const events = await db.hint.findMany({
    where: {
      ...{ shop, source: "warehouse", receivedAt: { gte: since } },
      identifier: { in: refs },
      // What it named could not be read then, and can be now.
      quarantinedAt: null,
    },
    select: { identifier: true, followedAt: true },
    orderBy: { followedAt: "asc" }, // PostgreSQL puts null last.
  });
  return new Map(events.map(({ identifier, followedAt }) => [identifier!, followedAt ?? clock()]));
}

/** That an inbound was announced, or changed while nothing had come in, no event tells: it was our doing. */
function isTold(inbound: Inbound): boolean {
  return inbound.status !== "new" || hasCome(inbound);
}
