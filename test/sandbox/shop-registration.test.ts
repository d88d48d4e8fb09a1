import { describe, expect, it } from "vitest";
import { startTestShop } from "./shop-harness.ts";
import { subscriptionTo } from "./webhook-receiver.ts";

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
    [
      "a filter",
      'topics = ["products/update"]\n  uri = "/w"\n  filter = "id:>=1"',
      "filter: is simulated only in the form",
    ],
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
