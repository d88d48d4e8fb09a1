import type { Db } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { recordHint } from "./record-hint.ts";

export interface ShopWebhook {
  shop: string;
  /** `products/update` and so on. */
  topic: string;
  payload: unknown;
}

/**
 * Takes one of Shopify's webhooks. Most are hints: payloads are truncated and arrive in any order, so only the id is
 * kept and the thing is read again. Repeated, they have the effect of one.
 */
export async function receiveShopWebhook(db: Db, { shop, topic, payload }: ShopWebhook): Promise<void> {
  switch (topic) {
    case "shop/redact":
      return queueJob(db, { name: "delete-shop-data", shop });
    case "customers/data_request":
    case "customers/redact":
      return; // Nothing is kept about shoppers.
  }
  // Shops that never connected, or have left, have nothing to follow.
  const connection = await db.connection.findUnique({ where: { shop }, select: { disconnectedAt: true } });
  if (!connection || connection.disconnectedAt) return;
  const identifier = productGid(topic, payload);
  await recordHint(db, { shop, source: "shop", event: topic, ...(identifier && { identifier }) });
}

/** `products/delete` carries only the number; the others the whole id. */
function productGid(topic: string, payload: unknown): string | undefined {
  if (!topic.startsWith("products/") || typeof payload !== "object" || payload === null) return undefined;
  if ("admin_graphql_api_id" in payload && typeof payload.admin_graphql_api_id === "string")
    return payload.admin_graphql_api_id;
  if ("id" in payload && typeof payload.id === "number") return `gid://shopify/Product/${payload.id}`;
  return undefined;
}
