import { createHmac, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createServices } from "../../app/services.server.ts";
import { ShopTimeZoneDocument } from "../../app/shopify/generated/operations.ts";
import { startBuiltWeb } from "../support/built-web.ts";
import { closeDatabase } from "../support/close-database.ts";
import { createWorld, NEIGHBOUR, SHOP, type World } from "../support/world.ts";

const TOKENS = "/admin/oauth/access_token";
const ask = ({ services }: World, shop = SHOP) =>
  services.openShop(shop).admin.request(ShopTimeZoneDocument, {});
const sessionOf = ({ services: { db } }: World, shop = SHOP) =>
  db.session.findFirstOrThrow({ where: { shop } });
const tokenRequests = async (world: World) =>
  (await world.atShop<{ path: string }[]>("requests")).filter(({ path }) => path.includes(TOKENS)).length;

/** A page as the staff of a store ask for it. */
async function openPage(world: World, shop = SHOP): Promise<Response | undefined> {
  const headers = { authorization: `Bearer ${await world.shop.idToken(shop)}` };
  try {
    await world.services.guard.authenticate(new Request(`${world.appUrl}/app`, { headers }));
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

/** Stores whose access tokens have ended, and Shopify, which keeps whoever renews them waiting. */
async function expired(shops: readonly string[]): Promise<World> {
  const world = await createWorld({});
  for (const shop of shops) {
    await world.atShop(`shops/${shop.split(".")[0]}/seed`, { locations: [], products: [] });
    await world.install(shop);
  }
  await world.services.db.session.updateMany({ data: { expires: new Date(Date.now() + 30_000) } });
  await world.atShop("faults", { path: TOKENS, action: { kind: "hold" } });
  return world;
}

describe("while Shopify keeps renewals of tokens waiting", () => {
  test("any number of pages and jobs of one store hold one database connection and ask Shopify once", async () => {
    const world = await expired([SHOP, NEIGHBOUR]);
    const before = await tokenRequests(world);
    const pages = Array.from({ length: 200 }, () => openPage(world));
    const jobs = Array.from({ length: 50 }, () => ask(world));
    await world.held();
    expect(await connectionsInTransaction(world)).toBe(1);
    // Another store is served meanwhile.
    await world.services.db.connection.count({ where: { shop: NEIGHBOUR } });
    await world.clearFaults();
    await world.atShop("release", {});
    expect(await Promise.all(pages)).toEqual(pages.map(() => undefined));
    await Promise.all(jobs);
    expect(await tokenRequests(world)).toBe(before + 1);
  });

  test("many stores at once leave connections to everyone else", async () => {
    const shops = Array.from({ length: 40 }, (_, index) => `store-${index}.myshopify.com`);
    const world = await expired(shops);
    const pages = shops.map((shop) => openPage(world, shop));
    const jobs = shops.map((shop) => ask(world, shop));
    await world.held();
    expect(await world.services.db.connection.count()).toBe(0);
    expect(await connectionsInTransaction(world)).toBeLessThanOrEqual(4);
    await world.clearFaults();
    const freeing = setInterval(() => void world.atShop("release", {}), 20);
    expect(await Promise.all(pages)).toEqual(pages.map(() => undefined));
    await Promise.all(jobs);
    clearInterval(freeing);
  });
});

/** Connections of the app that a transaction holds, as PostgreSQL sees them. */
async function connectionsInTransaction({ services }: World): Promise<number> {
  const { rows } = await services.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rows[0]!.count;
}

describe("a store whose token Shopify refuses to renew", () => {
  test("gets another one as soon as its staff open a page, although the old one seemed good for longer", async () => {
    const world = await createWorld({});
    await world.install();
    await world.atShop("shops/demo/expire-tokens", { refreshTokens: true });
    await expect(ask(world)).rejects.toMatchObject({ code: "access-lost" });
    expect((await sessionOf(world)).expires).toEqual(new Date(0));
    expect(await openPage(world)).toBeUndefined();
    await ask(world);
  });

  test("keeps it when Shopify is away, and its staff are told to try again", async () => {
    const world = await createWorld({});
    await world.install();
    const before = await sessionOf(world);
    await world.atShop("shops/demo/expire-tokens", {});
    await world.atShop("faults", { path: TOKENS, action: { kind: "status", status: 503 } });
    await expect(ask(world)).rejects.toMatchObject({ code: "unavailable" });
    expect(await sessionOf(world)).toEqual(before);
    await world.services.db.session.updateMany({ data: { expires: new Date(0) } });
    const refused = await openPage(world);
    expect(refused?.status).toBe(503);
    expect(refused?.headers.get("retry-after")).toBe("5");
    await world.clearFaults();
    expect(await openPage(world)).toBeUndefined();
    await ask(world);
  });

  test("is not said to have withdrawn it when the app's own client secret is wrong", async () => {
    const world = await createWorld({});
    await world.install();
    await world.services.db.session.updateMany({ data: { expires: new Date(0) } });
    const before = await sessionOf(world);
    const wrong = createServices({ ...world.services.env, SHOPIFY_API_SECRET: "another" });
    await expect(wrong.openShop(SHOP).admin.request(ShopTimeZoneDocument, {})).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await sessionOf(world)).toEqual(before);
    await wrong.close();
  });
});

test("an app that started while its database was away refuses at once, and serves as soon as that is back", async () => {
  const world = await createWorld({});
  await world.install();
  const printed = vi.spyOn(console, "log");
  onTestFinished(() => printed.mockRestore());
  const letIn = await closeDatabase(world);
  const started = createServices(world.services.env);
  const askStarted = () => started.openShop(SHOP).admin.request(ShopTimeZoneDocument, {});
  try {
    await expect(askStarted()).rejects.toMatchObject({ code: "unavailable" });
    await letIn();
    await askStarted();
    // What the app prints are lines of its log, and nothing else.
    expect(printed).not.toHaveBeenCalled();
  } finally {
    await letIn();
    await started.close();
  }
});

describe("while the client secret is rotated", () => {
  const OLD = "the-secret-before";

  test("staff and webhooks get in with either secret, and with no other", async () => {
    const world = await createWorld({});
    await world.install();
    const url = await startBuiltWeb(world, { SHOPIFY_API_SECRET_OLD: OLD });
    const newest = world.services.env.SHOPIFY_API_SECRET;
    const now = Math.floor(Date.now() / 1000);
    const statusOfPage = async (secret: string) => {
      const token = await new SignJWT({
        iss: `https://${SHOP}/admin`,
        dest: `https://${SHOP}`,
        aud: world.services.env.SHOPIFY_API_KEY,
        sub: "1",
        ...{ exp: now + 60, nbf: now - 5, iat: now, jti: randomUUID(), sid: "1" },
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(new TextEncoder().encode(secret));
      const headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Chrome/140.0" };
      return (await fetch(`${url}/app/activity.csv`, { headers, redirect: "manual" })).status;
    };
    const statusOfWebhook = async (secret: string) => {
      const body = JSON.stringify({ id: 1 });
      const headers = {
        "x-shopify-topic": "products/update",
        "x-shopify-shop-domain": SHOP,
        "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
        "x-shopify-api-version": "2026-10",
        "x-shopify-webhook-id": randomUUID(),
      };
      return (await fetch(`${url}/webhooks/shop`, { method: "POST", headers, body })).status;
    };
    for (const secret of [newest, OLD]) {
      expect(await statusOfPage(secret)).toBe(200);
      expect(await statusOfWebhook(secret)).toBe(200);
    }
    expect(await statusOfPage("neither")).toBe(401);
    expect(await statusOfWebhook("neither")).toBe(401);
  });
});
