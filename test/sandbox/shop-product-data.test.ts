import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchLines, finishedOperation, runBulk } from "./shop-bulk-bench.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

const UPDATED = `  [[webhooks.subscriptions]]
  topics = ["products/update", "products/delete", "inventory_items/update"]
  uri = "/products"`;

const FRONT = "https://images.example/front.jpg";
const BACK = "https://images.example/back.jpg";
const LARGE = "https://images.example/large.jpg";

const PRODUCT = `query Q($id: ID!) { product(id: $id) {
  handle status description descriptionHtml isGiftCard onlineStoreUrl onlineStorePreviewUrl publishedAt
  featuredMedia { mediaContentType preview { image { url } } }
  media(first: 5) { nodes { id alt status ... on MediaImage { image { url altText } } } }
  depth: metafield(namespace: "custom", key: "depth") { value type jsonValue }
  none: metafield(namespace: "custom", key: "none") { value }
  metafields(first: 5, namespace: "custom") { nodes { key type value } }
  variants(first: 5) { nodes {
    price image { url } media(first: 5) { nodes { preview { image { url } } } }
    metafield(namespace: "facts", key: "units") { value type jsonValue }
    inventoryItem { requiresShipping countryCodeOfOrigin harmonizedSystemCode measurement { weight { unit value } } } } } } }`;

describe("what a shop knows of its products", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop({ toml: UPDATED });
  });
  afterEach(() => shop.close());

  const seed = async (...products: object[]) =>
    (await shop.control<Seeded>("POST", "shops/demo/seed", { products })).products;
  const edit = (id: string, body: object) =>
    shop.control("POST", `shops/demo/products/${encodeURIComponent(id)}`, body);
  async function read(id: string) {
    const { data, errors } = await shop.graphql(PRODUCT, { id });
    expect(errors).toBeUndefined();
    return data!.product as Record<string, unknown>;
  }

  const shirt = {
    title: "Shirt",
    handle: "the-shirt",
    description: "Blue & soft",
    images: [FRONT, BACK],
    metafields: [
      { key: "depth", type: "dimension", value: { value: 12, unit: "mm" } },
      { namespace: "other", key: "secret", value: "x" },
    ],
    variants: [
      {
        title: "S",
        sku: "S",
        weight: { value: 0.5, unit: "POUNDS" },
        countryCodeOfOrigin: "PT",
        harmonizedSystemCode: "610910",
        images: [BACK],
        metafields: [{ namespace: "facts", key: "units", type: "number_integer", value: 6 }],
      },
      { title: "L", images: [LARGE], requiresShipping: false },
    ],
  };

  it("everything a seed says is read back in Shopify's shapes", async () => {
    const [product] = await seed(shirt);

    const images = [FRONT, BACK, LARGE].map((url) => ({
      id: expect.stringMatching(/^gid:\/\/shopify\/MediaImage\/\d+$/) as string,
      alt: null,
      status: "READY",
      image: { url, altText: null },
    }));
    const preview = (url: string) => ({ preview: { image: { url } } });
    expect(await read(product!.id)).toEqual({
      handle: "the-shirt",
      status: "ACTIVE",
      description: "Blue & soft",
      descriptionHtml: "<p>Blue &amp; soft</p>",
      isGiftCard: false,
      onlineStoreUrl: "https://demo.myshopify.com/products/the-shirt",
      onlineStorePreviewUrl: "https://demo.myshopify.com/products/the-shirt",
      publishedAt: "2026-11-20T10:00:00.000Z",
      featuredMedia: { mediaContentType: "IMAGE", ...preview(FRONT) },
      media: { nodes: images },
      depth: { value: '{"value":12,"unit":"mm"}', type: "dimension", jsonValue: { value: 12, unit: "mm" } },
      none: null,
      metafields: { nodes: [{ key: "depth", type: "dimension", value: '{"value":12,"unit":"mm"}' }] },
      variants: {
        nodes: [
          {
            price: "10.00",
            image: { url: BACK },
            media: { nodes: [preview(BACK)] },
            metafield: { value: "6", type: "number_integer", jsonValue: 6 },
            inventoryItem: {
              requiresShipping: true,
              countryCodeOfOrigin: "PT",
              harmonizedSystemCode: "610910",
              measurement: { weight: { unit: "POUNDS", value: 0.5 } },
            },
          },
          {
            price: "10.00",
            image: { url: LARGE },
            media: { nodes: [preview(LARGE)] },
            metafield: null,
            inventoryItem: {
              requiresShipping: false,
              countryCodeOfOrigin: null,
              harmonizedSystemCode: null,
              measurement: { weight: { unit: "GRAMS", value: 0 } },
            },
          },
        ],
      },
    });
  });

  it.each([
    ["ACTIVE", {}, true],
    ["UNLISTED", {}, true],
    ["DRAFT", {}, false],
    ["ARCHIVED", {}, false],
    ["ACTIVE", { isUnpublished: true }, false],
  ])("%s %j: on the online store %s", async (status, facts, isThere) => {
    const [product] = await seed({ title: "Mug", status, ...facts, variants: [{}] });

    const { onlineStoreUrl, onlineStorePreviewUrl } = await read(product!.id);

    expect(onlineStoreUrl).toBe(isThere ? "https://demo.myshopify.com/products/mug" : null);
    expect(onlineStorePreviewUrl).toMatch(/^https:\/\/demo\.myshopify\.com\//);
  });

  it("an edit changes what it names, and keeps the rest", async () => {
    const [product] = await seed(shirt);
    const before = await read(product!.id);

    await edit(product!.id, {
      description: "Red",
      isGiftCard: true,
      images: [BACK, FRONT, LARGE],
      metafields: [{ key: "depth", type: "number_decimal", value: 1.5 }],
      variants: [{ id: product!.variants[0]!.id, weightGrams: 250, harmonizedSystemCode: null }],
    });

    const after = await read(product!.id);
    expect(after).toMatchObject({
      ...{ handle: "the-shirt", description: "Red", isGiftCard: true },
      featuredMedia: { preview: { image: { url: BACK } } },
      depth: { value: "1.5", type: "number_decimal", jsonValue: 1.5 },
    });
    expect((after.variants as { nodes: object[] }).nodes[0]).toMatchObject({
      image: { url: BACK },
      inventoryItem: {
        countryCodeOfOrigin: "PT",
        harmonizedSystemCode: null,
        measurement: { weight: { unit: "GRAMS", value: 250 } },
      },
    });
    const [front, back, large] = (before.media as { nodes: object[] }).nodes;
    expect(after.media).toEqual({ nodes: [back, front, large] });
  });

  it("a metafield without a value is deleted", async () => {
    const [product] = await seed(shirt);

    await edit(product!.id, { metafields: [{ key: "depth", value: null }] });

    expect(await read(product!.id)).toMatchObject({ depth: null, metafields: { nodes: [] } });
  });

  it("an edit is announced with the item it is about, a deletion with the id alone", async () => {
    await shop.token();
    const [product] = await seed(shirt);
    const id = Number(product!.id.replace(/.*\//, ""));

    await edit(product!.id, {
      variants: [{ id: product!.variants[0]!.id, weight: { value: 2, unit: "OUNCES" } }],
    });
    await shop.control("DELETE", `shops/demo/products/${id}`);
    const [again] = await seed(shirt);

    const sent = await shop.control<{ topic: string; body: string }[]>("GET", "webhooks");
    expect(sent.map(({ topic, body }) => [topic, JSON.parse(body) as object])).toEqual([
      ["inventory_items/update", expect.objectContaining({ weight_value: 2, weight_unit: "oz" })],
      ["products/update", expect.objectContaining({ id })],
      ["products/delete", { id }],
    ]);
    expect(again!.id).not.toBe(product!.id);
    expect(again!.variants[0]!.id).not.toBe(product!.variants[0]!.id);
    expect(again!.variants[0]!.inventoryItemId).not.toBe(product!.variants[0]!.inventoryItemId);
  });

  it.each([
    [{ images: ["http://plain.example/a.jpg"] }, "products.0.images.0: must be an address with https"],
    [{ metafields: [{ type: "x", value: 1 }] }, "products.0.metafields.0.key: "],
    [{ variants: [{ countryCodeOfOrigin: "Portugal" }] }, "must be two capital letters"],
    [{ variants: [{ weight: { value: 1, unit: "STONES" } }] }, "products.0.variants.0.weight.unit: "],
  ])("%j is no product", async (facts, message) => {
    await expect(seed({ title: "Mug", variants: [{}], ...facts })).rejects.toThrow(message);
  });

  it("images and metafields are children in bulk", async () => {
    const [product] = await seed(shirt);
    const { id } = product!;

    const { url } = await finishedOperation(
      shop,
      await runBulk(
        shop,
        `{ products { edges { node { id
           media { edges { node { __typename ... on MediaImage { image { url } } } } }
           metafields(namespace: "custom") { edges { node { key value } } } } } } }`,
      ),
    );

    expect(await fetchLines(url!)).toEqual([
      { id },
      ...[FRONT, BACK, LARGE].map((one) => ({
        __typename: "MediaImage",
        image: { url: one },
        __parentId: id,
      })),
      { key: "depth", value: '{"value":12,"unit":"mm"}', __parentId: id },
    ]);
  });

  it("variants are found by several products at once, and by being gift cards", async () => {
    const [first, second] = await seed(
      { title: "Mug", variants: [{ sku: "MUG" }] },
      { title: "Voucher", isGiftCard: true, variants: [{ sku: "GIFT" }] },
      { title: "Hat", variants: [{ sku: "HAT" }] },
    );
    const ids = [first, second].map((product) => product!.id.replace(/.*\//, ""));
    const skus = async (query: string) => {
      const { data } = await shop.graphql(
        "query Q($q: String) { productVariants(first: 5, query: $q) { nodes { sku } } }",
        { q: query },
      );
      return (data!.productVariants as { nodes: { sku: string }[] }).nodes.map(({ sku }) => sku);
    };

    expect(await skus(`product_ids:${ids.join(",")}`)).toEqual(["MUG", "GIFT"]);
    expect(await skus("gift_card:true")).toEqual(["GIFT"]);
    expect(await skus("gift_card:false product_ids:1")).toEqual([]);
  });

  it("2,048 variants of one product are paged through", async () => {
    const variants = Array.from({ length: 2048 }, (_, index) => ({
      title: `No. ${index}`,
      sku: `N-${index}`,
    }));
    const [product] = await seed({ title: "Beads", variants });
    const skus: string[] = [];
    let after: string | null = null;

    do {
      const { data } = await shop.graphql(
        `query Q($id: ID!, $after: String) { product(id: $id) { variantsCount { count }
           variants(first: 250, after: $after) { nodes { sku position } pageInfo { hasNextPage endCursor } } } }`,
        { id: product!.id, after },
      );
      const page = (data!.product as { variants: Page }).variants;
      skus.push(...page.nodes.map(({ sku }) => sku));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);

    expect(skus).toEqual(variants.map(({ sku }) => sku));
  });
});

interface Page {
  nodes: { sku: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}
