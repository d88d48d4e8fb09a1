import { takeTurns } from "../../database/take-turns.ts";
import type { Db } from "../../db.server.ts";
import { noteActivity } from "../activity/note-activity.ts";
import { dataRequestIn } from "../events/shop-payloads.ts";

/**
 * Notes that a shopper wants to know what is kept about them (`customers/data_request`), for the merchant to answer. Only
 * the orders' ids stay; who asks, the merchant sees in Shopify. The same request twice is one.
 */
export async function recordDataRequest(
  { db, clock }: { db: Db; clock(): Date },
  { shop, payload }: { shop: string; payload: unknown },
): Promise<void> {
  const asked = dataRequestIn(payload);
  if (!asked) return;
  const { request, orderIds } = asked;
  const where = { shop, kind: "data-requested", details: { path: ["request"], equals: request } };
  await db.$transaction(async (tx) => {
    // Sent twice at once, they come one after the other here.
    await takeTurns(tx, `data-request:${shop}:${request}`);
    if ((await tx.activity.count({ where })) > 0) return;
    await noteActivity(
      { shop, db: tx, clock, staffId: null },
      { kind: "data-requested", details: { request, orderIds } },
    );
  });
}
