import type { Hint } from "@prisma/client";
import type { EventName } from "../../fulfilment/schemas.ts";
import type { InboundRef, ProductId } from "../ids.ts";

/** What a hint says may have changed. */
export type Thing =
  /** The stock of the SKUs on one inbound. */
  | { thing: "inbound"; ref: InboundRef }
  /** The stock of SKUs the hint cannot name. */
  | { thing: "any-stock" }
  | { thing: "product"; productId: ProductId }
  /** Whether the app is still installed. */
  | { thing: "installation" }
  | { thing: "nothing" };

const OF_WAREHOUSE: Record<EventName, "inbound" | "any-stock"> = {
  "receipt-received": "inbound",
  "inbound-status": "inbound",
  // Outbounds, shipments and labels cannot be looked up through this interface: all that is known is that goods moved.
  "outbound-status": "any-stock",
  "shipment-created": "any-stock",
  "shipment-shipped": "any-stock",
  "label-status": "any-stock",
};

const OF_SHOP: Record<string, "product" | "installation"> = {
  "products/create": "product",
  "products/update": "product",
  "products/delete": "product",
  "app/uninstalled": "installation",
};

/** What to read because of a hint. Hints of kinds unknown today lead nowhere; the sweep finds what they meant. */
export function translateHint({
  source,
  event,
  identifier,
}: Pick<Hint, "source" | "event" | "identifier">): Thing {
  const thing = source === "warehouse" ? OF_WAREHOUSE[event as EventName] : OF_SHOP[event];
  switch (thing) {
    case "any-stock":
    case "installation":
      return { thing };
    case "inbound":
      return identifier ? { thing, ref: identifier as InboundRef } : { thing: "any-stock" };
    case "product":
      return identifier ? { thing, productId: identifier as ProductId } : { thing: "nothing" };
    default:
      return { thing: "nothing" };
  }
}
