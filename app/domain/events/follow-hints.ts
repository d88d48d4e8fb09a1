import type { Connection, Hint } from "@prisma/client";
import type { Inbound } from "../../fulfilment/schemas.ts";
import { refreshProduct } from "../catalog/refresh-product.ts";
import { closeIfUninstalled } from "../connection/forget-shop.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InboundRef, Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { mirrorStock } from "../stock/mirror-stock.ts";
import { translateHint, type Thing } from "./translate-hint.ts";

/** Hints followed in one go. A burst larger than this takes several, each reading what is then the truth. */
const HINTS_AT_ONCE = 1000;

/**
 * Follows all of the shop's waiting hints: works out what they point at, reads that in both worlds once, and mends the
 * difference. A hint counts as followed only when everything was read and written, so a run cut off anywhere is
 * repeated whole; repeating it reads and writes what is true then.
 */
export async function followHints(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  for (;;) {
    const hints = await ctx.db.hint.findMany({
      where: { shop, followedAt: null },
      orderBy: { id: "asc" },
      take: HINTS_AT_ONCE,
    });
    if (hints.length === 0) return;
    await follow(ctx, hints);
    await ctx.db.hint.updateMany({
      where: { shop, id: { in: hints.map(({ id }) => id) } },
      data: { followedAt: ctx.clock() },
    });
  }
}

async function follow(ctx: ShopContext, hints: Hint[]): Promise<void> {
  const things = gather(hints);
  if (things.installation) await closeIfUninstalled(ctx);
  const connection = await loadConnection(ctx);
  if (!connection) return;

  const causes = new Map<Sku, bigint>();
  for (const [productId, hint] of things.products)
    for (const sku of await refreshProduct(ctx, productId)) causes.set(sku, hint.id);
  for (const [ref, hint] of things.inbounds)
    for (const sku of await skusOnInbound(ctx, { connection, ref, hint })) causes.set(sku, hint.id);

  const { anyStock } = things;
  if (!anyStock && causes.size === 0) return;
  await mirrorStock(ctx, {
    skus: anyStock ? "all" : [...causes.keys()],
    hintOf: (sku) => causes.get(sku) ?? anyStock?.id ?? null,
  });
}

/** What the hints point at, each thing once, with the first hint that named it. */
function gather(hints: Hint[]) {
  const products = new Map<ProductThing["productId"], Hint>();
  const inbounds = new Map<InboundRef, Hint>();
  let anyStock: Hint | undefined;
  let installation = false;
  for (const hint of hints) {
    const thing = translateHint(hint);
    switch (thing.thing) {
      case "inbound":
        if (!inbounds.has(thing.ref)) inbounds.set(thing.ref, hint);
        break;
      case "product":
        if (!products.has(thing.productId)) products.set(thing.productId, hint);
        break;
      case "any-stock":
        anyStock ??= hint;
        break;
      case "installation":
        installation = true;
        break;
      case "nothing":
        break;
    }
  }
  return { products, inbounds, anyStock, installation };
}

type ProductThing = Extract<Thing, { thing: "product" }>;

/**
 * The SKUs announced or received on an inbound. What an event's identifier names is not documented, so one that is no
 * inbound's reference is taken for a receipt's: then the inbounds that changed since shortly before are read.
 */
async function skusOnInbound(
  ctx: ShopContext,
  { connection, ref, hint }: { connection: Connection; ref: InboundRef; hint: Hint },
): Promise<Sku[]> {
  const warehouse = ctx.warehouse(connection.accessToken);
  const inbound = await warehouse.inbound(ref);
  if (inbound) return skusOf(inbound);
  const skus: Sku[] = [];
  for await (const page of warehouse.changedInboundPages(minutesSince(hint.receivedAt, ctx.clock())))
    skus.push(...page.flatMap(skusOf));
  return skus;
}

/** `change-interval` for everything since `from`, with five minutes' room for clocks that differ; 5 to 2800. */
function minutesSince(from: Date, now: Date): number {
  return Math.min(2800, Math.max(5, Math.ceil((now.getTime() - from.getTime()) / 60_000) + 5));
}

function skusOf(inbound: Inbound): Sku[] {
  const received = inbound.receipts.flatMap(({ lines }) => lines ?? []);
  return [...inbound.lines, ...received].map(({ sku }) => sku as Sku);
}
