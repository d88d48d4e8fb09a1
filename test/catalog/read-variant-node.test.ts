import { describe, expect, test } from "vitest";
import { readVariantNode, readVariantNodes } from "../../app/domain/catalog/import/read-variant-node.ts";
import type { VariantNode } from "../../app/shopify/variants.ts";

const mug: VariantNode = {
  ...{ id: "v1", title: "Blue", sku: "MUG", barcode: "400", requiresComponents: false },
  product: {
    ...{ id: "p1", title: "Mug", status: "ACTIVE", isGiftCard: false },
    onlineStoreUrl: "https://shop.example/mug",
    featuredMedia: { preview: { image: { url: "https://cdn.example/mug.jpg" } } },
  },
  inventoryItem: {
    ...{ id: "i1", tracked: true },
    measurement: { weight: { unit: "GRAMS", value: 310 } },
    inventoryLevel: { quantities: [{ name: "on_hand", quantity: 7 }] },
  },
};

test("a variant is read whole", () => {
  expect(readVariantNode(mug)).toEqual({
    ...{ variantId: "v1", inventoryItemId: "i1", productId: "p1", productTitle: "Mug", variantTitle: "Blue" },
    ...{
      sku: "MUG",
      barcode: "400",
      tracked: true,
      bundle: false,
      weight: 310,
      onHand: 7,
      ofStatus: "ACTIVE",
    },
    ...{ width: null, height: null, length: null },
    ...{ ofUrl: "https://shop.example/mug", ofImageUrl: "https://cdn.example/mug.jpg" },
  });
});

test("a gift card lies in no warehouse", () => {
  expect(readVariantNode({ ...mug, product: { ...mug.product, isGiftCard: true } })).toBeNull();
});

test("a variant that cannot be read hides no other, and is named where it says which it is", () => {
  const giftCard = { ...mug, id: "v2", product: { ...mug.product, isGiftCard: true } };
  const nodes = [
    { ...mug, id: "v3", product: null },
    {},
    mug,
    null,
    { id: 4 },
    giftCard,
    { ...mug, id: "v5" },
  ];
  const { readings, ...others } = readVariantNodes(nodes);
  expect(readings.map(({ variantId }) => variantId)).toEqual(["v1", "v5"]);
  expect(others).toEqual({ unreadable: ["v3"], unnamed: 3 });
  expect(readVariantNodes([])).toEqual({ readings: [], unreadable: [], unnamed: 0 });
});

test("what the shop leaves out is none, never zero", () => {
  const bare = readVariantNode({
    ...mug,
    ...{ sku: null, barcode: null },
    product: { ...mug.product, onlineStoreUrl: null, featuredMedia: null },
    inventoryItem: { ...mug.inventoryItem, measurement: null, inventoryLevel: null },
  });
  expect(bare).toMatchObject({
    sku: null,
    barcode: null,
    weight: null,
    onHand: null,
    ofUrl: null,
    ofImageUrl: null,
  });
});

test.each([
  ["no media", null],
  ["media without a preview", { preview: null }],
  ["a preview without an image", { preview: { image: null } }],
])("a product with %s has no image", (_what, featuredMedia) => {
  expect(readVariantNode({ ...mug, product: { ...mug.product, featuredMedia } })?.ofImageUrl).toBeNull();
});

test("a level that names no figure says none", () => {
  const inventoryItem = { ...mug.inventoryItem, inventoryLevel: { quantities: [] } };
  expect(readVariantNode({ ...mug, inventoryItem })?.onHand).toBeNull();
});

test.each([
  ["a SKU of nothing but space is none", { sku: "  " }, { sku: null }],
  ["a SKU keeps its space, which the warehouse may have too", { sku: " MUG" }, { sku: " MUG" }],
  ["a barcode loses its space", { barcode: " 400 " }, { barcode: "400" }],
  ["what the database cannot hold is left out", { title: "Blue\0" }, { variantTitle: "Blue" }],
  ["half a character becomes a sign for it", { title: "Blue \ud83d" }, { variantTitle: "Blue \ufffd" }],
])("%s", (_rule, shown, read) => {
  expect(readVariantNode({ ...mug, ...shown })).toMatchObject(read);
});

test("the warehouse takes https addresses only", () => {
  const product = { ...mug.product, onlineStoreUrl: "http://shop.example/mug" };
  expect(readVariantNode({ ...mug, product })?.ofUrl).toBeNull();
});

describe("a weight in grams", () => {
  test.each([
    [{ unit: "GRAMS", value: 310.4 }, 310],
    [{ unit: "KILOGRAMS", value: 1.25 }, 1250],
    [{ unit: "OUNCES", value: 2 }, 57],
    [{ unit: "POUNDS", value: 1 }, 454],
    [{ unit: "GRAMS", value: 0 }, null],
    [{ unit: "KILOGRAMS", value: 1e12 }, 2_147_483_647],
    [null, null],
  ])("%j is %j", (weight, grams) => {
    const inventoryItem = { ...mug.inventoryItem, measurement: { weight } };
    expect(readVariantNode({ ...mug, inventoryItem })?.weight).toBe(grams);
  });
});

describe("a dimension in millimetres", () => {
  test.each([
    ["dimension", '{"value":12.5,"unit":"cm"}', 125],
    ["dimension", '{"value":1,"unit":"INCHES"}', 25],
    ["dimension", '{"value":"2","unit":"feet"}', 610],
    ["dimension", '{"value":2,"unit":"parsecs"}', null],
    ["dimension", '{"value":0,"unit":"mm"}', 0],
    ["dimension", '{"value":-2,"unit":"mm"}', null],
    ["dimension", "12 cm", null],
    ["dimension", "null", null],
    ["number_integer", "7", 7],
    ["number_decimal", "7.5", 8],
    ["number_decimal", "1e400", 2_147_483_647],
    ["single_line_text_field", "7", null],
  ])("%s %s is %j", (type, value, millimetres) => {
    expect(readVariantNode({ ...mug, width: { type, value } })?.width).toBe(millimetres);
  });

  test("the variant's own goes before its product's", () => {
    const of = (value: string) => ({ type: "number_integer", value });
    const product = { ...mug.product, width: of("9"), height: of("8") };
    expect(readVariantNode({ ...mug, product, width: of("7") })).toMatchObject({ width: 7, height: 8 });
    const both = { ...mug, length: of("5"), product: { ...mug.product, length: of("6") } };
    expect(readVariantNode(both)).toMatchObject({ length: 5, width: null });
    expect(readVariantNode({ ...both, length: null })).toMatchObject({ length: 6 });
  });
});
