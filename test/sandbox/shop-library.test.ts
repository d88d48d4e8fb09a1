// The app's own: an adapter is one for the process, and with another the app finds no signature in any webhook.
import "@shopify/shopify-app-remix/adapters/node";
import {
  ApiVersion,
  GraphqlQueryError,
  HttpResponseError,
  RequestedTokenType,
  shopifyApi,
} from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { beforeEach, describe, expect, it } from "vitest";
import { API_KEY, API_SECRET, SHOP, startTestShop, type TestShop } from "./shop-harness.ts";

/** Shopify's own library as the app uses it, with nothing changed but where its requests go. */
describe("Shopify's library takes the sandbox for Shopify", () => {
  const shopify = shopifyApi({
    apiKey: API_KEY,
    apiSecretKey: API_SECRET,
    apiVersion: ApiVersion.October26,
    hostName: "localhost",
    isEmbeddedApp: true,
    logger: { log: () => {} },
  });
  let shop: TestShop;

  beforeEach(async () => {
    // The library checks tokens against the real time.
    shop = await startTestShop({ now: () => new Date() });
    setAbstractFetchFunc((input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      headers.set("x-forwarded-host", url.hostname);
      return fetch(shop.url + url.pathname + url.search, { ...init, headers });
    });
    return () => shop.close();
  });

  const exchange = async () => {
    const { session } = await shopify.auth.tokenExchange({
      shop: SHOP,
      sessionToken: await shop.idToken(SHOP),
      requestedTokenType: RequestedTokenType.OfflineAccessToken,
      expiring: true,
    });
    return session;
  };

  it("exchanging, asking and refreshing", async () => {
    const before = Date.now();
    const session = await exchange();
    const client = new shopify.clients.Graphql({ session });
    const answer = await client.request("{ shop { myshopifyDomain } }");
    const { session: next } = await shopify.auth.refreshToken({
      shop: SHOP,
      refreshToken: session.refreshToken!,
    });

    expect(answer.data).toEqual({ shop: { myshopifyDomain: SHOP } });
    expect(session).toMatchObject({
      isOnline: false,
      scope: expect.stringContaining("write_inventory") as string,
    });
    expect(session.expires!.getTime()).toBeGreaterThan(before + 59 * 60_000);
    expect(next.accessToken).not.toBe(session.accessToken);
  });

  it("a bad session token and a dead access token arrive as the errors the library knows", async () => {
    const session = await exchange();
    await shop.control("POST", "shops/demo/expire-tokens");

    await expect(
      shopify.auth.tokenExchange({
        shop: SHOP,
        sessionToken: await shop.idToken(SHOP, { dest: "https://other.myshopify.com" }),
        requestedTokenType: RequestedTokenType.OfflineAccessToken,
        expiring: true,
      }),
    ).rejects.toMatchObject({ response: { code: 400, body: { error: "invalid_subject_token" } } });
    const dead: unknown = await new shopify.clients.Graphql({ session })
      .request("{ shop { id } }")
      .catch((error: unknown) => error);
    expect(dead).toBeInstanceOf(HttpResponseError);
    expect(dead).toMatchObject({ response: { code: 401 } });
  });

  it("throttling arrives as a GraphQL error, not as an HTTP one", async () => {
    const client = new shopify.clients.Graphql({ session: await exchange() });
    await shop.control("POST", "shops/demo/throttle", { available: 0, restoreRate: 0 });

    await expect(client.request("{ shop { id } }")).rejects.toBeInstanceOf(GraphqlQueryError);
  });
});
