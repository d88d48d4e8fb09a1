import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { API_SECRET, eventually, startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An app that writes down what it is sent and answers as told. */
async function startReceiver() {
  const received: Received[] = [];
  const state: { answer: number | "silence" } = { answer: 200 };
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      received.push({ path: req.url ?? "", headers: req.headers, body });
      if (state.answer !== "silence") res.writeHead(state.answer, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    state,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

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

const subscriptionTo = (topic: string, more = "") =>
  `\n  [[webhooks.subscriptions]]\n  topics = ["${topic}"]\n  uri = "/webhooks/${topic}"\n${more}`;

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
  const heard = (topic: string, path?: string) =>
    eventually(async () =>
      receiver.received.find(
        (one) => one.headers["x-shopify-topic"] === topic && (!path || one.path === path),
      ),
    );

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

      const givenUp = await eventually(async () => {
        const all = await deliveries();
        return all.every(({ state }) => state === "given-up") && all;
      });

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
      await eventually(async () => (await deliveries())[0]?.attempts.length);
      receiver.state.answer = 204;

      const delivered = await eventually(async () =>
        (await deliveries()).find(({ state }) => state === "delivered"),
      );

      expect(delivered.attempts[0]?.status).toBe(status);
      expect(delivered.attempts.at(-1)?.status).toBe(204);
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

      await eventually(async () => receiver.received.length === 2);
      const ids = receiver.received.map(({ headers }) => headers["x-shopify-webhook-id"]);
      expect(new Set(ids)).toEqual(new Set([delivery!.webhookId]));
      await expect(shop.control("POST", "webhooks/nonsense/redeliver")).rejects.toThrow("404");
    });
  });
});

describe("webhooks of orders", () => {
  const ORDER_FIELDS = '  include_fields = ["id", "line_items.variant_id", "line_items.quantity"]';
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let shop: TestShop;

  beforeEach(async () => {
    receiver = await startReceiver();
    shop = await startTestShop({
      appUrl: receiver.url,
      scopes: "read_products,read_inventory,read_orders,read_fulfillments",
      toml: [
        ...["orders/create", "orders/cancelled", "orders/partially_fulfilled", "orders/fulfilled"],
        ...["fulfillments/create", "inventory_levels/update"],
      ]
        .map((topic) => subscriptionTo(topic))
        .concat(subscriptionTo("orders/create", ORDER_FIELDS).replace("/webhooks/orders", "/few/orders"))
        .join(""),
    });
    await shop.control("POST", "shops/demo/seed", {
      locations: ["Main"],
      products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 5 } }] }],
    });
    await shop.token();
  });
  afterEach(async () => {
    await shop.close();
    await receiver.close();
  });

  const order = (path = "", body: object = { lines: [{ sku: "MUG", quantity: 3 }], location: "Main" }) =>
    shop.control<{ id: string; lines: { id: string; variantId: string; inventoryItemId: string }[] }>(
      "POST",
      `shops/demo/orders${path}`,
      body,
    );
  const number = (id: string) => Number(id.replace(/.*\//, ""));

  /** What has been sent to a path so far, once there is so much of it. */
  const heard = (path: string, count = 1) =>
    eventually(async () => {
      const bodies = receiver.received.filter((one) => one.path === path).map(({ body }) => body);
      return bodies.length >= count && bodies.map((body) => JSON.parse(body) as Record<string, unknown>);
    });

  it("an order is told with its lines and its shopper, or with the fields that were asked for", async () => {
    const { id, lines } = await order();

    const [whole] = await heard("/webhooks/orders/create");
    const [few] = await heard("/few/orders/create");

    expect(whole).toMatchObject({
      id: number(id),
      admin_graphql_api_id: id,
      name: "#1001",
      fulfillment_status: null,
      location_id: null,
      email: "robin.shopper@example.com",
      customer: { first_name: "Robin" },
      line_items: [
        { id: number(lines[0]!.id), variant_id: number(lines[0]!.variantId), sku: "MUG", quantity: 3 },
      ],
    });
    expect(few).toEqual({
      id: number(id),
      line_items: [{ variant_id: number(lines[0]!.variantId), quantity: 3 }],
    });
  });

  it("each movement of stock is told once, with what is available after it", async () => {
    const { id, lines } = await order("", {
      lines: [
        { sku: "MUG", quantity: 2 },
        { sku: "MUG", quantity: 1 },
      ],
      location: "Main",
    });
    const [placed] = await heard("/webhooks/inventory_levels/update");
    expect(placed).toMatchObject({
      inventory_item_id: number(lines[0]!.inventoryItemId),
      available: 2,
      updated_at: "2026-11-20T10:00:00.000Z",
      admin_graphql_api_id: expect.stringContaining("?inventory_item_id=") as string,
    });

    await order(`/${number(id)}/cancel`, { restock: false });

    const told = await heard("/webhooks/inventory_levels/update", 2);
    expect(told.map(({ available }) => available)).toEqual([2, 5]);
    expect(await heard("/webhooks/orders/cancelled")).toMatchObject([
      { id: number(id), cancelled_at: "2026-11-20T10:00:00.000Z" },
    ]);
  });

  it("what is sent is told with the place it was sent from", async () => {
    const { id, lines } = await order();
    await order(`/${number(id)}/fulfill`, { lines: [{ sku: "MUG", quantity: 1 }] });
    await order(`/${number(id)}/fulfill`, {});

    const { locations } = await shop.control<Seeded>("GET", "shops/demo/state");
    const line = { id: number(lines[0]!.id), variant_id: number(lines[0]!.variantId), sku: "MUG" };
    const told = await heard("/webhooks/fulfillments/create", 2);
    expect(told.sort((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { order_id: number(id), location_id: number(locations[0]!.id), line_items: [{ ...line, quantity: 1 }] },
      { order_id: number(id), location_id: number(locations[0]!.id), line_items: [{ ...line, quantity: 2 }] },
    ]);
    expect(await heard("/webhooks/orders/partially_fulfilled")).toMatchObject([
      { fulfillment_status: "partial" },
    ]);
    expect(await heard("/webhooks/orders/fulfilled")).toMatchObject([{ fulfillment_status: "fulfilled" }]);
  });
});

describe("an app's registration", () => {
  it.each([
    ["orders/create", "write_orders"],
    ["fulfillments/create", "read_fulfillments"],
    ["inventory_levels/update", "write_inventory"],
    ["products/update", "read_products"],
    ["bulk_operations/finish", "read_locations"],
  ])("may subscribe to %s with %s", async (topic, scopes) => {
    const shop = await startTestShop({ scopes, toml: subscriptionTo(topic) });
    await shop.close();
  });

  it.each([
    ["orders/create", "read_products", "one of read_orders, read_marketplace_orders."],
    // Orders are another thing: read_orders does not open this one.
    ["fulfillments/create", "read_orders", "one of read_fulfillments, read_marketplace_orders."],
    ["inventory_levels/update", "read_products", "one of read_inventory."],
    ["order/create", "read_orders", 'there is no webhook topic "order/create".'],
  ])("that subscribes to %s with %s is refused", async (topic, scopes, message) => {
    await expect(startTestShop({ scopes, toml: subscriptionTo(topic) })).rejects.toThrow(message);
  });

  it.each([
    ["a filter", 'topics = ["products/update"]\n  uri = "/w"\n  filter = "id:1"', "filter: is not simulated"],
    [
      "another destination",
      'topics = ["products/update"]\n  uri = "pubsub://p:t"',
      "uri: must be a path on the app",
    ],
  ])("with %s is refused", async (_what, subscription, message) => {
    await expect(startTestShop({ toml: `  [[webhooks.subscriptions]]\n  ${subscription}` })).rejects.toThrow(
      message,
    );
  });

  it("of an app elsewhere is refused", async () => {
    await expect(startTestShop({ appUrl: "https://app.example.com" })).rejects.toThrow(
      "must be on this machine",
    );
  });
});
