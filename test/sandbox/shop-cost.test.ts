import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

const ANY_ITEM = "gid://shopify/InventoryItem/1";
const ANY_PLACE = "gid://shopify/Location/1";

const activation = `mutation { inventoryActivate(inventoryItemId: "${ANY_ITEM}", locationId: "${ANY_PLACE}") @idempotent(key: "a") {
  inventoryLevel { id quantities(names: ["on_hand"]) { quantity } } userErrors { message } } }`;

const setting = `mutation { inventorySetQuantities(input: { name: "on_hand", reason: "correction", quantities: [
  { inventoryItemId: "${ANY_ITEM}", locationId: "${ANY_PLACE}", quantity: 1, changeFromQuantity: null }] }) @idempotent(key: "s") {
  inventoryAdjustmentGroup { reason changes { name delta item { id } location { id name } } } userErrors { code } } }`;

describe("cost and throttling", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop();
  });
  afterEach(() => shop.close());

  // Requested costs as Shopify's own answers to the same selections show them.
  it.each([
    ["an object", "{ shop { id name } }", 1],
    ["one of a connection", "{ shop { id } locations(first: 1) { nodes { id } } }", 4],
    ["ten of a connection", "{ locations(first: 10) { nodes { id name } pageInfo { endCursor } } }", 6],
    ["250 of a connection", "{ products(first: 250) { nodes { id title } } }", 13],
    ["edges cost what nodes cost", "{ products(last: 250) { edges { cursor node { id } } } }", 13],
    ["nodes and edges cost twice", "{ products(first: 5) { nodes { id } edges { node { id } } } }", 8],
    ["an object in each node", "{ locations(first: 100) { nodes { id address { city } } } }", 20],
    [
      "connections below objects",
      `{ inventoryItem(id: "${ANY_ITEM}") { id variant { id product { id } }
         inventoryLevels(first: 5) { nodes { id location { id } quantities(names: ["on_hand"]) { quantity } } } } }`,
      14,
    ],
    ["a list of nodes, whatever its length", `{ nodes(ids: ["${ANY_ITEM}", "${ANY_PLACE}"]) { id } }`, 1],
    [
      "the dearest of several types",
      `{ node(id: "${ANY_ITEM}") { ... on Product { id } ... on InventoryItem { variant { id } } } }`,
      2,
    ],
    ["a count at the root", "{ productsCount { count } }", 10],
    ["a mutation and what its payload reads", activation, 11],
    ["a mutation that sets quantities", setting, 13],
  ])("%s", async (_what, query, cost) => {
    const { extensions } = await shop.graphql(query);

    expect(extensions.cost.requestedQueryCost).toBe(cost);
  });

  it("a query dearer than 1,000 points is refused whole", async () => {
    const { errors, data } = await shop.graphql(
      "{ products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { inventoryLevels(first: 50) { nodes { id } } } } } } } }",
    );

    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining("which exceeds the single query max cost limit (1000)") as string,
        extensions: { code: "MAX_COST_EXCEEDED", cost: expect.any(Number) as number, maxCost: 1000 },
      },
    ]);
  });

  it("what a page did not hold is given back", async () => {
    await shop.control<Seeded>("POST", "shops/demo/seed", {
      products: [{ title: "Mug", variants: [{}] }],
    });

    const { extensions } = await shop.graphql("{ products(first: 250) { nodes { id } } }");

    expect(extensions).toEqual({
      cost: {
        requestedQueryCost: 13,
        actualQueryCost: 3,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1997, restoreRate: 100 },
      },
    });
  });

  it("a request that does not fit is throttled with HTTP 200 and takes nothing", async () => {
    await shop.control("POST", "shops/demo/throttle", { available: 12 });

    const throttled = await shop.graphql("{ products(first: 250) { nodes { id } } }");
    const smaller = await shop.graphql("{ products(first: 100) { nodes { id } } }");

    expect(throttled).toEqual({
      errors: [
        {
          message: "Throttled",
          extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" },
        },
      ],
      extensions: {
        cost: {
          requestedQueryCost: 13,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 12, restoreRate: 100 },
        },
      },
    });
    expect(smaller.errors).toBeUndefined();
  });

  it("the bucket fills by 100 points a second, up to its size", async () => {
    const query = "{ shop { id } }";
    await shop.control("POST", "shops/demo/throttle", { available: 0 });
    expect(await shop.graphql(query)).toMatchObject({ errors: [{ extensions: { code: "THROTTLED" } }] });

    shop.clock.now = new Date(shop.clock.now.getTime() + 500);
    expect((await shop.graphql(query)).extensions.cost.throttleStatus.currentlyAvailable).toBe(49);

    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    expect((await shop.graphql(query)).extensions.cost.throttleStatus.currentlyAvailable).toBe(1999);
  });

  it("calls are counted by their root field, with the points they cost", async () => {
    const calls = (query = "") => shop.control("GET", `calls${query}`);
    const answers = [
      await shop.graphql("{ first: shop { id } second: shop { id } locations(first: 1) { nodes { id } } }"),
      await shop.graphql(setting),
      await shop.graphql(
        "mutation Run($q: String!) { bulkOperationRunQuery(query: $q) { userErrors { code } } }",
        { q: "{ products { edges { node { id } } } }" },
      ),
    ];
    await shop.graphql("{ shop { nonsense } }");

    const points = answers.reduce((sum, { extensions }) => sum + extensions.cost.actualQueryCost!, 0);
    const spent = { points, requests: 3, throttled: 0 };
    const counted = { shop: 2, locations: 1, inventorySetQuantities: 1, bulkOperationRunQuery: 1 };
    expect(await calls()).toEqual({ calls: counted, ...spent });
    expect(await calls("?shop=demo.myshopify.com")).toEqual({ calls: counted, ...spent });
    expect(await calls("?shop=other.myshopify.com")).toMatchObject({ calls: {}, requests: 0 });

    await shop.control("DELETE", "calls");
    await shop.control("POST", "shops/demo/throttle", { available: 0, restoreRate: 0 });
    await shop.graphql("{ shop { id } }");
    expect(await calls()).toEqual({ calls: {}, points: 0, requests: 1, throttled: 1 });
  });
});
