import type { AdminApi, RequestOptions } from "./admin-api.ts";
import { SetQuantitiesDocument, type SetQuantitiesMutation } from "./generated/operations.ts";

export type QuantityName = "on_hand" | "available";

export interface QuantityEntry {
  inventoryItemId: string;
  /** The value to set. */
  quantity: number;
  /** What it must still be for the value to be set. */
  changeFromQuantity: number;
}

/**
 * Why a quantity changes, as the store's inventory history says it. Shopify refuses any other reason, and a reference that is no
 * URI or a GID without an app, an entity and an id. The app's name in a GID stands in the history.
 * https://shopify.dev/docs/api/admin-graphql/latest/input-objects/InventorySetQuantitiesInput
 */
export interface AdjustmentCause {
  reason: AdjustmentReason;
  referenceDocumentUri: string;
}

/** Those we use of the 17 that Shopify takes: https://shopify.dev/docs/apps/build/orders-fulfillment/inventory-management-apps/manage-quantities-states */
export type AdjustmentReason = "correction" | "received" | "restock" | "safety_stock";

export type SetQuantitiesAnswer =
  /** Every entry is as asked, also where nothing had to change. */
  | { answer: "done" }
  /** Nothing was set, because of the entries named here (by index). The others would have been set. */
  | { answer: "entries-refused"; refused: Map<number, EntryRefusal> }
  /** Nothing was set, and nothing can be at this location. */
  | { answer: "location-gone" }
  /** Nothing was set, and nothing is wrong with the entries: send them again under another key. */
  | { answer: "key-spent" }
  /** The same key is being worked on right now: ask again later. */
  | { answer: "busy" }
  /** Nothing was set, and no entry is named: a mistake of ours. */
  | { answer: "unexpected"; message: string };

export interface EntryRefusal {
  /** The shop's figure is no longer `changeFromQuantity`. */
  stale: boolean;
  /** Shopify's sentence. */
  reason: string;
}

/** The most entries Shopify takes in one call. */
export const ENTRIES_A_CALL = 250;

/**
 * Sets `on_hand` or `available` of up to 250 items at one location, all or nothing. Shopify recognises a repetition by `key`, so the
 * client may send it again after a lost answer; a new set of values needs a new key.
 */
export async function setQuantities(
  admin: AdminApi,
  about: AdjustmentCause & {
    key: string;
    name: QuantityName;
    locationId: string;
    entries: readonly QuantityEntry[];
    options?: RequestOptions;
  },
): Promise<SetQuantitiesAnswer> {
  const { key, name, reason, referenceDocumentUri, locationId, entries, options } = about;
  const input = {
    ...{ name, reason, referenceDocumentUri },
    quantities: entries.map((entry) => ({ ...entry, locationId })),
  };
  const { inventorySetQuantities } = await admin.request(SetQuantitiesDocument, { key, input }, options);
  return interpret(inventorySetQuantities?.userErrors ?? []);
}

type UserErrors = NonNullable<SetQuantitiesMutation["inventorySetQuantities"]>["userErrors"];

/** What Shopify's user errors mean. `inventoryAdjustmentGroup` is no evidence: it is null for a change of nothing, too. */
export function interpret(userErrors: UserErrors): SetQuantitiesAnswer {
  const refused = new Map<number, EntryRefusal>();
  for (const { code, field, message } of userErrors) {
    switch (code) {
      case "INVALID_LOCATION":
        return { answer: "location-gone" };
      case "IDEMPOTENCY_CONCURRENT_REQUEST":
        return { answer: "busy" };
      case "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED":
        return { answer: "key-spent" };
      default: {
        // ["input", "quantities", "3", "changeFromQuantity"]
        const index = Number(field?.[1] === "quantities" ? field[2] : NaN);
        if (!Number.isInteger(index)) return { answer: "unexpected", message };
        refused.set(index, { stale: code === "CHANGE_FROM_QUANTITY_STALE", reason: message });
      }
    }
  }
  return refused.size > 0 ? { answer: "entries-refused", refused } : { answer: "done" };
}
