import { describe, expect, it } from "vitest";
import { eachReturnsShop, type OrderView } from "./shop-returns-harness.ts";

const SCOPES = "read_products,read_inventory,read_locations,read_orders";

/** What an inventory app reads of an order. */
const ORDER = `id updatedAt displayFulfillmentStatus
  fulfillments(first: 10) { id status createdAt updatedAt location { id name }
    fulfillmentLineItems(first: 10) { nodes { quantity lineItem { id variant { id } } } pageInfo { hasNextPage } } }
  lineItems(first: 10) { nodes { id unfulfilledQuantity } pageInfo { hasNextPage } }`;

interface OrderAnswer {
  id: string;
  updatedAt: string;
  displayFulfillmentStatus: string;
  fulfillments: { id: string; status: string; updatedAt: string }[];
}

describe("fulfillments in the Admin API", () => {
  const shop = eachReturnsShop({ scopes: SCOPES });
  const at = (time: string) => void (shop.running.clock.now = new Date(time));
  const fulfill = (order: OrderView, body: object = {}) =>
    shop.control<OrderView>("POST", `orders/${encodeURIComponent(order.id)}/fulfill`, body);
  const cancel = ({ id, fulfillments }: OrderView, index = 0) =>
    shop.control<OrderView>(
      "POST",
      `orders/${encodeURIComponent(id)}/fulfillments/${encodeURIComponent(fulfillments[index]!.id)}/cancel`,
    );
  const read = async (query: string, variables?: Record<string, unknown>) => {
    const { orders } = await shop.data<{
      orders: { nodes: OrderAnswer[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
    }>(
      `query ($query: String, $first: Int = 10, $after: String) {
         orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
           nodes { ${ORDER} } pageInfo { hasNextPage endCursor } } }`,
      { query, ...variables },
    );
    return orders;
  };

  it("shows each with its status, its times, its location and its lines", async () => {
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }] });
    at("2026-11-20T11:00:00.000Z");
    const sent = await fulfill(order);
    at("2026-11-20T12:00:00.000Z");
    await cancel(sent);

    const { order: answer } = await shop.data(`{ order(id: "${order.id}") { ${ORDER} } }`);

    const line = {
      id: order.lines[0]!.id,
      variant: { id: expect.stringContaining("ProductVariant") as string },
    };
    expect(answer).toMatchObject({
      id: order.id,
      updatedAt: "2026-11-20T12:00:00.000Z",
      displayFulfillmentStatus: "PARTIALLY_FULFILLED",
      fulfillments: [
        {
          id: sent.fulfillments[0]!.id,
          status: "CANCELLED",
          createdAt: "2026-11-20T10:00:00.000Z",
          updatedAt: "2026-11-20T12:00:00.000Z",
          location: { name: "Main" },
          fulfillmentLineItems: {
            nodes: [{ quantity: 2, lineItem: line }],
            pageInfo: { hasNextPage: false },
          },
        },
        {
          id: sent.fulfillments[1]!.id,
          status: "SUCCESS",
          createdAt: "2026-11-20T11:00:00.000Z",
          updatedAt: "2026-11-20T11:00:00.000Z",
          fulfillmentLineItems: { nodes: [{ quantity: 1, lineItem: line }] },
        },
      ],
      lineItems: { nodes: [{ id: order.lines[0]!.id, unfulfilledQuantity: 2 }] },
    });
  });

  it("names the location that the units left from", async () => {
    await shop.control("POST", "inventory", { sku: "MUG", location: "Annex", quantities: { on_hand: 4 } });
    const order = await fulfill(await shop.sell(["MUG"]), { location: "Annex" });

    expect(await shop.data(`{ order(id: "${order.id}") { fulfillments { location { name } } } }`)).toEqual({
      order: { fulfillments: [{ location: { name: "Annex" } }] },
    });
  });

  it("gives as many as are asked for, and those of a time", async () => {
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    for (const time of ["10", "11", "12"]) {
      at(`2026-11-20T${time}:00:00.000Z`);
      await fulfill(order, { lines: [{ sku: "MUG", quantity: 1 }] });
    }
    at("2026-11-20T13:00:00.000Z");
    const { fulfillments } = await cancel(
      await shop.control("GET", `orders/${encodeURIComponent(order.id)}`),
    );
    const [first, second, third] = fulfillments.map(({ id }) => ({ id }));

    expect(
      await shop.data(`{ order(id: "${order.id}") {
        two: fulfillments(first: 2) { id }
        made: fulfillments(query: "created_at:>='2026-11-20T11:00:00Z'") { id }
        changed: fulfillments(first: 5, query: "updated_at:>'2026-11-20T11:00:00Z'") { id } } }`),
    ).toEqual({
      order: { two: [first, second], made: [second, third], changed: [first, third] },
    });
  });

  it("are found by their ids, with their order", async () => {
    const order = await shop.sold("MUG");
    const { id } = order.fulfillments[0]!;
    const lineId = order.fulfillments[0]!.lines[0]!.fulfillmentLineId;
    const fields = "... on Fulfillment { status totalQuantity order { id } }";

    expect(
      await shop.data(
        `query ($ids: [ID!]!) { fulfillment(id: "${id}") { id } node(id: "${id}") { ${fields} }
           nodes(ids: $ids) { id ${fields} ... on FulfillmentLineItem { quantity } ... on Order { name } } }`,
        { ids: [id, lineId, order.id, "gid://shopify/Fulfillment/7", "gid://shopify/Order/7"] },
      ),
    ).toEqual({
      fulfillment: { id },
      node: { status: "SUCCESS", totalQuantity: 2, order: { id: order.id } },
      nodes: [
        { id, status: "SUCCESS", totalQuantity: 2, order: { id: order.id } },
        { id: lineId, quantity: 2 },
        { id: order.id, name: "#1001" },
        null,
        null,
      ],
    });
  });

  it("are found page by page by the orders that changed since", async () => {
    const first = await shop.sell(["MUG"]);
    const second = await shop.sell(["MUG"]);
    const third = await shop.sell(["CUP"]);
    at("2026-11-20T11:00:00.000Z");
    await fulfill(third);
    at("2026-11-20T12:00:00.000Z");
    const sent = await fulfill(first);
    at("2026-11-20T13:00:00.000Z");
    await cancel(sent);
    const since = "updated_at:>='2026-11-20T11:00:00Z'";

    const page = await read(since, { first: 1 });
    expect(page).toMatchObject({ nodes: [{ id: third.id }], pageInfo: { hasNextPage: true } });
    expect(await read(since, { first: 1, after: page.pageInfo.endCursor })).toMatchObject({
      nodes: [{ id: first.id, fulfillments: [{ status: "CANCELLED" }] }],
      pageInfo: { hasNextPage: false },
    });
    const all = await read("");
    expect(all.nodes.map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
  });

  it.each([
    ["fulfilled", ["#1003"]],
    ["shipped", ["#1003"]],
    ["partial", ["#1002"]],
    ["unshipped", ["#1001"]],
    ["unfulfilled", ["#1001", "#1002"]],
    ["fulfilled OR fulfillment_status:partial", ["#1002", "#1003"]],
  ])("orders are found by fulfillment_status:%s", async (status, expected) => {
    await shop.sell(["MUG"]);
    await fulfill(await shop.sell(["MUG"]), { lines: [{ sku: "MUG", quantity: 1 }] });
    await shop.sold("CUP");

    const { orders } = await shop.data<{ orders: { nodes: { name: string }[] } }>(
      `{ orders(first: 10, query: "fulfillment_status:${status}") { nodes { name } } }`,
    );

    expect(orders.nodes.map(({ name }) => name)).toEqual(expected);
  });

  it("cost what other lists and connections cost", async () => {
    const { extensions } = await shop.running.graphql(
      `{ orders(first: 10) { nodes { ${ORDER} } pageInfo { endCursor } } }`,
    );

    // 2 + 4 × (order 1 + fulfillments 1 + location 1 + their lines 2 + 4 × 3 + lines 2 + 4 × 1)
    expect(extensions.cost).toMatchObject({ requestedQueryCost: 94, actualQueryCost: 2 });
  });
});

describe("fulfillments without the scope", () => {
  const shop = eachReturnsShop({ scopes: "read_products,read_inventory,read_locations" });

  it("are refused, like the orders they belong to", async () => {
    const order = await shop.sold("MUG");

    const { data, errors } = await shop.running.graphql(
      `{ order(id: "${order.id}") { id } fulfillment(id: "${order.fulfillments[0]!.id}") { id } }`,
    );

    expect(data).toEqual({ order: null, fulfillment: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["ACCESS_DENIED", "ACCESS_DENIED"]);
  });
});
