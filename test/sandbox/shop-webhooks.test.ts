import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { API_SECRET, startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";
import { startReceiver } from "./webhook-receiver.ts";

const TOML = `
  [[webhooks.subscriptions]]
  topics = ["products/create", "products/update", "products/delete", "app/uninstalled"]
  uri = "/webhooks/shop"
  name = "shop-things"
  [[webhooks.subscriptions]]
  topics = ["inventory_levels/update"]
  uri = "/webhooks/levels"
  include_fields = ["inventory_item_id", "available"]
  [[webhooks.subscriptions]]
  topics = ["products/update"]
  uri = "/webhooks/ids"
  include_fields = ["id", "variants.sku"]
  [[webhooks.subscriptions]]
  compliance_topics = ["customers/redact"]
  uri = "/webhooks/compliance"
`;

interface DeliveryView {
  webhookId: string;
  topic: string;
  state: string;
  attempts: { status: number | null }[];
}

describe("webhooks", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let shop: TestShop;
  let seeded: Seeded;

  beforeEach(async () => {
    receiver = await startReceiver();
    shop = await startTestShop({
      appUrl: receiver.url,
      toml: TOML,
      retryBaseMs: 1,
      answerWithinMs: 200,
    });
    seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main"],
      products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }],
    });
  });
  afterEach(async () => {
    await shop.close();
    await receiver.close();
  });

  const productId = () => encodeURIComponent(seeded.products[0]!.id);
  const deliveries = () => shop.control<DeliveryView[]>("GET", "webhooks");
  const heard = async (topic: string, path?: string) => {
    const isIt = (one: (typeof receiver.received)[number]) =>
      one.headers["x-shopify-topic"] === topic && (!path || one.path === path);
    const received = await until(
      () => receiver.received,
      (all) => all.some(isIt),
    );
    return received.find(isIt)!;
  };

  it("nothing is sent before the app is installed", async () => {
    await shop.control("POST", `shops/demo/products/${productId()}`, { title: "Big mug" });

    expect(await deliveries()).toEqual([]);
  });

  describe("of an installed app", () => {
    beforeEach(async () => {
      await shop.token();
    });

    it("are signed over the raw body and carry Shopify's headers", async () => {
      await shop.control("POST", `shops/demo/products/${productId()}`, { title: "Größe – 5 €" });

      const { headers, body } = await heard("products/update", "/webhooks/shop");

      expect(headers).toMatchObject({
        "content-type": "application/json",
        "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(Buffer.from(body)).digest("base64"),
        "x-shopify-shop-domain": "demo.myshopify.com",
        "x-shopify-api-version": "2026-10",
        "x-shopify-triggered-at": "2026-11-20T10:00:00.000Z",
        "x-shopify-name": "shop-things",
        "x-shopify-webhook-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        "x-shopify-event-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      expect(JSON.parse(body)).toMatchObject({
        admin_graphql_api_id: seeded.products[0]!.id,
        title: "Größe – 5 €",
        status: "active",
        variants: [{ sku: "MUG", inventory_quantity: 3, title: "Default Title" }],
      });
    });

    it("two subscriptions to one event share its event id, not the webhook id, and each gets its fields", async () => {
      await shop.control("POST", `shops/demo/products/${productId()}`, {
        variants: [{ id: seeded.products[0]!.variants[0]!.id, sku: "MUG-2" }],
      });

      const whole = await heard("products/update", "/webhooks/shop");
      const cut = await heard("products/update", "/webhooks/ids");

      expect(cut.headers["x-shopify-event-id"]).toBe(whole.headers["x-shopify-event-id"]);
      expect(cut.headers["x-shopify-webhook-id"]).not.toBe(whole.headers["x-shopify-webhook-id"]);
      expect(cut.headers).not.toHaveProperty("x-shopify-name");
      expect(JSON.parse(cut.body)).toEqual({
        id: Number(seeded.products[0]!.id.replace(/.*\//, "")),
        variants: [{ sku: "MUG-2" }],
      });
    });

    it("stock set by the app itself comes back as an echo, and as a change of the product", async () => {
      const { inventoryItemId } = seeded.products[0]!.variants[0]!;
      await shop.graphql(
        `mutation M($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) @idempotent(key: "k") { userErrors { code } } }`,
        {
          input: {
            name: "on_hand",
            reason: "correction",
            quantities: [
              { inventoryItemId, locationId: seeded.locations[0]!.id, quantity: 8, changeFromQuantity: 3 },
            ],
          },
        },
      );

      expect(JSON.parse((await heard("inventory_levels/update")).body)).toEqual({
        inventory_item_id: Number(inventoryItemId.replace(/.*\//, "")),
        available: 8,
      });
      expect((await heard("products/update", "/webhooks/shop")).body).toContain('"inventory_quantity":8');
    });

    it("products made and deleted are told of", async () => {
      await shop.control("POST", "shops/demo/seed", { products: [{ title: "Cup", variants: [{}] }] });
      await shop.control("DELETE", `shops/demo/products/${productId()}`);

      expect(JSON.parse((await heard("products/create")).body)).toMatchObject({ title: "Cup" });
      expect(JSON.parse((await heard("products/delete")).body)).toEqual({
        id: Number(seeded.products[0]!.id.replace(/.*\//, "")),
      });
    });

    it("an uninstall is the last thing the app hears", async () => {
      await shop.control("POST", "shops/demo/uninstall");
      expect(JSON.parse((await heard("app/uninstalled")).body)).toMatchObject({
        myshopify_domain: "demo.myshopify.com",
      });

      await shop.control("POST", `shops/demo/products/${productId()}`, { title: "Unheard" });

      expect((await deliveries()).map(({ topic }) => topic)).toEqual(["app/uninstalled"]);
    });

    it("are tried eight times more and then given up, with the same id and the body of the first time", async () => {
      receiver.state.answer = 500;
      await shop.control("POST", `shops/demo/products/${productId()}`, { title: "First" });
      await shop.control("POST", `shops/demo/products/${productId()}`, { title: "Second" });

      const givenUp = await until(deliveries, (all) => all.every(({ state }) => state === "given-up"));

      expect(givenUp.map(({ attempts }) => attempts.length)).toEqual([9, 9, 9, 9]);
      const first = receiver.received.filter(
        (one) => one.headers["x-shopify-webhook-id"] === givenUp[0]!.webhookId,
      );
      expect(first).toHaveLength(9);
      expect(new Set(first.map(({ body }) => body)).size).toBe(1);
      expect(first[0]!.body).toContain("First");
    });

    it.each([
      ["a redirect", 302 as const, 302],
      ["no answer in time", "silence" as const, null],
    ])("%s counts as a failure, and a later 200 ends it", async (_what, answer, status) => {
      receiver.state.answer = answer;
      await shop.control("POST", "shops/demo/webhooks", {
        topic: "customers/redact",
        payload: { shop_id: 1 },
      });
      await expect.poll(async () => (await deliveries())[0]?.attempts).not.toHaveLength(0);
      receiver.state.answer = 204;

      const [delivered] = await until(deliveries, ([first]) => first?.state === "delivered");

      expect(delivered!.attempts[0]?.status).toBe(status);
      expect(delivered!.attempts.at(-1)?.status).toBe(204);
      expect(receiver.received.map(({ path }) => path)).not.toContain("/elsewhere");
    });

    it("are sent again by hand under the same id", async () => {
      await shop.control("POST", "shops/demo/webhooks", {
        topic: "customers/redact",
        payload: { shop_id: 1 },
      });
      await heard("customers/redact");
      const [delivery] = await deliveries();

      await shop.control("POST", `webhooks/${delivery!.webhookId}/redeliver`);

      await expect.poll(() => receiver.received).toHaveLength(2);
      const ids = receiver.received.map(({ headers }) => headers["x-shopify-webhook-id"]);
      expect(new Set(ids)).toEqual(new Set([delivery!.webhookId]));
      await expect(shop.control("POST", "webhooks/nonsense/redeliver")).rejects.toThrow("404");
    });
  });
});
