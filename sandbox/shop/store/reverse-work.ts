import { gid } from "./gid.ts";
import { adjust, announceLevels, quantityOf, stockItem } from "./inventory.ts";
import { mailShopper } from "./mails.ts";
import { inventoryLevelPayload } from "./payloads.ts";
import { findFulfillmentLine, indexReturn } from "./parts.ts";
import { deliveryPayload, disposePayload } from "./return-payloads.ts";
import type { Disposition, Return, ReverseDelivery, ReverseLine, ReverseOrder } from "./return-types.ts";
import {
  nextId,
  type Adjustment,
  type InventoryItem,
  type Level,
  type Shop,
  type ShopContext,
} from "./shop.ts";

/** Sending goods back, and putting them somewhere. Whoever calls has checked that it may be. */

export interface NewDisposition {
  line: ReverseLine;
  type: Disposition["type"];
  quantity: number;
  /** Must be given for what goes back into stock. */
  locationId: number | null;
}

/** What is known of the goods of a line; undefined for a custom item and for a variant that was deleted. */
export function itemOf(shop: Shop, { fulfillmentLineId }: ReverseLine): InventoryItem | undefined {
  const sold = findFulfillmentLine(shop, fulfillmentLineId)?.orderLine;
  return sold?.itemId == null ? undefined : shop.items.get(sold.itemId);
}

/** Notes what became of pieces. What is restocked lies on the shelf again, and is for sale. */
export function dispose(
  ctx: ShopContext,
  { of, reverseOrder }: { of: Return; reverseOrder: ReverseOrder },
  { wanted, ...who }: { wanted: readonly NewDisposition[] } & Pick<Adjustment, "by" | "app">,
): void {
  const made = wanted.map(({ line, ...one }) => {
    const disposition: Disposition = { id: nextId(ctx.shop), ...one, createdAt: ctx.now().toISOString() };
    line.dispositions.push(disposition);
    return { line, disposition };
  });
  indexReturn(ctx.shop.owners, of);
  ctx.announce("reverse_fulfillment_orders/dispose", () => disposePayload(reverseOrder, made));
  const moved = new Set<Level>();
  for (const { line, disposition } of made) {
    const item = disposition.type === "RESTOCKED" ? itemOf(ctx.shop, line) : undefined;
    if (!item?.tracked || disposition.locationId === null) continue;
    const level = levelAt(ctx, { item, locationId: disposition.locationId });
    adjust(ctx, {
      level,
      name: "on_hand",
      quantity: quantityOf(level, "on_hand") + disposition.quantity,
      ...who,
      reason: "return_restocked",
      referenceDocumentUri: gid("Return", of.id),
    });
    moved.add(level);
  }
  announceLevels(ctx, [...moved]);
}

/** Goods may come back to where they were never stocked: they are from then on. */
function levelAt(ctx: ShopContext, { item, locationId }: { item: InventoryItem; locationId: number }): Level {
  const known = item.levels[locationId];
  if (known?.isActive) return known;
  const level = stockItem(ctx, { item, locationId });
  ctx.announce("inventory_levels/connect", () => inventoryLevelPayload(ctx.shop, level));
  return level;
}

export interface Deliverable {
  /** Where the label is; undefined leaves what is there. */
  labelUrl?: string;
  tracking?: { number: string | null; url: string | null };
  /** Whether the shopper gets a mail. */
  notify: boolean;
}

export function createDelivery(
  ctx: ShopContext,
  { of, reverseOrder }: { of: Return; reverseOrder: ReverseOrder },
  { lines, ...deliverable }: Deliverable & { lines: readonly { reverseLineId: number; quantity: number }[] },
): ReverseDelivery {
  const delivery: ReverseDelivery = {
    id: nextId(ctx.shop),
    lines: lines.map((line) => ({ ...line, id: nextId(ctx.shop) })),
    label: null,
    tracking: null,
  };
  reverseOrder.deliveries.push(delivery);
  indexReturn(ctx.shop.owners, of);
  attach(ctx, { of, delivery }, deliverable);
  return delivery;
}

/** Gives a delivery another label or tracking, or its first. */
export function attach(
  ctx: ShopContext,
  { of, delivery }: { of: Return; delivery: ReverseDelivery },
  { labelUrl, tracking, notify }: Deliverable,
): void {
  const at = ctx.now().toISOString();
  if (labelUrl !== undefined)
    delivery.label = {
      publicFileUrl: labelUrl,
      createdAt: delivery.label?.createdAt ?? at,
      updatedAt: at,
    };
  if (tracking) delivery.tracking = tracking;
  if (delivery.label || delivery.tracking)
    ctx.announce("reverse_deliveries/attach_deliverable", () => deliveryPayload(of, delivery));
  if (!notify) return;
  mailShopper(ctx, of, {
    kind: "return-label",
    reverseDeliveryId: delivery.id,
    labelUrl: delivery.label?.publicFileUrl ?? null,
    trackingUrl: delivery.tracking?.url ?? null,
  });
}
