import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";
import { startReceiver, subscriptionTo } from "./webhook-receiver.ts";

describe("webhooks of orders", () => {
  const FULFILLMENT_FIELDS =
    '  include_fields = ["admin_graphql_api_id", "updated_at", "fulfillments.admin_graphql_api_id", "fulfillments.status"]';
  const ORDER_FIELDS = '  include_fields = ["id", "line_items.variant_id", "line_items.quantity"]';
  const CANCELLED = '  filter = "fulfillments.status:cancelled"';
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let shop: TestShop;

  beforeEach(async () => {
    receiver = await startReceiver();
    shop = await startTestShop({
      appUrl: receiver.url,
      scopes: "read_products,read_inventory,read_orders,read_fulfillments",
      toml: [
        ...["orders/create", "orders/cancelled", "orders/partially_fulfilled", "orders/fulfilled"],
        ...["orders/updated", "fulfillments/create", "fulfillments/update", "inventory_levels/update"],
      ]
        .map((topic) => subscriptionTo(topic))
        .concat(subscriptionTo("orders/create", ORDER_FIELDS).replace("/webhooks/orders", "/few/orders"))
        .concat(
          subscriptionTo("orders/updated", FULFILLMENT_FIELDS).replace("/webhooks/orders", "/few/orders"),
        )
        .concat(subscriptionTo("orders/updated", CANCELLED).replace("/webhooks/orders", "/cancelled/orders"))
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
    shop.control<{
      id: string;
      lines: { id: string; variantId: string; inventoryItemId: string }[];
      fulfillments: { id: string }[];
    }>("POST", `shops/demo/orders${path}`, body);
  const number = (id: string) => Number(id.replace(/.*\//, ""));

  /** What has been sent to a path so far, once there is so much of it. */
  const heard = async (path: string, count = 1) => {
    const received = await until(
      () => receiver.received.filter((one) => one.path === path),
      ({ length }) => length >= count,
    );
    return received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };

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

  it("sends fulfillments/update and orders/updated when a fulfillment is cancelled", async () => {
    const { id } = await order();
    const { fulfillments } = await order(`/${number(id)}/fulfill`, {});
    await heard("/webhooks/orders/updated");
    shop.clock.now = new Date("2026-11-20T11:00:00.000Z");

    await order(`/${number(id)}/fulfillments/${number(fulfillments[0]!.id)}/cancel`, {});

    const fulfillment = {
      id: number(fulfillments[0]!.id),
      admin_graphql_api_id: fulfillments[0]!.id,
      status: "cancelled",
      created_at: "2026-11-20T10:00:00.000Z",
      updated_at: "2026-11-20T11:00:00.000Z",
      line_items: [{ sku: "MUG", quantity: 3, fulfillable_quantity: 3, fulfillment_status: null }],
    };
    expect(await heard("/webhooks/fulfillments/update")).toMatchObject([
      { ...fulfillment, order_id: number(id) },
    ]);
    const [, updated] = await heard("/webhooks/orders/updated", 2);
    expect(updated).toMatchObject({ fulfillment_status: null, fulfillments: [fulfillment] });
    const [, few] = await heard("/few/orders/updated", 2);
    expect(few).toEqual({
      admin_graphql_api_id: id,
      updated_at: "2026-11-20T11:00:00.000Z",
      fulfillments: [{ admin_graphql_api_id: fulfillments[0]!.id, status: "cancelled" }],
    });
    expect(await heard("/webhooks/orders/fulfilled")).toHaveLength(1);
    // When it was fulfilled, nothing passed the filter.
    expect(await heard("/cancelled/orders/updated")).toEqual([updated]);
    const levels = await heard("/webhooks/inventory_levels/update", 3);
    expect(levels.map(({ available }) => available)).toEqual([2, 2, 2]);
  });
});
