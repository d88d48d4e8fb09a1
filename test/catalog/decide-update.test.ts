import { describe, expect, test } from "vitest";
import { compareProduct, valuesOf } from "../../app/domain/catalog/update/compare-product.ts";
import { decideUpdate } from "../../app/domain/catalog/update/decide-update.ts";

const MUG = { description: "Mug", barcode: "400", weight: 250, imageUrl: "https://store.example/mug.png" };

describe("the values of a product are compared", () => {
  test.each([
    ["a weight that differs", { weight: 250 }, { weight: 300 }, { store: 250, warehouse: 300 }],
    ["a barcode that the warehouse has not", { barcode: "4" }, {}, { store: "4", warehouse: null }],
    ["a text that is empty there", { description: "Mug" }, { description: " " }, { warehouse: null }],
    ["a width of 0", { width: 0 }, { width: 5 }, { store: 0, warehouse: 5 }],
    ["a page", { url: "https://a.example" }, { url: "https://b.example" }, { store: "https://a.example" }],
  ])("%s is a difference", (_what, store, warehouse, difference) => {
    const [field] = Object.keys(store);
    expect(compareProduct(valuesOf(store), valuesOf(warehouse))).toEqual([
      expect.objectContaining({ field, ...difference }),
    ]);
  });

  test.each([
    ["the same values", MUG, MUG],
    ["space around a text", MUG, { ...MUG, description: " Mug " }],
    ["what the store does not have", { barcode: "" }, { weight: 300, barcode: "400", width: 3 }],
  ])("%s is none", (_what, store, warehouse) =>
    expect(compareProduct(valuesOf(store), valuesOf(warehouse))).toEqual([]),
  );
});

describe("of an update that the merchant wanted", () => {
  const decide = (about: { store: object; warehouse: object; seen: object }) =>
    decideUpdate({ store: valuesOf(about.store), warehouse: valuesOf(about.warehouse), seen: about.seen });

  test.each([
    [
      "the store's value is sent over the one that the merchant saw",
      { store: { weight: 250 }, warehouse: { weight: 300 }, seen: { weight: 300 } },
      { changes: { weight: 250 }, left: [] },
    ],
    [
      "the store's value of today is sent",
      { store: { weight: 260 }, warehouse: { weight: 300 }, seen: { weight: 300 } },
      { changes: { weight: 260 }, left: [] },
    ],
    [
      "a value that is not set at the warehouse is set",
      { store: { barcode: "4" }, warehouse: {}, seen: { barcode: null } },
      { changes: { barcode: "4" }, left: [] },
    ],
    [
      "a value that changed at the warehouse since stays",
      {
        store: { weight: 250, width: 9 },
        warehouse: { weight: 310, width: 8 },
        seen: { weight: 300, width: 8 },
      },
      { changes: { width: 9 }, left: ["weight"] },
    ],
    [
      "a value that was emptied at the warehouse since stays empty",
      { store: { weight: 250 }, warehouse: {}, seen: { weight: 300 } },
      { changes: {}, left: ["weight"] },
    ],
    [
      "a field that the merchant did not see is not sent",
      { store: { weight: 250, barcode: "4" }, warehouse: { weight: 300 }, seen: { weight: 300 } },
      { changes: { weight: 250 }, left: [] },
    ],
    [
      "nothing is sent again",
      { store: { weight: 250 }, warehouse: { weight: 250 }, seen: { weight: 300 } },
      { changes: {}, left: [] },
    ],
  ])("%s", (_rule, about, decision) => expect(decide(about)).toEqual(decision));
});
