import { adjust, announceLevels, isQuantityName, stockItem, type QuantityName } from "../store/inventory.ts";
import { inventoryLevelPayload } from "../store/payloads.ts";
import type { Holder, InventoryItem, Level, ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";
import { findItem, findLocation } from "./find.ts";
import type { InventoryBody, MoveBody, ReservationBody } from "./inventory-bodies.ts";

/** Sets quantities by hand, as the merchant or another app would; with `committed` goes `available`, as in a sale. */
export function setInventory(ctx: ShopContext, body: InventoryBody): InventoryItem {
  const item = findItem(ctx, body);
  const location = findLocation(ctx, body.location);
  const level = stockItem(ctx, { item, locationId: location.id });
  for (const [name, quantity] of Object.entries(body.quantities ?? {}))
    if (isQuantityName(name) && quantity !== undefined)
      adjust(ctx, {
        level,
        name,
        quantity,
        by: body.by,
        app: body.app,
        reason: "correction",
        referenceDocumentUri: null,
      });
  if (body.quantities) announceLevels(ctx, [level]);
  if (!body.isActive) {
    level.isActive = false;
    ctx.announce("inventory_levels/disconnect", () => inventoryLevelPayload(ctx.shop, level));
  }
  return item;
}

/** Moves units between `available` and the unavailable states, as a merchant does: on hand stays as it is. */
export function moveUnits(ctx: ShopContext, { quantity, from, to, ...name }: MoveBody): InventoryItem {
  const { item, level } = findLevel(ctx, name);
  const there = level.quantities[from];
  if (there < quantity) throw new ControlError(409, `${there} are ${from}, not ${quantity}.`);
  const reason = "correction";
  change(ctx, { level, name: from, by: -quantity, reason });
  change(ctx, { level, name: to, by: quantity, reason });
  announceLevels(ctx, [level]);
  return item;
}

/** The reasons under which Shopify writes them down. */
const REASONS: Record<Holder, { reserve: string; release: string }> = {
  draft_order: { reserve: "reservation_created", release: "reservation_deleted" },
  transfer: { reserve: "movement_created", release: "movement_canceled" },
};

/** Commits units to a draft order or a transfer: they are no longer for sale, and stay on hand. */
export function reserveUnits(
  ctx: ShopContext,
  { quantity, for: holder, ...name }: ReservationBody,
): InventoryItem {
  const { item, level } = findLevel(ctx, name);
  level.committedTo = { ...level.committedTo, [holder]: (level.committedTo?.[holder] ?? 0) + quantity };
  change(ctx, { level, name: "committed", by: quantity, reason: REASONS[holder].reserve });
  announceLevels(ctx, [level]);
  return item;
}

export function releaseUnits(
  ctx: ShopContext,
  { quantity, for: holder, ...name }: ReservationBody,
): InventoryItem {
  const { item, level } = findLevel(ctx, name);
  const held = level.committedTo?.[holder] ?? 0;
  if (held < quantity) throw new ControlError(409, `${held} are reserved for a ${holder}, not ${quantity}.`);
  level.committedTo = { ...level.committedTo, [holder]: held - quantity };
  change(ctx, { level, name: "committed", by: -quantity, reason: REASONS[holder].release });
  announceLevels(ctx, [level]);
  return item;
}

function findLevel(
  ctx: ShopContext,
  { location: locationName, ...name }: Pick<MoveBody, "sku" | "variantId" | "inventoryItemId" | "location">,
): { item: InventoryItem; level: Level } {
  const item = findItem(ctx, name);
  const location = findLocation(ctx, locationName);
  const level = item.levels[location.id];
  if (!item.tracked) throw new ControlError(409, "The item is not tracked: nothing of it can be moved.");
  if (!level?.isActive) throw new ControlError(409, `The item is not stocked at "${location.name}".`);
  return { item, level };
}

function change(
  ctx: ShopContext,
  of: { level: Level; name: Exclude<QuantityName, "on_hand">; by: number; reason: string },
): void {
  const { level, name, by, reason } = of;
  const quantity = level.quantities[name] + by;
  adjust(ctx, { level, name, quantity, by: "merchant", reason, referenceDocumentUri: null });
}
