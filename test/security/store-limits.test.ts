import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { startBuiltWeb } from "../support/built-web.ts";
import { createWorld, NEIGHBOUR, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36";
const mug = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] };

async function headersOf(world: World, shop = SHOP): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await world.shop.idToken(shop)}`, "user-agent": BROWSER };
}

describe("the staff of one store", () => {
  test("may send so many requests a minute, from wherever they are, and no other store waits for them", async () => {
    const world = await createWorld(mug);
    await world.install();
    await world.install(NEIGHBOUR);
    const url = await startBuiltWeb(world, { STORE_REQUESTS_PER_MINUTE: "5" });
    const ask = async (shop: string, from: number) =>
      fetch(`${url}/app.data`, {
        headers: { ...(await headersOf(world, shop)), "x-forwarded-for": `192.0.2.${from}` },
      });
    for (let from = 1; from <= 5; from++) expect((await ask(SHOP, from)).status).toBe(200);
    const refused = await ask(SHOP, 6);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: "too-many" });
    expect((await ask(NEIGHBOUR, 6)).status).toBe(200);
    // A token that nobody signed counts for no store.
    const forged = { authorization: "Bearer x.y.z", "user-agent": BROWSER };
    expect((await fetch(`${url}/app.data`, { headers: forged })).status).not.toBe(429);
  });
});

describe("the warehouse of one store", () => {
  test("may send so many events a minute, each one row, and no other store waits for them", async () => {
    const world = await createWorld({ ...mug, env: { STORE_EVENTS_PER_MINUTE: "3" } });
    await world.connect();
    await world.install(NEIGHBOUR);
    await connectWarehouse(world.services.openShop(NEIGHBOUR), {
      accessToken: TOKEN,
      webhookKey: WEBHOOK_KEY,
    });
    const { db } = world.services;
    const before = await db.hint.count({ where: { shop: SHOP } });
    const send = async (shop: string) => {
      const { hookId } = await db.connection.findUniqueOrThrow({ where: { shop } });
      const body = JSON.stringify({ type: "shipped", resource: "shipment", identifier: "1" });
      const headers = { "x-hook-signature": createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64") };
      const to = `${world.appUrl}/webhooks/warehouse/${hookId}/shipment-created`;
      return fetch(to, { method: "POST", headers, body });
    };
    for (let sent = 0; sent < 3; sent++) expect((await send(SHOP)).status).toBe(200);
    const refused = await send(SHOP);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send(NEIGHBOUR)).status).toBe(200);
    expect(await db.hint.count({ where: { shop: SHOP } })).toBe(before + 3);
  });
});
