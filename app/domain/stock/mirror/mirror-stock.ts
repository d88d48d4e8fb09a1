import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import type { InventoryItemId, Sku } from "../../ids.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { groupsOf, loadWhole, skusOf, type Mapped, type MappedScope } from "./load-mapped.ts";
import type { Readings } from "./find-look.ts";
import { lookAtStock, type Looked } from "./look-at-stock.ts";
import { mendStock } from "./mend-stock.ts";
import { noteAbsurd } from "./note-absurd.ts";
import { noteUnsynced, retryUnsynced } from "./note-unsynced.ts";
import type { Missed } from "../sweep/note-comparison.ts";
import { replayWrites } from "./replay-writes.ts";
import type { ReceiptsRead } from "../receipts/read-receipts.ts";
import {
  readChangedFulfillments,
  readFulfillments,
  type FulfilledOrders,
} from "../fulfillments/read-fulfillments.ts";
import { LocationGone, readShopStock } from "./read-shop-stock.ts";
import { readWarehouseStock } from "./read-warehouse-stock.ts";
import { differs } from "./stock-looks.ts";
import { StockReset } from "./with-stock-lock.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";

export interface MirrorRequest {
  /** Whose stock may have changed. SKUs nothing is mapped to are of no concern. */
  scope: MappedScope;
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
  /** Of which orders the fulfillments may have changed. None unless given. */
  orders?: FulfilledOrders;
  /** Receipts that are being read for this run. They are read with the stock unless given. */
  receipts?: Promise<ReceiptsRead> | undefined;
  /** The shop's connection, where it has been loaded already. */
  connection?: Joined;
}

export interface MirrorResult {
  compared: number;
  /** Those whose figure in the shop was not what it should be. */
  differing: number;
  /** Those of which the warehouse has come to have more, or less, since the last look. */
  moved: Missed;
  /** SKUs that could not be read at the warehouse, or read or written in the shop. Those that may pass are tried again. */
  failed: ReadonlyMap<Sku, RecordFailure>;
  /** SKUs whose turn did not come, because those took the time. They are next. */
  left: ReadonlySet<Sku>;
}

/** A quantity that moves again each time it is to be written is tried again a little later after so many rounds: others wait. */
const ROUNDS = 3;

/**
 * Reads the stock of these variants in both worlds as it is now and writes the difference into the shop. Running it
 * again with nothing changed reads the same and writes nothing.
 * @returns `null` when there is nowhere to write: the shop is not connected, or its location is gone.
 * @throws FulfilmentError, ShopifyError. What was written until then is written; run again for the rest.
 */
export async function mirrorStock(ctx: ShopContext, request: MirrorRequest): Promise<MirrorResult | null> {
  const [connection, settings, mapped] = await Promise.all([
    request.connection ?? loadConnection(ctx),
    loadStockSettings(ctx),
    loadWhole(ctx, request.scope),
  ]);
  if (!connection) return null;
  return unlessLocationGone(ctx, connection, () =>
    compareAndWrite(ctx, { connection, settings, request, mapped }),
  );
}

/**
 * A location that is gone is the merchant's to mend: trying again at once would not help. Nor would it when the merchant has
 * chosen another one meanwhile.
 */
export async function unlessLocationGone<T>(
  ctx: ShopContext,
  { locationName }: Joined,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    // Whoever had it forgotten has everything compared.
    if (error instanceof StockReset) return null;
    if (!(error instanceof LocationGone)) throw error;
    await openProblem(ctx, { kind: "location-gone", details: { location: locationName } });
    return null;
  }
}

async function compareAndWrite(
  ctx: ShopContext,
  about: {
    connection: Joined;
    settings: StockSettings;
    request: MirrorRequest;
    mapped: Mapped[];
  },
): Promise<MirrorResult> {
  const { settings, connection } = about;
  const { locationId, stockEpoch: epoch } = connection;
  const { hintOf, orders = { named: [], changed: false }, receipts } = about.request;
  let open = about.mapped;
  const result = { compared: open.length, differing: 0, moved: { more: 0, less: 0 } };
  if (open.length === 0) return { ...result, failed: new Map(), left: new Set() };
  const skus = skusOf(open);
  const groups = groupsOf(open);
  // The store is read after the warehouse: read before it, an order that is packed in between would count as another's parcel.
  // So are fulfillments, at the same time as the stock: what is fulfilled after that shows in the store's quantities.
  const [warehouse] = await Promise.all([
    readWarehouseStock(ctx, { connection, skus, receipts }),
    readFulfillments(ctx, { connection, settings, orders }),
  ]);
  await replayWrites(ctx, { connection, settings });
  const unsynced = new Map<Sku, RecordFailure>();
  const left = new Set(warehouse.left);
  for (let round = 1; open.length > 0 && round <= ROUNDS; round++) {
    const read = await readShop(ctx, { mapped: open, locationId });
    noteFailed(unsynced, failedIn(open, read.failed));
    for (const sku of skusOf(open.filter(({ inventoryItemId }) => read.left.has(inventoryItemId))))
      left.add(sku);
    const { readings, received } = warehouse;
    const lookAt = (mapped: Mapped[], { isFulfilledSince }: { isFulfilledSince: boolean }) =>
      lookAtStock(ctx, {
        ...{ settings, epoch, mapped, warehouse: readings, received, hintOf },
        ...{ ...read, isFulfilledSince },
        // A second round matches what it reads with the reading of the first.
        isWarehouseObserved: round > 1,
      });
    const { looked, unsure, noted } = await lookAt(open, { isFulfilledSince: false });
    if (unsure.length > 0) {
      // What was fulfilled meanwhile may be missing in what was read of it, and not in the quantities.
      const failure = await readChangedFulfillments(ctx);
      const first = await lookAt(unsure, { isFulfilledSince: !failure });
      looked.push(...first.looked);
      if (failure)
        noteFailed(
          unsynced,
          first.unsure.map((one) => [one, failure]),
        );
      else for (const sku of skusOf(first.unsure)) left.add(sku);
      await first.noted;
    }
    if (round === 1) {
      result.differing = looked.filter(({ look }) => differs(look)).length;
      result.moved = movesIn(looked);
    }
    const mended = await mendStock(ctx, { connection, settings, looked });
    noteFailed(
      unsynced,
      [...mended.failed].map(([{ mapped }, failure]) => [mapped, failure]),
    );
    for (const sku of skusOf(mended.left.map(({ mapped }) => mapped))) left.add(sku);
    await Promise.all([noted, noteAbsurd(ctx, looked)]);
    // Units that one variant lost its siblings lose too.
    const stale = new Set(mended.stale.map(({ mapped }) => groups.get(mapped.variantId)));
    open = open.filter(({ variantId }) => stale.has(groups.get(variantId)));
  }
  await warehouse.remembered;
  await noteUnsynced(ctx, { skus, failed: unsynced, left });
  const failed = new Map([...warehouse.failed, ...unsynced]);
  await retryUnsynced(ctx, { failed, moved: skusOf(open), left });
  await clearProblems(ctx, { kinds: ["location-gone"] });
  return { ...result, failed, left };
}

type FailedVariant = [Mapped, RecordFailure];

function failedIn(
  mapped: readonly Mapped[],
  failed: ReadonlyMap<InventoryItemId, RecordFailure>,
): FailedVariant[] {
  return mapped.flatMap((one): FailedVariant[] => {
    const failure = failed.get(one.inventoryItemId);
    return failure ? [[one, failure]] : [];
  });
}

function noteFailed(failures: Map<Sku, RecordFailure>, failed: readonly FailedVariant[]): void {
  for (const [mapped, failure] of failed) for (const sku of skusOf([mapped])) failures.set(sku, failure);
}

/** How many were found with more, and with less, at the warehouse. */
export function movesIn(looked: readonly Looked[]): Missed {
  return {
    more: looked.filter(({ warehouseMoved }) => warehouseMoved > 0).length,
    less: looked.filter(({ warehouseMoved }) => warehouseMoved < 0).length,
  };
}

async function readShop(
  ctx: ShopContext,
  { mapped, locationId }: { mapped: readonly Mapped[]; locationId: string },
): Promise<ShopSide> {
  const shopReadAt = ctx.clock(); // Taken first: what changed while the answer was on its way may not be in it.
  const items = mapped.map(({ inventoryItemId }) => inventoryItemId);
  const { readings: shop, failed, left } = await readShopStock(ctx, { items, locationId });
  return { shop, shopReadAt, failed, left: new Set(left), unread: new Set([...failed.keys(), ...left]) };
}

interface ShopSide extends Pick<Readings, "shop" | "unread" | "shopReadAt"> {
  failed: ReadonlyMap<InventoryItemId, RecordFailure>;
  left: ReadonlySet<InventoryItemId>;
}
