import type { Hint } from "@prisma/client";
import type { EventName } from "../../fulfilment/events.ts";
import {
  isOrderId,
  type InboundRef,
  type InventoryItemId,
  type OrderId,
  type ProductId,
  type Sku,
  type VariantId,
} from "../ids.ts";

type Said = Pick<Hint, "event" | "identifier">;

/** A variant was mapped, so the SKU's stock has to be looked at. The identifier is the SKU. */
export const MAPPING_MADE = "mapping/made";
/** The merchant said something that bears on the SKU's stock. The identifier is the SKU. */
export const LOOK_ASKED = "look/asked";
/** The merchant keeps back more of the SKU, or less. The identifier is the SKU. */
export const SAFETY_STOCK_CHANGED = "safety-stock/changed";

export type StockThing =
  /** The stock of the SKUs on one inbound. */
  | { thing: "inbound"; ref: InboundRef }
  | { thing: "sku"; sku: Sku }
  /** The stock of one of the shop's items. */
  | { thing: "item"; inventoryItemId: InventoryItemId }
  /** The stock of a variant that somebody ordered, or that was sent to them. */
  | { thing: "ordered"; variantId: VariantId }
  /** What the fulfillments of an order have taken. */
  | { thing: "order"; orderId: OrderId }
  /** The stock of SKUs the hint cannot name. */
  | { thing: "any-stock" }
  | { thing: "nothing" };

type Way = "inbound" | "sku" | "any-stock" | "item" | "ordered";

const STOCK = {
  "receipt-received": "inbound",
  "inbound-status": "inbound",
  // Outbounds, shipments and labels cannot be looked up through this interface: all that is known is that goods moved.
  "outbound-status": "any-stock",
  "shipment-created": "any-stock",
  "shipment-shipped": "any-stock",
  "label-status": "any-stock",
  [MAPPING_MADE]: "sku",
  [LOOK_ASKED]: "sku",
  [SAFETY_STOCK_CHANGED]: "sku",
  "inventory_levels/update": "item",
  "orders/create": "ordered",
  "orders/cancelled": "ordered",
  "orders/partially_fulfilled": "ordered",
  "orders/fulfilled": "ordered",
  "orders/updated": "ordered",
} satisfies Record<EventName, Way> & Record<string, Way>;

/** Events that name an SKU. */
export const SKU_EVENTS: readonly string[] = [MAPPING_MADE, LOOK_ASKED, SAFETY_STOCK_CHANGED];

/** An event that says something about stock. */
export type StockEvent = keyof typeof STOCK;

export function isStockEvent(event: string): event is StockEvent {
  return Object.hasOwn(STOCK, event);
}

/** The store's topics after which an order has other fulfillments than before. */
export const FULFILLED_TOPICS: ReadonlySet<string> = new Set([
  "orders/partially_fulfilled",
  "orders/fulfilled",
  "orders/updated",
]);

/** The shop's topics that say something about stock. */
export const STOCK_TOPICS: ReadonlySet<string> = new Set(
  Object.entries(STOCK).flatMap(([topic, way]) => (way === "item" || way === "ordered" ? [topic] : [])),
);

/** Whose stock to read because of a hint. Kinds unknown today lead nowhere; the sweep finds what they meant. */
export function translateStockHint({ event, identifier }: Said): StockThing {
  const thing: Way | "nothing" = isStockEvent(event) ? STOCK[event] : "nothing";
  switch (thing) {
    case "any-stock":
    case "nothing":
      return { thing };
    case "inbound":
      return identifier ? { thing, ref: identifier as InboundRef } : { thing: "any-stock" };
    case "sku":
      return identifier ? { thing, sku: identifier as Sku } : { thing: "any-stock" };
    case "item":
      return identifier ? { thing, inventoryItemId: identifier as InventoryItemId } : { thing: "nothing" };
    case "ordered":
      if (!identifier) return { thing: "nothing" };
      if (isOrderId(identifier)) return { thing: "order", orderId: identifier };
      return { thing, variantId: identifier as VariantId };
  }
}

export type ShopThing =
  | { thing: "product"; productId: ProductId }
  /** Whether the app is still installed. */
  | { thing: "installation" }
  /** What the merchant lets the app do. */
  | { thing: "permissions" }
  /** The shop's plan. */
  | { thing: "plan" }
  /** Shopify may have gathered what an import or a sweep waits for. */
  | { thing: "gathered" }
  | { thing: "nothing" };

/** The shop's topics that say that a product changed. */
export const PRODUCT_TOPICS: readonly string[] = ["products/create", "products/update", "products/delete"];

/** What to read of the shop because of a hint. Kinds unknown today lead nowhere. */
export function translateShopHint({ event, identifier }: Said): ShopThing {
  if (PRODUCT_TOPICS.includes(event))
    return identifier ? { thing: "product", productId: identifier as ProductId } : { thing: "nothing" };
  switch (event) {
    case "app/scopes_update":
      return { thing: "permissions" };
    case "app_subscriptions/update":
      return { thing: "plan" };
    case "app/uninstalled":
      return { thing: "installation" };
    case "bulk_operations/finish":
      return { thing: "gathered" };
    default:
      return { thing: "nothing" };
  }
}
