import type { ShopContext } from "../shop-context.ts";
import { readSharing, type Sharing } from "./warehouse-account.ts";

/** The connection as a merchant may see it: never a key. */
export interface ConnectionView {
  /** Null until a location is chosen. */
  locationName: string | null;
  webhookKey: {
    /** When an event first showed that it is right; null while none has. */
    provenAt: Date | null;
    /** Events arrive that it does not fit. */
    refused: boolean;
    /** Until when the key before it is accepted; null when there is none. */
    oldUntil: Date | null;
  };
  /** How it is known that others sell from the warehouse's stock. Which stores, and how many, is not said. */
  sharing: Sharing | null;
  /** When the warehouse was last asked for events; null when it has not been. */
  askedAt: Date | null;
}

/** Null when the shop has no connection, or has left. One that has no location yet counts. */
export async function readConnection(ctx: ShopContext): Promise<ConnectionView | null> {
  const { db, shop, clock } = ctx;
  const [connection, { _max }, refused, sharing] = await Promise.all([
    db.connection.findFirst({ where: { shop, disconnectedAt: null } }),
    db.subscription.aggregate({ where: { shop }, _max: { registeredAt: true } }),
    db.problem.count({ where: { shop, kind: "webhook-key-refused" } }),
    readSharing(ctx),
  ]);
  if (!connection) return null;
  const { locationName, keyProvenAt, oldWebhookKey, oldWebhookKeyUntil } = connection;
  const oldStands = oldWebhookKey && oldWebhookKeyUntil && oldWebhookKeyUntil > clock();
  return {
    locationName,
    webhookKey: {
      provenAt: keyProvenAt,
      refused: refused > 0,
      oldUntil: oldStands ? oldWebhookKeyUntil : null,
    },
    sharing,
    askedAt: _max.registeredAt,
  };
}
