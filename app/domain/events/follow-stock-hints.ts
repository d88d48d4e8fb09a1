import type { Inbound } from "../../fulfilment/answers.ts";
import { identifierFault } from "../../fulfilment/identifier.ts";
import { queueing } from "../../jobs/catalog.ts";
import { loadConnection, type Joined } from "../connection/load-connection.ts";
import type { InboundRef, InventoryItemId, OrderId, Sku, VariantId } from "../ids.ts";
import { changesSince } from "../inbounds/changes-since.ts";
import { hearOfPurchases } from "../inbounds/hear-of-purchases.ts";
import { storeOtherInbounds } from "../inbounds/other/store-other-inbounds.ts";
import { readPurchasesAgain } from "../inbounds/revisit-purchases.ts";
import { hidesSkus, skusOnInbound } from "../inbounds/skus-on-inbound.ts";
import { fetchEach } from "../fetch-each.ts";
import { clearProblems } from "../problems/problems.ts";
import { failureOf, recordFailureOf, type RecordFailure } from "../problems/record-failure.ts";
import { hearOfReturns } from "../returns/follow-return-hints.ts";
import { requestChecks } from "../returns/check/request-checks.ts";
import { disposeOnInbounds } from "../returns/settle/dispose-on-inbounds.ts";
import type { ShopContext } from "../shop-context.ts";
import { readReceipts, storeReceipts, type ReceiptsRead } from "../stock/receipts/read-receipts.ts";
import { clearMootProblems } from "../stock/sweep/clear-moot-problems.ts";
import { isLarge } from "../stock/sweep/compare-stock.ts";
import { wholeInMs } from "../stock/sweep/decide-whole.ts";
import { loadHotSkus, noteOrdered } from "../stock/mirror/hot-set.ts";
import { loadMapped, skusOf } from "../stock/mirror/load-mapped.ts";
import type { FulfilledOrders } from "../stock/fulfillments/read-fulfillments.ts";
import { mirrorStock } from "../stock/mirror/mirror-stock.ts";
import { MAPPING_MADE, translateStockHint } from "./translate-hint.ts";
import { allProcessed, followWaiting, type Unprocessed, type WaitingHint } from "./waiting-hints.ts";

/** Follows the hints that say that stock moved: each thing they point at is read once, and the difference mended. */
export async function followStockHints(ctx: ShopContext): Promise<void> {
  await followWaiting(ctx, {
    job: "follow-stock-hints",
    sources: ["warehouse", "shop_stock", "app"],
    follow: (hints) => follow(ctx, hints),
  });
}

async function follow(ctx: ShopContext, hints: WaitingHint[]): Promise<Unprocessed> {
  ctx.admin.prepare();
  const gathered = gather(hints);
  const { inbounds, anyStock } = gathered;
  const [connection, reach] = await Promise.all([
    loadConnection(ctx),
    loadReach(ctx, anyStock),
    hearOfPurchases(ctx, hints),
  ]);
  if (!connection) return allProcessed();
  // Beside the inbounds that events name, and like them before the stock.
  const receipts = inbounds.size > 0 ? startReceipts(ctx, connection) : undefined;
  try {
    return await followGathered(ctx, hints, { ...gathered, connection, receipts, reach });
  } finally {
    // Nothing of a run goes on after it. What failed has been thrown where it was needed.
    await receipts?.then(({ noted }) => noted).catch(() => undefined);
  }
}

interface Gathered extends ReturnType<typeof gather> {
  connection: Joined;
  receipts: Promise<ReceiptsRead> | undefined;
  reach: Reach;
}

/** What to read for an event that does not say whose stock moved. */
interface Reach {
  /** Too many SKUs to read all of them at once. */
  large: boolean;
  /** SKUs that are read first. */
  hot: readonly Sku[];
}

async function loadReach(ctx: ShopContext, anyStock: WaitingHint | undefined): Promise<Reach> {
  if (!anyStock) return { large: false, hot: [] };
  const [large, hot] = await Promise.all([isLarge(ctx), loadHotSkus(ctx)]);
  return { large, hot };
}

async function followGathered(ctx: ShopContext, hints: WaitingHint[], about: Gathered): Promise<Unprocessed> {
  const { inbounds, skus, items, ordered, orders, connection, receipts } = about;
  const causes = new Map<Sku, bigint>([...skus].map(([sku, { id }]) => [sku, id]));
  const askedAt = ctx.clock();
  const { read, ...records } = await readInbounds(ctx, { connection, inbounds });
  for (const { inbound, hint } of read) for (const sku of skusOnInbound(inbound)) causes.set(sku, hint.id);
  // An inbound that does not show what it brought may have brought anything.
  const anyStock = about.anyStock ?? read.find(({ inbound }) => hidesSkus(inbound))?.hint;
  const reach = about.anyStock ? about.reach : await loadReach(ctx, anyStock);
  // Before the stock is read, and also where it is not: what these inbounds brought is known from here on.
  const fetched = { inbounds: read.map(({ inbound }) => inbound), epoch: connection.stockEpoch };
  await Promise.all([storeReceipts(ctx, fetched), storeOtherInbounds(ctx, { ...fetched, readAt: askedAt })]);
  // First: what a return brought back is put up by disposing of it, and then there is nothing left to mirror.
  await disposeOnInbounds(ctx, {
    inbounds: read.map(({ inbound }) => inbound),
    hintOf: (sku) => causes.get(sku) ?? null,
  });
  await noteOrdered(ctx, [...ordered.keys()]);
  await addShopSide(ctx, { items, ordered, causes });
  const isMapped = hints.some(({ event }) => event === MAPPING_MADE);
  // Orders of what is mapped to nothing are not read for their events.
  const fulfilled = { named: [...orders], changed: isMapped };
  const mirrored = await mirror(ctx, { connection, receipts, causes, orders: fulfilled, anyStock, ...reach });
  if (isMapped) await clearMootProblems(ctx);
  const unprocessed = findUnprocessed(hints, { inbounds: records, skus: mirrored });
  // It names no return: the label can be of any that waits for one.
  if (hints.some(({ event }) => event === "label-status"))
    await requestChecks(ctx.db, { shop: ctx.shop, checked: "labels" });
  // At the end, and of what is new: an event that is tried again is one line in a timeline.
  await hearOfReturns(
    ctx,
    hints.filter(({ id, tries }) => tries === 0 && !unprocessed.left.has(id)),
    { read: new Set(read.map(({ inbound }) => inbound.ref)) },
  );
  return unprocessed;
}

function startReceipts(ctx: ShopContext, connection: Joined): Promise<ReceiptsRead> {
  const receipts = readReceipts(ctx, { warehouse: ctx.warehouse(connection.accessToken), connection });
  receipts.catch(() => undefined); // Thrown where it is waited for.
  return receipts;
}

/** @returns the SKUs that could not be read or written */
async function mirror(
  ctx: ShopContext,
  {
    connection,
    receipts,
    causes,
    orders,
    hot,
    large,
    anyStock,
  }: Pick<Gathered, "connection" | "receipts" | "anyStock"> &
    Reach & { causes: ReadonlyMap<Sku, bigint>; orders: FulfilledOrders },
): Promise<Unread<Sku>> {
  const nothing = { failed: new Map<Sku, RecordFailure>(), left: new Set<Sku>() };
  if (!anyStock && causes.size === 0) return nothing;
  // An event that cannot say what moved: what is on its way to shoppers first, and the rest soon.
  const whole = anyStock !== undefined && !large;
  const asked = large ? askForWhole(ctx) : undefined;
  asked?.catch(() => undefined); // Thrown where it is waited for: the rest need not come before the first.
  const mirrored = await mirrorStock(ctx, {
    scope: whole ? "all" : { skus: [...new Set([...causes.keys(), ...hot])] },
    hintOf: (sku) => causes.get(sku) ?? anyStock?.id ?? null,
    connection,
    receipts,
    orders,
  });
  await asked;
  return mirrored ? { failed: mirrored.failed, left: mirrored.left } : nothing;
}

/** Records that could not be read: those that failed, each for itself, and those whose turn did not come. */
interface Unread<Key> {
  failed: ReadonlyMap<Key, RecordFailure>;
  left: ReadonlySet<Key>;
}

/** The events whose record failed, all that name it, and those whose record's turn did not come. */
function findUnprocessed(
  hints: readonly WaitingHint[],
  { inbounds, skus }: { inbounds: Unread<InboundRef>; skus: Unread<Sku> },
): Unprocessed {
  const unprocessed = allProcessed();
  const note = <Key>({ failed, left }: Unread<Key>, { key, id }: { key: Key; id: bigint }) => {
    const failure = failed.get(key);
    if (failure) unprocessed.failed.set(id, failure);
    if (left.has(key)) unprocessed.left.add(id);
  };
  for (const hint of hints) {
    const thing = translateStockHint(hint);
    if (thing.thing === "inbound") note(inbounds, { key: thing.ref, id: hint.id });
    if (thing.thing === "sku") note(skus, { key: thing.sku, id: hint.id });
  }
  return unprocessed;
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
  const orders = new Set<OrderId>();
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
      case "order":
        orders.add(thing.orderId);
        break;
      case "any-stock":
        anyStock ??= hint;
        break;
      case "nothing":
        break;
    }
  }
  return { inbounds, skus, items, ordered, orders, anyStock };
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

interface NamedInbounds extends Unread<InboundRef> {
  /** Each with the event that led to it. */
  read: { inbound: Inbound; hint: WaitingHint }[];
}

/**
 * The inbounds that events name, each fetched once. What an event's identifier names is not documented,
 * so one that is no inbound's reference is taken for a receipt's: then the inbounds that changed since shortly before the
 * first of those are fetched. One that fails affects no other.
 */
async function readInbounds(
  ctx: ShopContext,
  { connection, inbounds }: { connection: Joined; inbounds: Map<InboundRef, WaitingHint> },
): Promise<NamedInbounds> {
  const warehouse = ctx.warehouse(connection.accessToken);
  // An event may name things that can be no reference at all; then there is no such inbound.
  const [possible, impossible] = [
    [...inbounds.keys()].filter((ref) => !identifierFault(ref)),
    [...inbounds.keys()].filter((ref) => identifierFault(ref)),
  ];
  const fetched = await fetchEach(warehouse, possible, (ref, options) =>
    warehouse.inbounds.get(ref, options),
  );
  const failed = new Map(
    [...fetched.failed].map(([ref, error]): [InboundRef, RecordFailure] => [ref, recordFailureOf(error)!]),
  );
  const left = new Set(fetched.left);
  const found = [...fetched.found].flatMap(([ref, inbound]) =>
    inbound ? [{ inbound, hint: inbounds.get(ref)! }] : [],
  );
  const refs = found.map(({ inbound }) => inbound.ref);
  if (refs.length > 0) await clearProblems(ctx, { kinds: ["inbound-unreadable"], subjects: refs });
  const isUnknown = new Set([...impossible, ...possible.filter((ref) => fetched.found.get(ref) === null)]);
  const unknown = [...inbounds].filter(([ref]) => isUnknown.has(ref)); // In the order in which they came.
  const [first] = unknown;
  if (!first) return { read: found, failed, left };
  const { changed, failure } = await readChanged(ctx, { connection, hint: first[1] });
  if (failure) for (const [ref] of unknown) failed.set(ref, failure);
  // The warehouse has no such inbound, and says so.
  else await clearProblems(ctx, { kinds: ["inbound-unreadable"], subjects: unknown.map(([ref]) => ref) });
  const known = new Set(refs);
  return { read: [...changed.filter(({ inbound }) => !known.has(inbound.ref)), ...found], failed, left };
}

/** The inbounds that changed since shortly before an event came. A list that fails while the warehouse works is a failure. */
async function readChanged(
  ctx: ShopContext,
  { connection, hint }: { connection: Joined; hint: WaitingHint },
): Promise<{ changed: NamedInbounds["read"]; failure: RecordFailure | null }> {
  const warehouse = ctx.warehouse(connection.accessToken);
  const { changeInterval, reaches } = changesSince(hint.receivedAt, ctx.clock());
  const changed: NamedInbounds["read"] = [];
  // This list is to the event what a record is: other events do without it.
  const failure = await failureOf(ctx, async () => {
    for await (const page of warehouse.inbounds.pages({ changeInterval }))
      changed.push(...page.map((inbound) => ({ inbound, hint })));
  });
  await readPurchasesAgain(ctx, reaches ? changed.map(({ inbound }) => inbound.ref) : "all open");
  // What the event named may lie further back than the interface can be asked for.
  if (!reaches) await requestChecks(ctx.db, { shop: ctx.shop, checked: "all" });
  return { changed, failure };
}
