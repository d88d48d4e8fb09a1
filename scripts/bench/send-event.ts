import { createHmac } from "node:crypto";
import type pg from "pg";
import { SHOP, WEBHOOK_KEY } from "./stock-world.ts";

/** Sends signed events to the app by hand, so that the moment each is accepted is known. */
export async function openEventSender({
  appUrl,
  pool,
  shop = SHOP,
}: {
  appUrl: string;
  pool: pg.Pool;
  shop?: string;
}) {
  const { rows } = await pool.query<{ hookId: string }>(
    `SELECT "hookId" FROM "Connection" WHERE "shop" = $1`,
    [shop],
  );
  const address = `${appUrl}/webhooks/warehouse/${rows[0]?.hookId}`;
  return async (
    event: string,
    said: { type: string; resource: string; identifier: string },
  ): Promise<void> => {
    const body = JSON.stringify(said);
    const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64");
    const response = await fetch(`${address}/${event}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hook-signature": signature },
      body,
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`An event was answered ${response.status}.`);
  };
}
