import { returnsOf } from "./parts.ts";
import type { Order } from "./order-types.ts";
import type { Shop } from "./shop.ts";

type OrderReturnStatus = "RETURN_REQUESTED" | "IN_PROGRESS" | "RETURNED" | "NO_RETURN";

/** What a merchant sees of an order's returns at a glance: whatever asks for the most attention. */
export function returnStatus(shop: Shop, order: Order): OrderReturnStatus {
  const statuses = new Set(returnsOf(shop, order).map(({ status }) => status));
  if (statuses.has("REQUESTED")) return "RETURN_REQUESTED";
  if (statuses.has("OPEN")) return "IN_PROGRESS";
  return statuses.has("CLOSED") ? "RETURNED" : "NO_RETURN";
}
