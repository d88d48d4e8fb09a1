import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

interface Page {
  nodes: { id: string; sku?: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}

describe("reading the catalogue", () => {
  let shop: TestShop;
  let seeded: Seeded;

  beforeAll(async () => {
    shop = await startTestShop();
    await shop.control("POST", "shops/demo/seed", {
      locations: [
        "Main",
        "Annex",
        { name: "Closed", isActive: false },
        { name: "3PL", isFulfillmentService: true },
      ],
    });
    seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      products: [
        {
          title: "Blue T-shirt",
          vendor: "Acme",
          productType: "Shirts",
          variants: [
            {
              options: { Size: "S", Colour: "Blue" },
              sku: "TS-S",
              barcode: "111",
              weightGrams: 150,
              onHand: { Main: 5 },
              committed: { Main: 2 },
            },
            { options: { Size: "M", Colour: "Blue" }, sku: 'Q "uote"', onHand: { Main: 1, Annex: 2 } },
          ],
        },
        { title: "Mug", status: "DRAFT", variants: [{ sku: "ts-s", price: 7.5, tracked: false }] },
        { title: "Nameless", variants: [{ sku: null, barcode: null }] },
      ],
    });
  });
  afterAll(() => shop.close());

  const [shirt, mug] = [() => seeded.products[0]!, () => seeded.products[1]!];

  async function skus(query: string) {
    const { data, errors } = await shop.graphql(
      "query Q($q: String) { productVariants(first: 10, query: $q) { nodes { sku } } }",
      {
        q: query,
      },
    );
    expect(errors).toBeUndefined();
    return (data!.productVariants as Page).nodes.map(({ sku }) => sku);
  }

  it("a product shows its variants, items and levels", async () => {
    const { data, errors } = await shop.graphql(
      `query Q($id: ID!) { product(id: $id) {
        title handle status vendor productType totalInventory tracksInventory hasOnlyDefaultVariant options { name values }
        variants(first: 5) { nodes { title displayName sku barcode price position selectedOptions { name value } inventoryQuantity
          inventoryItem { sku tracked duplicateSkuCount measurement { weight { unit value } } variants(first: 1) { nodes { sku } }
            inventoryLevels(first: 5) { nodes { location { name } quantities(names: ["on_hand", "committed", "available", "incoming"]) { name quantity } } } } } } } }`,
      { id: shirt().id },
    );

    expect(errors).toBeUndefined();
    expect(data!.product).toEqual({
      title: "Blue T-shirt",
      handle: "blue-t-shirt",
      status: "ACTIVE",
      vendor: "Acme",
      productType: "Shirts",
      totalInventory: 6,
      tracksInventory: true,
      hasOnlyDefaultVariant: false,
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Colour", values: ["Blue"] },
      ],
      variants: {
        nodes: [
          {
            title: "S / Blue",
            displayName: "Blue T-shirt - S / Blue",
            sku: "TS-S",
            barcode: "111",
            price: "10.00",
            position: 1,
            selectedOptions: [
              { name: "Size", value: "S" },
              { name: "Colour", value: "Blue" },
            ],
            inventoryQuantity: 3,
            inventoryItem: {
              sku: "TS-S",
              tracked: true,
              duplicateSkuCount: 0,
              measurement: { weight: { unit: "GRAMS", value: 150 } },
              variants: { nodes: [{ sku: "TS-S" }] },
              inventoryLevels: {
                nodes: [
                  {
                    location: { name: "Main" },
                    quantities: [
                      { name: "on_hand", quantity: 5 },
                      { name: "committed", quantity: 2 },
                      { name: "available", quantity: 3 },
                      { name: "incoming", quantity: 0 },
                    ],
                  },
                ],
              },
            },
          },
          expect.objectContaining({ title: "M / Blue", inventoryQuantity: 3 }),
        ],
      },
    });
  });

  it.each([
    ["sku:TS-S", ["TS-S", "ts-s"]],
    ["sku:'TS-S' AND product_status:ACTIVE", ["TS-S"]],
    ['sku:"Q \\"uote\\""', ['Q "uote"']],
    ["sku:TS*", ["TS-S", "ts-s"]],
    ["barcode:111", ["TS-S"]],
    ["sku:TS-S barcode:111", ["TS-S"]],
    ["sku:nothing", []],
    ["barcode:111 OR sku:ts-s", ["TS-S", "ts-s"]],
    ["shirt", ["TS-S", 'Q "uote"']],
    ["updated_at:>'2026-11-20T10:00:00Z'", []],
    ["updated_at:>=2026-11-20T10:00:00Z vendor:acme", ["TS-S", 'Q "uote"']],
  ])("variants are searched with %s", async (query, expected) => {
    expect(await skus(query)).toEqual(expected);
  });

  it("variants are searched by their product's and their own id", async () => {
    const number = (id: string) => id.replace(/.*\//, "");

    expect(await skus(`product_id:${number(shirt().id)}`)).toEqual(["TS-S", 'Q "uote"']);
    expect(await skus(`id:${number(mug().variants[0]!.id)}`)).toEqual(["ts-s"]);
    expect(await skus(`id:>=${number(mug().variants[0]!.id)}`)).toEqual(["ts-s", null]);
  });

  it("pages go forward and backward without a gap", async () => {
    const page = async (args: string) => {
      const { data } = await shop.graphql(
        `{ productVariants(${args}) { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      );
      return data!.productVariants as Page;
    };
    const all = (await page("first: 250")).nodes.map(({ id }) => id);

    const first = await page("first: 3");
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    const back = await page(`last: 2, before: "${second.pageInfo.startCursor}"`);
    const reversed = await page("first: 4, reverse: true");

    expect(all).toHaveLength(4);
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(back.nodes.map(({ id }) => id)).toEqual(all.slice(1, 3));
    expect(reversed.nodes.map(({ id }) => id)).toEqual([...all].reverse());
  });

  it.each([
    ["{ products { nodes { id } } }", "you must provide one of first or last"],
    ["{ products(first: 251) { nodes { id } } }", "251"],
    ['{ products(first: 1, after: "x") { nodes { id } } }', "Invalid cursor"],
  ])("%s is refused", async (query, message) => {
    const { errors } = await shop.graphql(query);

    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).toBe("BAD_REQUEST");
  });

  it("locations of fulfilment services and closed ones are hidden unless asked for", async () => {
    const names = async (args: string) => {
      const { data } = await shop.graphql(`{ locations(first: 10${args}) { nodes { name } } }`);
      return (data!.locations as { nodes: { name: string }[] }).nodes.map(({ name }) => name);
    };

    expect(await names("")).toEqual(["Annex", "Main"]);
    expect(await names(", includeLegacy: true")).toEqual(["3PL", "Annex", "Main"]);
    expect(await names(", includeInactive: true")).toEqual(["Annex", "Closed", "Main"]);
  });

  it("a level is found at its location, and nowhere else", async () => {
    const [main, annex] = (await shop.control<Seeded>("GET", "shops/demo/state")).locations;
    const { data } = await shop.graphql(
      `query Q($item: ID!, $here: ID!, $there: ID!) { inventoryItem(id: $item) {
        here: inventoryLevel(locationId: $here) { id item { id } location { id } } there: inventoryLevel(locationId: $there) { id } } }`,
      { item: shirt().variants[0]!.inventoryItemId, here: main!.id, there: annex!.id },
    );

    expect(data!.inventoryItem).toMatchObject({
      here: { item: { id: shirt().variants[0]!.inventoryItemId }, location: { id: main!.id } },
      there: null,
    });
  });

  it("nodes finds every kind it knows, in order, with null for what is gone", async () => {
    const { data: level } = await shop.graphql(
      "query Q($id: ID!) { inventoryItem(id: $id) { inventoryLevels(first: 1) { nodes { id } } } }",
      { id: shirt().variants[0]!.inventoryItemId },
    );
    const levelId = (level!.inventoryItem as { inventoryLevels: Page }).inventoryLevels.nodes[0]!.id;
    const ids = [
      shirt().id,
      "gid://shopify/Product/1",
      shirt().variants[0]!.id,
      shirt().variants[0]!.inventoryItemId,
      levelId,
    ];

    const { data } = await shop.graphql(
      `query Q($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on ProductVariant { sku } ... on InventoryLevel { isActive } } }`,
      { ids },
    );

    expect(data!.nodes).toEqual([
      { __typename: "Product", id: ids[0] },
      null,
      { __typename: "ProductVariant", id: ids[2], sku: "TS-S" },
      { __typename: "InventoryItem", id: ids[3] },
      { __typename: "InventoryLevel", id: levelId, isActive: true },
    ]);
  });

  it("a quantity that does not exist is an error", async () => {
    const { errors } = await shop.graphql(
      'query Q($id: ID!) { inventoryItem(id: $id) { inventoryLevels(first: 1) { nodes { quantities(names: ["onhand"]) { quantity } } } } }',
      { id: shirt().variants[0]!.inventoryItemId },
    );

    expect(errors?.[0]?.message).toContain('"onhand"');
  });

  it("tracking is switched on through the item", async () => {
    const { data } = await shop.graphql(
      "mutation M($id: ID!) { inventoryItemUpdate(id: $id, input: { tracked: true }) { inventoryItem { tracked } userErrors { message } } }",
      { id: mug().variants[0]!.inventoryItemId },
    );

    expect(data).toEqual({ inventoryItemUpdate: { inventoryItem: { tracked: true }, userErrors: [] } });
  });
});

describe("a large shop", () => {
  it("100,000 variants are seeded, found by SKU and paged", { tags: ["proof"] }, async () => {
    const shop = await startTestShop();
    const products = Array.from({ length: 1000 }, (_, product) => ({
      title: `Product ${product}`,
      variants: Array.from({ length: 100 }, (_, variant) => ({
        title: `V${variant}`,
        sku: `P${product}-V${variant}`,
      })),
    }));
    await shop.control("POST", "shops/demo/seed", { locations: ["Main"], products });

    for (let index = 0; index < 100; index++) {
      await shop.control("POST", "shops/demo/throttle", { available: 2000 });
      const { data } = await shop.graphql(
        `{ productVariants(first: 1, query: "sku:P${index * 9}-V${index}") { nodes { sku } } }`,
      );
      expect(data).toEqual({ productVariants: { nodes: [{ sku: `P${index * 9}-V${index}` }] } });
    }

    let after: string | null = null;
    let seen = 0;
    do {
      await shop.control("POST", "shops/demo/throttle", { available: 2000 });
      const { data } = await shop.graphql(
        "query Q($after: String) { productVariants(first: 250, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }",
        { after },
      );
      const { nodes, pageInfo } = data!.productVariants as Page;
      seen += nodes.length;
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    await shop.close();

    expect(seen).toBe(100_000);
  });
});
