import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

describe("the Admin API refuses what Shopify refuses", () => {
  let shop: TestShop;
  let seeded: Seeded;

  beforeAll(async () => {
    shop = await startTestShop();
    seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main"],
      products: [{ title: "Mug", variants: [{ sku: "MUG-1", onHand: { Main: 3 } }] }],
    });
  });
  afterAll(() => shop.close());

  it("a request without a good access token is unauthorized", async () => {
    const path = "/admin/api/2026-10/graphql.json";
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": "no" },
    };

    const response = await shop.send(path, { ...init, body: '{"query":"{ shop { id } }"}' });

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      errors: "[API] Invalid API key or access token (unrecognized login or wrong password)",
    });
  });

  it("a shop that does not exist is not found", async () => {
    const response = await shop.send("/admin/api/2026-10/graphql.json", {
      method: "POST",
      shop: "no.myshopify.com",
    });

    expect(response.status).toBe(404);
  });

  it.each([
    ["a path it does not have", "/admin/api/2026-10/shop.json", "{}", 404],
    ["a body that is not JSON", "/admin/api/2026-10/graphql.json", "{", 400],
    ["a body without a query", "/admin/api/2026-10/graphql.json", "{}", 400],
  ])("%s is an error of HTTP", async (_what, path, body, status) => {
    const { access_token: token } = (await (await shop.token()).json()) as { access_token: string };

    const response = await shop.send(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body,
    });

    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty("errors");
  });

  it("a version that is gone falls forward to the one there is", async () => {
    const { access_token: token } = (await (await shop.token()).json()) as { access_token: string };

    const response = await shop.send("/admin/api/2024-01/graphql.json", {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body: '{"query":"{ shop { myshopifyDomain } }"}',
    });

    expect(response.headers.get("x-shopify-api-version")).toBe("2026-10");
    expect(await response.json()).toMatchObject({
      data: { shop: { myshopifyDomain: "demo.myshopify.com" } },
    });
  });

  it("a field that the schema does not have is named", async () => {
    const { errors, data } = await shop.graphql("query Q { shop { nonsense } }");

    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      {
        message: "Field 'nonsense' doesn't exist on type 'Shop'",
        extensions: { code: "undefinedField", typeName: "Shop", fieldName: "nonsense" },
      },
    ]);
  });

  it.each([
    ["an argument it does not have", "{ shop(x: 1) { id } }", "argumentNotAccepted"],
    ["a required argument left out", "{ product { id } }", "missingRequiredArguments"],
    [
      "a code on plain user errors",
      'mutation { inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: {}) { userErrors { code } } }',
      "undefinedField",
    ],
    ["a document that is none", "{ shop { id }", "syntax_error"],
  ])("%s is rejected", async (_what, query, code) => {
    const { errors } = await shop.graphql(query);

    expect(errors).toMatchObject([{ extensions: { code } }]);
  });

  it("an input field that is gone is an invalid variable", async () => {
    const [variant] = seeded.products[0]!.variants;
    const { errors } = await shop.graphql(
      'mutation M($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) @idempotent(key: "k") { userErrors { code } } }',
      {
        input: {
          name: "on_hand",
          reason: "correction",
          ignoreCompareQuantity: true,
          quantities: [
            { inventoryItemId: variant!.inventoryItemId, locationId: seeded.locations[0]!.id, quantity: 1 },
          ],
        },
      },
    );

    expect(errors).toMatchObject([
      {
        message:
          "Variable $input of type InventorySetQuantitiesInput! was provided invalid value for " +
          "ignoreCompareQuantity (Field is not defined on InventorySetQuantitiesInput)",
        extensions: {
          code: "INVALID_VARIABLE",
          problems: [
            {
              path: ["ignoreCompareQuantity"],
              explanation: "Field is not defined on InventorySetQuantitiesInput",
            },
          ],
        },
      },
    ]);
  });

  it("a required input field that is missing is an invalid variable", async () => {
    const { errors } = await shop.graphql("query Q($id: ID!) { product(id: $id) { id } }", {});

    expect(errors).toMatchObject([
      {
        extensions: {
          code: "INVALID_VARIABLE",
          problems: [{ path: [], explanation: "Expected value to not be null" }],
        },
      },
    ]);
  });

  it("a GID of the wrong type is a top-level error, an unknown id is null", async () => {
    const wrong = await shop.graphql('{ product(id: "gid://shopify/ProductVariant/1") { id } }');
    const unknown = await shop.graphql('{ product(id: "gid://shopify/Product/1") { id } }');

    expect(wrong.errors).toMatchObject([
      {
        message: "Invalid id: gid://shopify/ProductVariant/1",
        path: ["product"],
        extensions: { code: "RESOURCE_NOT_FOUND" },
      },
    ]);
    expect(wrong.data).toEqual({ product: null });
    expect(unknown).toMatchObject({ data: { product: null } });
    expect(unknown.errors).toBeUndefined();
  });

  it("an id that is no GID is an error of its own", async () => {
    const { errors } = await shop.graphql('{ product(id: "12") { id } }');

    expect(errors).toMatchObject([{ message: "Invalid global id '12'" }]);
  });

  it("a list of more than 250 is too long", async () => {
    const { errors } = await shop.graphql("query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }", {
      ids: Array.from({ length: 251 }, (_, index) => `gid://shopify/Product/${index}`),
    });

    expect(errors).toMatchObject([
      {
        message: "The input array size of 251 is greater than the maximum allowed of 250.",
        extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" },
      },
    ]);
  });
});

describe("what the sandbox does not simulate is loud", () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop({
      scopes: "write_products,write_inventory,read_locations,read_gift_cards,read_orders",
    });
    await shop.control("POST", "shops/demo/seed", {
      products: [{ title: "Mug", variants: [{ sku: "MUG-1" }] }],
    });
  });
  afterAll(() => shop.close());

  it.each([
    ["a root field", "{ giftCards(first: 1) { nodes { id } } }", "QueryRoot.giftCards"],
    [
      "a mutation",
      'mutation { productDelete(input: { id: "gid://shopify/Product/1" }) { deletedProductId } }',
      "Mutation.productDelete",
    ],
    ["a field of a simulated type", "{ products(first: 1) { nodes { seo { title } } } }", "Product.seo"],
    [
      "an argument",
      '{ products(first: 1, savedSearchId: "gid://shopify/SavedSearch/1") { nodes { id } } }',
      "QueryRoot.products(savedSearchId:)",
    ],
    ["a search field", '{ productVariants(first: 1, query: "taxable:true") { nodes { id } } }', '"taxable:"'],
    ["a sort key", "{ products(first: 1, sortKey: INVENTORY_TOTAL) { nodes { id } } }", "INVENTORY_TOTAL"],
    ["a node", '{ node(id: "gid://shopify/Refund/1") { id } }', "Refund"],
    [
      "an input field",
      'mutation { inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: { cost: "1" }) { userErrors { message } } }',
      "InventoryItemInput.cost",
    ],
  ])("%s", async (_what, query, named) => {
    const { errors } = await shop.graphql(query);

    expect(errors?.[0]).toMatchObject({ extensions: { code: "SANDBOX_NOT_SIMULATED" } });
    expect(errors?.[0]?.message).toContain(named);
  });

  it("arguments at their default are not", async () => {
    const { errors } = await shop.graphql(
      "{ products(first: 1, reverse: false, sortKey: ID) { nodes { id } } }",
    );

    expect(errors).toBeUndefined();
  });
});

describe("access scopes", () => {
  it("a field outside the granted scopes is denied and null", async () => {
    const shop = await startTestShop({ scopes: "read_products" });
    await shop.control("POST", "shops/demo/seed", { locations: ["Main"] });

    const { data, errors } = await shop.graphql(
      '{ shop { id } location(id: "gid://shopify/Location/1") { name } }',
    );
    await shop.close();

    expect(data).toMatchObject({ shop: { id: expect.any(String) as string }, location: null });
    expect(errors).toMatchObject([
      {
        path: ["location"],
        message: expect.stringContaining(
          "Access denied for location field. Required access: `read_locations`",
        ) as string,
        extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes" },
      },
    ]);
  });

  it("writing implies reading, reading does not imply writing", async () => {
    const shop = await startTestShop({ scopes: "write_products,read_inventory,read_locations" });
    await shop.control("POST", "shops/demo/seed", { products: [{ title: "Mug", variants: [{}] }] });

    const read = await shop.graphql("{ products(first: 1) { nodes { title } } }");
    const write = await shop.graphql(
      'mutation { inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: {}) { userErrors { message } } }',
    );
    await shop.close();

    expect(read.data).toEqual({ products: { nodes: [{ title: "Mug" }] } });
    expect(write.errors).toMatchObject([{ extensions: { code: "ACCESS_DENIED" } }]);
  });

  it("the installation tells what was granted", async () => {
    const shop = await startTestShop({ scopes: "read_products,write_inventory" });

    const { data } = await shop.graphql(
      "{ currentAppInstallation { accessScopes { handle } activeSubscriptions { id } } }",
    );
    await shop.close();

    expect(data).toEqual({
      currentAppInstallation: {
        accessScopes: [{ handle: "read_products" }, { handle: "write_inventory" }],
        activeSubscriptions: [],
      },
    });
  });
});
