import type { Connection, Hint } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { identifierFault } from "../../fulfilment/identifier.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InboundRef, Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { mirrorStock } from "../stock/mirror-stock.ts";
import { translateStockHint } from "./translate-hint.ts";
import { followWaiting } from "./waiting-hints.ts";

/** Follows the hints that say that stock moved: each thing they point at is read once, and the difference mended. */
export async function followStockHints(ctx: ShopContext): Promise<void> {
  await followWaiting(ctx, { sources: ["warehouse", "app"], follow: (hints) => follow(ctx, hints) });
}

async function follow(ctx: ShopContext, hints: Hint[]): Promise<void> {
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const { inbounds, skus, anyStock } = gather(hints);
  const causes = new Map<Sku, bigint>([...skus].map(([sku, { id }]) => [sku, id]));
  for (const [ref, hint] of inbounds)
    for (const sku of await skusOnInbound(ctx, { connection, ref, hint })) causes.set(sku, hint.id);
  if (!anyStock && causes.size === 0) return;
  await mirrorStock(ctx, {
    skus: anyStock ? "all" : [...causes.keys()],
    hintOf: (sku) => causes.get(sku) ?? anyStock?.id ?? null,
  });
}

/** What the hints point at, each thing once, with the first hint that named it. */
function gather(hints: Hint[]) {
  const inbounds = new Map<InboundRef, Hint>();
  const skus = new Map<Sku, Hint>();
  let anyStock: Hint | undefined;
  for (const hint of hints) {
    const thing = translateStockHint(hint);
    switch (thing.thing) {
      case "inbound":
        if (!inbounds.has(thing.ref)) inbounds.set(thing.ref, hint);
        break;
      case "sku":
        if (!skus.has(thing.sku)) skus.set(thing.sku, hint);
        break;
      case "any-stock":
        anyStock ??= hint;
        break;
      case "nothing":
        break;
    }
  }
  return { inbounds, skus, anyStock };
}

/**
 * The SKUs announced or received on an inbound. What an event's identifier names is not documented, so one that is no
 * inbound's reference is taken for a receipt's: then the inbounds that changed since shortly before are read.
 */
async function skusOnInbound(
  ctx: ShopContext,
  { connection, ref, hint }: { connection: Connection; ref: InboundRef; hint: Hint },
): Promise<Sku[]> {
  const warehouse = ctx.warehouse(connection.accessToken);
  const inbound = await readInbound(warehouse, ref);
  if (inbound) return skusOf(inbound);
  const skus: Sku[] = [];
  const changeInterval = minutesSince(hint.receivedAt, ctx.clock());
  for await (const page of warehouse.inbounds.pages({ changeInterval })) skus.push(...page.flatMap(skusOf));
  return skus;
}

/** An event may name things that can be no reference at all; then there is no such inbound. */
async function readInbound(warehouse: WarehouseClient, ref: InboundRef): Promise<Inbound | null> {
  return identifierFault(ref) ? null : warehouse.inbounds.get(ref);
}

/** `change-interval` for everything since `from`, with five minutes' room for clocks that differ; 5 to 2800. */
function minutesSince(from: Date, now: Date): number {
  return Math.min(2800, Math.max(5, Math.ceil((now.getTime() - from.getTime()) / 60_000) + 5));
}

function skusOf(inbound: Inbound): Sku[] {
  const received = inbound.receipts.flatMap(({ lines }) => lines);
  return [...inbound.lines, ...received].map(({ sku }) => sku as Sku);
}
