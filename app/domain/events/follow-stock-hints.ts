import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { identifierFault } from "../../fulfilment/identifier.ts";
import { queueing } from "../../jobs/catalog.ts";
import { loadConnection, type Joined } from "../connection/load-connection.ts";
import type { InboundRef, InventoryItemId, Sku, VariantId } from "../ids.ts";
import { changesSince } from "../inbounds/changes-since.ts";
import { hearOfPurchases } from "../inbounds/hear-of-purchases.ts";
import { readPurchasesAgain } from "../inbounds/revisit-purchases.ts";
import { skusOnInbound } from "../inbounds/skus-on-inbound.ts";
import { hearOfReturns } from "../returns/follow-return-hints.ts";
import { disposeOnInbounds } from "../returns/settle/dispose-on-inbounds.ts";
import type { ShopContext } from "../shop-context.ts";
import { clearMootProblems } from "../stock/sweep/clear-moot-problems.ts";
import { isLarge } from "../stock/sweep/compare-stock.ts";
import { wholeInMs } from "../stock/sweep/decide-whole.ts";
import { loadHotSkus, noteOrdered } from "../stock/mirror/hot-set.ts";
import { loadMapped, skusOf } from "../stock/mirror/load-mapped.ts";
import { mirrorStock } from "../stock/mirror/mirror-stock.ts";
import { MAPPING_MADE, translateStockHint } from "./translate-hint.ts";
import { followWaiting, type WaitingHint } from "./waiting-hints.ts";

/** Follows the hints that say that stock moved: each thing they point at is read once, and the difference mended. */
export async function followStockHints(ctx: ShopContext): Promise<void> {
  await followWaiting(ctx, {
    sources: ["warehouse", "shop_stock", "app"],
    follow: (hints) => follow(ctx, hints),
  });
}

async function follow(ctx: ShopContext, hints: WaitingHint[]): Promise<void> {
  ctx.admin.prepare();
  const { inbounds, skus, items, ordered, anyStock } = gather(hints);
  const [connection, large, hot] = await Promise.all([
    loadConnection(ctx),
    anyStock ? isLarge(ctx) : false,
    anyStock ? loadHotSkus(ctx) : [],
    hearOfPurchases(ctx, hints),
    hearOfReturns(ctx, hints),
  ]);
  if (!connection) return;
  const causes = new Map<Sku, bigint>([...skus].map(([sku, { id }]) => [sku, id]));
  const read = await readInbounds(ctx, { connection, inbounds });
  for (const { inbound, hint } of read) for (const sku of skusOnInbound(inbound)) causes.set(sku, hint.id);
  // First: what a return brought back is put up by disposing of it, and then there is nothing left to mirror.
  await disposeOnInbounds(ctx, {
    inbounds: read.map(({ inbound }) => inbound),
    hintOf: (sku) => causes.get(sku) ?? null,
  });
  await noteOrdered(ctx, [...ordered.keys()]);
  await addShopSide(ctx, { items, ordered, causes });
  if (!anyStock && causes.size === 0) return;

  // An event that cannot say what moved: what is on its way to shoppers first, and the rest soon.
  const whole = anyStock !== undefined && !large;
  const asked = large ? askForWhole(ctx) : undefined;
  asked?.catch(() => undefined); // Thrown where it is waited for: the rest need not come before the first.
  await mirrorStock(ctx, {
    scope: whole ? "all" : { skus: [...new Set([...causes.keys(), ...hot])] },
    hintOf: (sku) => causes.get(sku) ?? anyStock?.id ?? null,
    connection,
  });
  await asked;
  if (hints.some(({ event }) => event === MAPPING_MADE)) await clearMootProblems(ctx);
}

/** Has a large shop compared whole, once for all that comes until then. */
async function askForWhole(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const last = await ctx.db.stockComparison.findFirst({
    where: { shop, compared: { gt: 0 } },
    select: { at: true },
    orderBy: { at: "desc" },
  });
  const inMs = wholeInMs({ now: ctx.clock(), lastAt: last?.at ?? null });
  await ctx.pool.query(queueing({ name: "compare-stock", shop }, inMs));
}

/** What the hints point at, each thing once, with the first hint that named it. */
function gather(hints: WaitingHint[]) {
  const inbounds = new Map<InboundRef, WaitingHint>();
  const skus = new Map<Sku, WaitingHint>();
  const items = new Map<InventoryItemId, WaitingHint>();
  const ordered = new Map<VariantId, WaitingHint>();
  let anyStock: WaitingHint | undefined;
  const first = <Key>(things: Map<Key, WaitingHint>, key: Key, hint: WaitingHint) => {
    if (!things.has(key)) things.set(key, hint);
  };
  for (const hint of hints) {
    const thing = translateStockHint(hint);
    switch (thing.thing) {
      case "inbound":
        first(inbounds, thing.ref, hint);
        break;
      case "sku":
        first(skus, thing.sku, hint);
        break;
      case "item":
        first(items, thing.inventoryItemId, hint);
        break;
      case "ordered":
        first(ordered, thing.variantId, hint);
        break;
      case "any-stock":
        anyStock ??= hint;
        break;
      case "nothing":
        break;
    }
  }
  return { inbounds, skus, items, ordered, anyStock };
}

/** Adds the SKUs of what the shop named. */
async function addShopSide(
  ctx: ShopContext,
  about: {
    items: Map<InventoryItemId, WaitingHint>;
    ordered: Map<VariantId, WaitingHint>;
    causes: Map<Sku, bigint>;
  },
): Promise<void> {
  const { items, ordered, causes } = about;
  const [ofItems, ofVariants] = await Promise.all([
    items.size > 0 ? loadMapped(ctx, { items: [...items.keys()] }) : [],
    ordered.size > 0 ? loadMapped(ctx, { variantIds: [...ordered.keys()] }) : [],
  ]);
  for (const mapped of [...ofItems, ...ofVariants]) {
    const hint = items.get(mapped.inventoryItemId) ?? ordered.get(mapped.variantId);
    if (hint) for (const sku of skusOf([mapped])) if (!causes.has(sku)) causes.set(sku, hint.id);
  }
}

/**
 * The inbounds that events name, each read once. What an event's identifier names is not documented,
 * so one that is no inbound's reference is taken for a receipt's: then the inbounds that changed since shortly before the
 * first of those are read.
 */
async function readInbounds(
  ctx: ShopContext,
  { connection, inbounds }: { connection: Joined; inbounds: Map<InboundRef, WaitingHint> },
): Promise<{ inbound: Inbound; hint: WaitingHint }[]> {
  const warehouse = ctx.warehouse(connection.accessToken);
  const named = await Promise.all(
    [...inbounds].map(async ([ref, hint]) => ({ hint, inbound: await readInbound(warehouse, ref) })),
  );
  const found = named.flatMap(({ hint, inbound }) => (inbound ? [{ hint, inbound }] : []));
  const first = named.find(({ inbound }) => !inbound)?.hint; // In the order in which they came.
  if (!first) return found;
  const { changeInterval } = changesSince(first.receivedAt, ctx.clock());
  const changed: { inbound: Inbound; hint: WaitingHint }[] = [];
  for await (const page of warehouse.inbounds.pages({ changeInterval }))
    changed.push(...page.map((inbound) => ({ inbound, hint: first })));
  await readPurchasesAgain(
    ctx,
    changed.map(({ inbound }) => inbound.ref),
  );
  const refs = new Set(found.map(({ inbound }) => inbound.ref));
  return [...changed.filter(({ inbound }) => !refs.has(inbound.ref)), ...found];
}

/** An event may name things that can be no reference at all; then there is no such inbound. */
async function readInbound(warehouse: WarehouseClient, ref: InboundRef): Promise<Inbound | null> {
  return identifierFault(ref) ? null : warehouse.inbounds.get(ref);
}
