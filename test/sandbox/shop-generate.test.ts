import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchLines, finishedOperation, runBulk } from "./shop-bulk-bench.ts";
import { startTestShop, type TestShop } from "./shop-harness.ts";

const UPDATED = '  [[webhooks.subscriptions]]\n  topics = ["products/create"]\n  uri = "/products"';

describe("seeding a large catalogue", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop({ toml: UPDATED });
  });
  afterEach(() => shop.close());

  const generate = async (wanted: object, name = "demo") => {
    const { generated } = await shop.control<{ generated: object }>("POST", `shops/${name}/seed`, {
      generate: wanted,
    });
    return generated;
  };

  interface Generated {
    products: { title: string; variants: { title: string; sku: string | null; barcode: string }[] }[];
  }
  const state = (name = "demo") => shop.control<Generated>("GET", `shops/${name}/state`);
  const variants = async (name?: string) =>
    (await state(name)).products.flatMap((product) => product.variants);

  it("100,000 variants are made and read in bulk within seconds", { tags: ["proof"] }, async () => {
    const generated = await generate({ products: 20_000, variantsPerProduct: 5 });
    const query =
      "{ products { edges { node { id title status variants { edges { node { id sku barcode displayName inventoryItem { id tracked } } } } } } } }";
    const operation = await finishedOperation(shop, await runBulk(shop, query));

    expect(generated).toEqual({ products: 20_000, variants: 100_000, returns: 0 });
    expect(operation).toMatchObject({
      status: "COMPLETED",
      objectCount: "120000",
      rootObjectCount: "20000",
    });
    const response = await fetch(operation.url!);
    expect(response.headers.get("content-length")).toBe(operation.fileSize);
    await response.body!.cancel();
  });

  it.each([
    ["items", (level: string) => `{ inventoryItems { edges { node { id tracked ${level} } } } }`],
    [
      "variants",
      (level: string) =>
        `{ productVariants { edges { node { id sku inventoryItem { id tracked ${level} } } } } }`,
    ],
  ])("the stock of 100,000 %s is read in bulk within seconds", { tags: ["proof"] }, async (what, query) => {
    await generate({ products: 20_000, variantsPerProduct: 5, mostOnHand: 0 });
    const { locations } = await shop.control<{ locations: { id: string }[] }>("GET", "shops/demo/products");
    const level = `inventoryLevel(locationId: "${locations[0]!.id}") { quantities(names: ["on_hand", "available", "committed"]) { name quantity } }`;

    const operation = await finishedOperation(shop, await runBulk(shop, query(level)));

    expect(operation).toMatchObject({ status: "COMPLETED", objectCount: "100000" });
    const lines = await fetchLines(operation.url!);
    const stock = ["on_hand", "available", "committed"].map((name) => ({ name, quantity: 0 }));
    const item = { tracked: true, inventoryLevel: { quantities: stock } };
    expect(lines).toHaveLength(100_000);
    expect(lines.at(-1)).toMatchObject(what === "items" ? item : { inventoryItem: item });
  });

  it("the app hears nothing of them, and they are stocked at the first location", async () => {
    await shop.token();
    await generate({ products: 3, mostOnHand: 0 });

    expect(await shop.control("GET", "webhooks")).toEqual([]);
    expect(await state()).toMatchObject({
      products: [1, 2, 3].map(() => ({ variants: [{ levels: { "Shop location": { on_hand: 0 } } }] })),
    });
  });

  it("the same number makes the same products, in any shop", async () => {
    const wanted = { products: 20, variantsPerProduct: 3, missingSkus: 0.1, duplicateSkus: 0.1 };
    const labels = async (name: string) =>
      (await variants(name)).map(({ title, sku, barcode }) => [title, sku, barcode]);
    await generate({ ...wanted, seed: 7 }, "one");
    await generate({ ...wanted, seed: 7 }, "two");
    await generate({ ...wanted, seed: 8 }, "three");

    expect(await labels("two")).toEqual(await labels("one"));
    expect(await labels("three")).not.toEqual(await labels("one"));
  });

  it("SKUs are missing and repeated as often as wanted; without a wish each is there once", async () => {
    await generate({ products: 500, variantsPerProduct: 4 }, "clean");
    await generate({ products: 500, variantsPerProduct: 4, missingSkus: 0.1, duplicateSkus: 0.2 }, "dirty");

    const clean = (await variants("clean")).map(({ sku }) => sku);
    const dirty = (await variants("dirty")).map(({ sku }) => sku);

    expect(new Set(clean).size).toBe(2000);
    expect(clean).not.toContain(null);
    const missing = dirty.filter((sku) => sku === null).length;
    const repeated = dirty.length - missing - new Set(dirty.filter((sku) => sku !== null)).size;
    expect(missing / 2000).toBeCloseTo(0.1, 1);
    expect(repeated / 2000).toBeCloseTo(0.2, 1);
  });

  it("barcodes have their check digit and are no two the same", async () => {
    await generate({ products: 30, variantsPerProduct: 10 });
    const barcodes = (await variants()).map(({ barcode }) => barcode);

    expect(new Set(barcodes).size).toBe(300);
    for (const barcode of barcodes) {
      expect(barcode).toMatch(/^20\d{11}$/);
      const sum = [...barcode].reduce(
        (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
        0,
      );
      expect(sum % 10).toBe(0);
    }
  });

  it("a product may have all 2,048 variants, each with options of its own", async () => {
    await generate({ products: 1, variantsPerProduct: 2048 });
    const { url } = await finishedOperation(
      shop,
      await runBulk(
        shop,
        "{ productVariants { edges { node { title position selectedOptions { name } } } } }",
      ),
    );

    const lines = await fetchLines(url!);
    expect(new Set(lines.map(({ title }) => title)).size).toBe(2048);
    expect(lines.at(-1)).toMatchObject({
      position: 2048,
      selectedOptions: [{ name: "Size" }, { name: "Colour" }, { name: "Cut" }],
    });
  });

  it("more than one process can hold is refused", async () => {
    await expect(generate({ products: 1000, variantsPerProduct: 2000 })).rejects.toThrow(
      "generate: makes more than 1000000 variants",
    );
  });
});
