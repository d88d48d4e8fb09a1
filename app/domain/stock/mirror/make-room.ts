import { queueJob } from "../../../jobs/catalog.ts";
import type { Joined } from "../../connection/load-connection.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { isSaleOn, isWritten } from "../settings/decide-rules.ts";
import { figureOf } from "./decide-stock.ts";
import { groupsOf, loadWhole, skusOf, type Mapped } from "./load-mapped.ts";
import type { WriteCause } from "./ledger-entries.ts";
import { lookAtStock, type Looked } from "./look-at-stock.ts";
import { isStillWritten, writeOf } from "./mend-stock.ts";
import { raised } from "./open-writes.ts";
import { replayWrites } from "./replay-writes.ts";
import { LocationGone, readShopStock } from "./read-shop-stock.ts";
import type { NoRoom } from "./no-room.ts";
import { readWarehouseStock } from "./read-warehouse-stock.ts";
import { MADE_ROOM } from "../report/return-causes.ts";
import { saveLooks, type Look } from "./stock-looks.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { StockReset } from "./with-stock-lock.ts";
import { writeStock } from "./write-stock.ts";

export interface Room {
  /** So many pieces may be added to the variant's figure now. */
  pieces: number;
  /** Why not all that were wanted. */
  why: NoRoom | null;
  /** The variant as it was found, and lowered if it had to be; null when the shop does not count its stock. */
  looked: Looked | null;
}

/** A figure that moves again each time it is read is moved by somebody else; after so many rounds it is left to them. */
const ROUNDS = 3;

/**
 * Sees to it that Shopify may add so many pieces of these variants to its figures without showing more than the rules
 * allow at any time: where the shop shows the pieces already, because a comparison was faster than their receipt, they
 * are taken off first. Call in the shop's lane of stock, and add them before anything else there writes. Cut off in
 * between, the shop offers too few until the next look.
 * @throws FulfilmentError, ShopifyError
 */
export async function makeRoom(
  ctx: ShopContext,
  about: {
    connection: Joined;
    wanted: ReadonlyMap<VariantId, number>;
    /** Of whom it is made: #1001-R1. */
    of: string;
    hintOf(sku: Sku): bigint | null;
    /** Told of each figure that was lowered. */
    onLowered(sku: string, by: number): Promise<void>;
  },
): Promise<Map<VariantId, Room>> {
  const { connection, wanted } = about;
  const settings = await loadStockSettings(ctx);
  const rooms = new Map<VariantId, Room>();
  const refuse = (variantIds: Iterable<VariantId>, why: NoRoom) => {
    for (const variantId of variantIds) rooms.set(variantId, { pieces: 0, why, looked: null });
  };
  const stopped = settings.pausedAt ? "paused" : settings.phase === "shadow" ? "shadow" : null;
  // What is not found below is not mapped, so its stock is not ours.
  refuse(wanted.keys(), stopped ?? "not-live");
  if (stopped) return rooms;
  const mapped = await loadWhole(ctx, { variantIds: [...wanted.keys()] });
  let open = mapped;
  const inWarehouse = await readWarehouseStock(ctx, { connection, skus: skusOf(mapped) });
  await inWarehouse.remembered;
  await replayWrites(ctx, { connection, settings });
  const groups = groupsOf(mapped);
  const isWanted = ({ variantId }: Mapped) => wanted.has(variantId);
  for (let round = 1; open.length > 0 && round <= ROUNDS; round++) {
    refuse(idsOf(open.filter(isWanted)), "unreadable");
    const shopReadAt = ctx.clock();
    const items = open.map(({ inventoryItemId }) => inventoryItemId);
    const inShop = await readShopStock(ctx, { items, locationId: connection.locationId }).catch(nowhere);
    if (!inShop) return rooms;
    const { readings: shop } = inShop;
    const unread = new Set([...inShop.failed.keys(), ...inShop.left]);
    const found = await lookAtStock(ctx, {
      ...{ settings, epoch: connection.stockEpoch, mapped: open, shop, unread, shopReadAt },
      ...{ warehouse: inWarehouse.readings, received: inWarehouse.received, hintOf: about.hintOf },
      isWarehouseObserved: round > 1,
    }).catch(nowhere);
    if (!found) return rooms;
    const { looked, noted } = found;
    // What the others of the group should show now is written in its turn.
    if (looked.some(({ mapped: one, look }) => !isWanted(one) && look.verdict === "write"))
      await queueJob(ctx.db, { name: "write-stock", shop: ctx.shop });
    const lower: Looked[] = [];
    for (const one of looked.filter(({ mapped: found }) => isWanted(found))) {
      const { variantId } = one.mapped;
      const room = roomFor(settings, { looked: one, pieces: wanted.get(variantId) ?? 0, now: shopReadAt });
      rooms.set(variantId, room);
      if (room.looked && room.looked !== one) lower.push(one);
    }
    const stale = await takeOff(ctx, { ...about, settings, rooms, lower });
    await noted;
    const moved = new Set(stale.map(({ variantId }) => groups.get(variantId)));
    open = open.filter(({ variantId }) => moved.has(groups.get(variantId)));
  }
  refuse(idsOf(open.filter(isWanted)), "unreadable");
  return rooms;
}

const idsOf = (mapped: readonly Mapped[]) => mapped.map(({ variantId }) => variantId);

/**
 * The mirror tells the merchant of a location that is gone; nothing can be put up there, nor at one that the merchant has
 * just changed.
 */
function nowhere(error: unknown): null {
  if (error instanceof LocationGone || error instanceof StockReset) return null;
  throw error;
}

/** `looked` of the answer is another than was given when the figure has to be lowered to what that one shows. */
function roomFor(
  settings: StockSettings,
  { looked, pieces, now }: { looked: Looked; pieces: number; now: Date },
): Room {
  const { look } = looked;
  const none = (why: NoRoom): Room => ({ pieces: 0, why, looked: null });
  if (!isWritten(settings, looked)) return none("not-live");
  // The shop counts no stock of it: nothing is raised.
  if (look.verdict === "untracked") return { pieces, why: null, looked: null };
  if (look.verdict === "not_stocked" || look.verdict === "activate") return none("not-stocked");
  if (look.target === null || !look.figures) return none("unreadable");
  const figure = figureOf(look.figures, settings.mode);
  // Nothing is lowered before the merchant has confirmed that.
  if (look.verdict === "stopped" && look.target < figure) return none("no-room");
  // During a sale nothing is raised: the pieces take the place of others.
  const most = isSaleOn(settings, now) ? Math.min(look.target, figure) : look.target;
  const fits = Math.max(0, Math.min(pieces, most));
  const why = fits < pieces ? "no-room" : null;
  const by = fits === 0 ? 0 : Math.max(0, figure + fits - most);
  if (by === 0) return { pieces: fits, why, looked };
  return { pieces: fits, why, looked: { ...looked, look: { ...look, figures: raised(look.figures, -by) } } };
}

/** A look whose figures have changed: what differs now is remembered as a difference, so that a cut-off run is mended. */
export function verdictAnew(look: Look, settings: StockSettings): Look {
  const isReached = look.figures !== null && figureOf(look.figures, settings.mode) === look.target;
  const isStopped = look.verdict === "stopped";
  const differs = isStopped ? "stopped" : isSaleOn(settings, look.lookedAt) ? "sale" : "write";
  return { ...look, verdict: isReached ? "equal" : differs };
}

/** Takes off what is shown already. What cannot be is left as it is, and there is no room for it. */
async function takeOff(
  ctx: ShopContext,
  about: {
    connection: Joined;
    settings: StockSettings;
    of: string;
    rooms: Map<VariantId, Room>;
    lower: readonly Looked[];
    onLowered(sku: string, by: number): Promise<void>;
  },
): Promise<Mapped[]> {
  const { connection, settings, rooms, lower } = about;
  if (lower.length === 0) return [];
  const cause: WriteCause = { event: MADE_ROOM, of: about.of, at: ctx.clock() };
  const writes = lower.map((one) => {
    const figures = rooms.get(one.mapped.variantId)!.looked!.look.figures!;
    return { ...writeOf(settings, one), hintId: null, cause, target: figureOf(figures, settings.mode) };
  });
  const done = await writeStock(ctx, {
    to: { locationId: connection.locationId, mode: settings.mode },
    mayWrite: () => isStillWritten(ctx, { connection, settings }),
    writes,
    remember: async (written) =>
      saveLooks(
        ctx,
        written.map(({ variantId }) => verdictAnew(rooms.get(variantId)!.looked!.look, settings)),
      ),
  });
  const notWritten = [...done.rejected.map(({ write }) => write), ...done.failed.keys(), ...done.left];
  for (const { variantId } of notWritten)
    rooms.set(variantId, { pieces: 0, why: "unreadable", looked: null });
  const failed = new Set([...done.stale, ...notWritten]);
  for (const write of writes)
    if (!failed.has(write)) await about.onLowered(write.sku, write.shopFigure - write.target);
  const stale = new Set(done.stale.map(({ variantId }) => variantId));
  return lower.map(({ mapped }) => mapped).filter(({ variantId }) => stale.has(variantId));
}
