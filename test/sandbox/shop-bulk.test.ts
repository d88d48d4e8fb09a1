import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fetchLines, finishedOperation, RUN_BULK, runBulk } from "./shop-bulk-bench.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

describe("reading a catalogue in bulk", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop();
  });
  afterEach(() => shop.close());

  const seed = (products: object[]) =>
    shop.control<Seeded>("POST", "shops/demo/seed", { locations: ["Main"], products });

  it("a product is a line, its variants follow with its id, fields exactly as selected", async () => {
    const { products } = await seed([
      {
        title: "Shirt",
        variants: [
          { title: "S", sku: "TS-S", onHand: { Main: 3 } },
          { title: "M", sku: null },
        ],
      },
      { title: "Mug", variants: [{ sku: "MUG" }] },
    ]);
    const [shirt, mug] = products;

    const operation = await finishedOperation(
      shop,
      await runBulk(
        shop,
        `{ products { edges { node { id name: title ...Variants } } } }
         fragment Variants on Product { variants { edges { node { __typename id sku inventoryItem { tracked measurement { weight { unit } } } } } } }`,
      ),
    );
    const lines = await fetchLines(operation.url!);

    const variant = (of: Seeded["products"][number], index: number) => ({
      __typename: "ProductVariant",
      id: of.variants[index]!.id,
      sku: of.variants[index]!.sku,
      inventoryItem: { tracked: true, measurement: { weight: { unit: "GRAMS" } } },
      __parentId: of.id,
    });
    expect(lines).toEqual([
      { id: shirt!.id, name: "Shirt" },
      variant(shirt!, 0),
      variant(shirt!, 1),
      { id: mug!.id, name: "Mug" },
      variant(mug!, 0),
    ]);
    expect(operation).toMatchObject({
      status: "COMPLETED",
      errorCode: null,
      type: "QUERY",
      objectCount: "5",
      rootObjectCount: "2",
      createdAt: "2026-11-20T10:00:00.000Z",
      completedAt: "2026-11-20T10:00:00.000Z",
      partialDataUrl: null,
    });
    expect(Number(operation.fileSize)).toBe((await (await fetch(operation.url!)).text()).length);
  });

  it("it is created first and runs later", async () => {
    const { data } = await shop.graphql(RUN_BULK, { query: "{ products { edges { node { id } } } }" });

    expect(data).toMatchObject({ bulkOperationRunQuery: { bulkOperation: { status: "CREATED" } } });
  });

  it("a search narrows it, and page sizes mean nothing", async () => {
    await seed([
      { title: "Shirt", variants: [{ sku: "A" }] },
      { title: "Mug", status: "DRAFT", variants: [{ sku: "B" }] },
      { title: "Hat", variants: [{ sku: "C" }] },
    ]);

    const operation = await finishedOperation(
      shop,
      await runBulk(
        shop,
        '{ productVariants(first: 1, query: "product_status:ACTIVE") { edges { node { sku } } } }',
      ),
    );

    expect(await fetchLines(operation.url!)).toEqual([{ sku: "A" }, { sku: "C" }]);
  });

  it("levels below an item belong to the variant, as that is the nearest node", async () => {
    const { products } = await seed([{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }]);
    const { id } = products[0]!.variants[0]!;

    const operation = await finishedOperation(
      shop,
      await runBulk(
        shop,
        `{ productVariants { edges { node { id inventoryItem { inventoryLevels { edges { node {
           location { name } quantities(names: ["on_hand"]) { quantity } } } } } } } } }`,
      ),
    );

    expect(await fetchLines(operation.url!)).toEqual([
      { id, inventoryItem: {} },
      { location: { name: "Main" }, quantities: [{ quantity: 3 }], __parentId: id },
    ]);
  });

  it("where nothing is found there is no file", async () => {
    const operation = await finishedOperation(
      shop,
      await runBulk(shop, "{ products { edges { node { id } } } }"),
    );

    expect(operation).toMatchObject({ status: "COMPLETED", objectCount: "0", fileSize: null, url: null });
  });
});
