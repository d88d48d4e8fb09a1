import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { API_SECRET, SHOP, startTestShop, type TestShop } from "./shop-harness.ts";

interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
  refresh_token_expires_in: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("access tokens", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop({ shops: ["demo", "other"] });
  });
  afterEach(() => shop.close());

  const later = (ms: number) => (shop.clock.now = new Date(shop.clock.now.getTime() + ms));
  const exchange = async () => (await (await shop.token()).json()) as Tokens;
  const refresh = (refreshToken: string) =>
    shop.token({ grant_type: "refresh_token", refresh_token: refreshToken });
  const refreshed = async (refreshToken: string) => (await (await refresh(refreshToken)).json()) as Tokens;
  const use = async (accessToken: string) => {
    const response = await shop.send("/admin/api/2026-10/graphql.json", {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": accessToken },
      body: '{"query":"{ shop { id } }"}',
    });
    return response.status;
  };

  it("a session token is exchanged for a pair that works and expires", async () => {
    const tokens = await exchange();

    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^shpat_/) as string,
      refresh_token: expect.stringMatching(/^shprt_/) as string,
      scope: "read_products,write_products,write_inventory,read_locations,write_returns,read_orders",
      expires_in: 3600,
      refresh_token_expires_in: 7_776_000,
    });
    expect(await use(tokens.access_token)).toBe(200);
    later(60 * MINUTE);
    expect(await use(tokens.access_token)).toBe(401);
  });

  it("what the merchant has not granted is in no token, and may not be done, until it is granted", async () => {
    const withhold = (withheld: string[]) => shop.control("POST", "shops/demo/scopes", { withheld });
    const handles = async () => {
      const { data } = await shop.graphql("{ currentAppInstallation { accessScopes { handle } } }");
      return JSON.stringify(data);
    };
    await withhold(["write_returns", "read_orders"]);
    expect((await exchange()).scope).toBe("read_products,write_products,write_inventory,read_locations");
    expect(await handles()).not.toContain("write_returns");
    await withhold([]);
    expect(await handles()).toContain("write_returns");
  });

  it("forms are understood like JSON", async () => {
    const fields = {
      client_id: "test-api-key",
      client_secret: API_SECRET,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: await shop.idToken(SHOP),
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
      expiring: "1",
    };

    const response = await shop.send("/admin/oauth/access_token", {
      method: "POST",
      body: new URLSearchParams(fields),
    });

    expect(response.status).toBe(200);
  });

  it("an online token belongs to a person", async () => {
    const response = await shop.token({
      requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
    });

    expect(await response.json()).toMatchObject({
      access_token: expect.stringMatching(/^shpua_/) as string,
      expires_in: 86_399,
      associated_user: { id: 42, account_owner: true, locale: "en" },
    });
  });

  it.each([
    ["the wrong secret", { client_secret: "no" }, 401, "invalid_client"],
    ["a token that is none", { subject_token: "a.b.c" }, 400, "invalid_subject_token"],
    ["another grant", { grant_type: "authorization_code" }, 400, "unsupported_grant_type"],
    ["no wish to expire", { expiring: "0" }, 400, "invalid_request"],
    [
      "an unknown refresh token",
      { grant_type: "refresh_token", refresh_token: "shprt_x" },
      400,
      "invalid_grant",
    ],
  ])("%s is refused", async (_what, fields, status, error) => {
    const response = await shop.token(fields);

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error });
  });

  it.each([
    ["for another shop", { dest: "https://other.myshopify.com" }],
    ["for another app", { aud: "another" }],
    ["that expired", { exp: Date.parse("2026-11-20T09:59:59Z") / 1000 }],
  ])("a session token %s is refused", async (_what, overrides) => {
    const response = await shop.token({ subject_token: await shop.idToken(SHOP, overrides) });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_subject_token" });
  });

  it("a session token is good for a minute", async () => {
    const token = await shop.idToken(SHOP);
    later(61_000);

    expect((await shop.token({ subject_token: token })).status).toBe(400);
  });

  it("each refresh brings a new pair, and the older access token lives out its hour", async () => {
    const first = await exchange();

    const second = await refreshed(first.refresh_token);

    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await use(first.access_token)).toBe(200);
    expect(await use(second.access_token)).toBe(200);
  });

  it("a refresh token stays good until the pair it fetched is used: the answer may have been lost", async () => {
    const first = await exchange();
    const lost = await refreshed(first.refresh_token);

    const again = await refreshed(first.refresh_token);

    expect(await use(lost.access_token)).toBe(401);
    expect((await refresh(lost.refresh_token)).status).toBe(400);
    expect(await use(again.access_token)).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(again.refresh_token)).status).toBe(200);
  });

  it("refreshing with the replacement retires the token before it, too", async () => {
    const first = await exchange();
    const second = await refreshed(first.refresh_token);
    await refreshed(second.refresh_token);

    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it("a refresh token that nobody used for 90 days is dead", async () => {
    const { refresh_token: token } = await exchange();
    later(90 * DAY);

    expect((await refresh(token)).status).toBe(400);
  });

  it("tokens expire at once when told to", async () => {
    const tokens = await exchange();

    await shop.control("POST", "shops/demo/expire-tokens");
    expect(await use(tokens.access_token)).toBe(401);
    expect(await use((await refreshed(tokens.refresh_token)).access_token)).toBe(200);

    await shop.control("POST", "shops/demo/expire-tokens", { refreshTokens: true });
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  it("an uninstall ends everything until the merchant installs again", async () => {
    const tokens = await exchange();

    await shop.control("POST", "shops/demo/uninstall");

    expect(await use(tokens.access_token)).toBe(401);
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
    expect((await shop.token()).status).toBe(400);
    await shop.control("POST", "shops/demo/install");
    expect((await shop.token()).status).toBe(200);
  });

  it("a shop's token is good for that shop only", async () => {
    const { access_token: token } = await exchange();

    const response = await shop.send("/admin/api/2026-10/graphql.json", {
      method: "POST",
      shop: "other.myshopify.com",
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body: '{"query":"{ shop { id } }"}',
    });

    expect(response.status).toBe(401);
  });
});
