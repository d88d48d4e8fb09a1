import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { SHOP, WEBHOOK_KEY, type World } from "../support/world.ts";

/** The warehouse says that units were received on an inbound. */
export async function announceReceipt(world: World, identifier: string): Promise<void> {
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const body = JSON.stringify({ type: "received", resource: "receipt", identifier });
  const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64");
  const url = `${world.appUrl}/webhooks/warehouse/${hookId}/receipt-received`;
  const { status } = await fetch(url, { method: "POST", headers: { "x-hook-signature": signature }, body });
  expect(status, `the answer to the event of ${identifier}`).toBe(200);
}
