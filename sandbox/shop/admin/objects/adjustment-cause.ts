/*
 * Why an app changes a quantity, as Shopify takes it: a reason out of a fixed list, and a URI of what caused it.
 * https://shopify.dev/docs/api/admin-graphql/latest/input-objects/InventorySetQuantitiesInput
 */

/** As Shopify named them when it refused another one. */
const REASONS = [
  "correction",
  "cycle_count_available",
  "damaged",
  "movement_canceled",
  "movement_created",
  "movement_received",
  "movement_updated",
  "other",
  "promotion",
  "quality_control",
  "received",
  "reservation_created",
  "reservation_deleted",
  "reservation_updated",
  "restock",
  "safety_stock",
  "shrinkage",
];

export interface AdjustmentCause {
  reason: string;
  referenceDocumentUri?: string | null;
}

/** What is wrong with it: the error code, the field of the input, and the sentence. */
export function wrongCause({
  reason,
  referenceDocumentUri: uri,
}: AdjustmentCause): { code: string; field: keyof AdjustmentCause; message: string } | null {
  if (!REASONS.includes(reason)) {
    const message = `The specified reason is invalid. Valid values are: ${REASONS.join(", ")}.`;
    return { code: "INVALID_REASON", field: "reason", message };
  }
  if (uri != null && !isDocumentUri(uri)) {
    const message = "The specified reference document is invalid.";
    return { code: "INVALID_REFERENCE_DOCUMENT", field: "referenceDocumentUri", message };
  }
  return null;
}

/** The characters a URI consists of (RFC 3986), each other one as its percent code. */
const URI = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;
/** `gid://app/Entity/id`: all three must be there. The app is a host's name, as Rails' global ids want it. */
const GID = /^gid:\/\/[a-z0-9-]+\/[^/?#]+\/[^/?#]+/i;

/** A scheme and something behind it. */
const isDocumentUri = (uri: string): boolean => URI.test(uri) && (!/^gid:/i.test(uri) || GID.test(uri));
