import type { Db } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { recordDataRequest } from "../privacy/record-data-request.ts";
import { redactOrders } from "../returns/redact-orders.ts";
import { recordHint } from "./record-hint.ts";
import { isReturnTopic, returnNamed } from "./return-topics.ts";
import { levelIn, orderIn, ordersToRedact, productIn, variantsIn, type ToldLevel } from "./shop-payloads.ts";
import { FULFILLED_TOPICS, STOCK_TOPICS } from "./translate-hint.ts";

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
export async function receiveShopWebhook(
  { db, clock }: { db: Db; clock(): Date },
  { shop, topic, payload }: ShopWebhook,
): Promise<void> {
  switch (topic) {
    case "shop/redact":
      return queueJob(db, { name: "delete-shop-data", shop });
    case "customers/data_request":
      // Of a shop that is forgotten nothing is kept that could be told, and nobody is there to be told of it.
      return (await isKnown(db, shop)) ? recordDataRequest({ db, clock }, { shop, payload }) : undefined;
    case "customers/redact":
      return redactOrders({ db, clock }, { shop, orderIds: ordersToRedact(payload) });
  }
  // They are about the way into the shop, which there is from the moment the app was opened. Of a shop that is
  // forgotten already nothing is noted any more.
  if (topic === "app/uninstalled" || topic === "app/scopes_update") {
    if (await isKnown(db, shop)) await recordHint(db, { shop, source: "shop", event: topic });
    return;
  }
  // Shops that never connected, or have left, have nothing to follow.
  const connection = await db.connection.findUnique({
    where: { shop },
    select: { disconnectedAt: true, locationId: true },
  });
  if (!connection?.locationId || connection.disconnectedAt) return;
  const { locationId } = connection;
  const of = { shop, event: topic };
  if (topic === "inventory_levels/update") {
    const level = levelIn(payload);
    if (level && !(await isNothingNew(db, { shop, told: level, locationId })))
      await recordHint(db, { ...of, source: "shop_stock", identifier: level.inventoryItemId });
  } else if (isReturnTopic(topic)) {
    const returnId = await returnNamed(db, { shop, topic, payload });
    if (returnId) await recordHint(db, { ...of, source: "shop_return", identifier: returnId });
  } else if (STOCK_TOPICS.has(topic)) {
    const order = FULFILLED_TOPICS.has(topic) ? orderIn(payload) : undefined;
    for (const identifier of [...variantsIn(payload), ...(order ? [order] : [])])
      await recordHint(db, { ...of, source: "shop_stock", identifier });
  } else {
    const identifier = topic.startsWith("products/") ? productIn(payload) : undefined;
    await recordHint(db, { ...of, source: "shop", ...(identifier && { identifier }) });
  }
}

async function isKnown(db: Db, shop: string): Promise<boolean> {
  const where = { shop };
  return (await db.session.count({ where })) + (await db.connection.count({ where })) > 0;
}

/**
 * Whether a level says only what we know: another location's is no concern, and each figure we write comes back as an
 * echo. One that comes before the write it answers is noted is followed for nothing, which costs a reading.
 */
async function isNothingNew(
  db: Db,
  { shop, told, locationId }: { shop: string; told: ToldLevel; locationId: string },
): Promise<boolean> {
  if (told.locationId !== locationId) return true;
  const variant = await db.variant.findFirst({
    where: { shop, inventoryItemId: told.inventoryItemId, goneAt: null },
    select: { variantId: true },
  });
  if (!variant) return true; // The catalogue has not heard of it; when it does, its stock is looked at.
  const { variantId } = variant;
  const look = await db.stockLook.findUnique({ where: { shop_variantId: { shop, variantId } } });
  return look?.lookedAt != null && look.available === told.available;
}
