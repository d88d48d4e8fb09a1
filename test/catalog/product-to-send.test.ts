import { expect, test } from "vitest";
import {
  changesToSend,
  describe,
  productToSend,
  type DescribedVariant,
  type SendableVariant,
} from "../../app/domain/catalog/push/product-to-send.ts";

const nothing = {
  barcode: null,
  url: null,
  imageUrl: null,
  width: null,
  height: null,
  length: null,
  weight: null,
};
const mug: SendableVariant = {
  ...{ sku: "MUG", productTitle: "Mug", variantTitle: "Default Title", ...nothing },
  ...{ state: "not_at_warehouse", bundle: false, gone: false, decision: null, mappedToItself: false },
  ...{ atWarehouse: false, waiting: false, shared: false },
};

const verdicts: [string, Partial<SendableVariant>, string][] = [
  ["a variant the warehouse does not have", {}, "sent"],
  ["one that is gone from the shop", { gone: true }, "gone"],
  ["a bundle", { bundle: true }, "bundle"],
  ["one mapped to something else", { decision: "mapped" }, "mapped_elsewhere"],
  [
    "one mapped to its own SKU, which the warehouse has lost",
    { decision: "mapped", mappedToItself: true },
    "sent",
  ],
  ["one the merchant put aside", { decision: "ignored" }, "put_aside"],
  ["one whose mapping the merchant took away", { decision: "unmapped" }, "put_aside"],
  ["one without SKU", { sku: null }, "no_sku"],
  ["one whose SKU would climb in an address", { sku: ".." }, "unusable_sku"],
  ["one whose SKU only looks odd", { sku: "A/B #1 50% ü" }, "sent"],
  ["one the warehouse has", { atWarehouse: true }, "at_warehouse"],
  ["one that waits already", { waiting: true }, "waiting"],
  ["one of several with its SKU", { shared: true }, "several_variants"],
  ["one that is perhaps there under another SKU", { state: "suggested" }, "undecided"],
  ["one that several things there may be", { state: "ambiguous" }, "undecided"],
  ["one without a title", { productTitle: "  " }, "no_description"],
  ["one that is gone and has no SKU: the first reason counts", { gone: true, sku: null }, "gone"],
];

test.each(verdicts.map(([which, variant, becomes]) => ({ which, variant, becomes })))(
  "$which: $becomes",
  ({ variant, becomes }) => {
    const verdict = productToSend({ ...mug, ...variant });
    expect("skip" in verdict ? verdict.skip : "sent").toBe(becomes);
  },
);

test("what is created carries its SKU and what is known of it, and names what it cannot carry", () => {
  expect(productToSend({ ...mug, weight: 310, url: "http://shop.example/mug" })).toEqual({
    send: { sku: "MUG", description: "Mug", weight: 310 },
    leftOut: ["url"],
  });
});

const HTTPS = "https://shop.example/mug";
const described: [string, Partial<DescribedVariant>, object, string[]][] = [
  ["the only variant is named as its product", {}, { description: "Mug" }, []],
  ["another is named with its options", { variantTitle: "Blue / L" }, { description: "Mug - Blue / L" }, []],
  [
    "everything the shop knows is told",
    { barcode: "400", url: HTTPS, imageUrl: HTTPS, width: 80, height: 90, length: 0, weight: 310 },
    {
      description: "Mug",
      barcode: "400",
      url: HTTPS,
      imageUrl: HTTPS,
      width: 80,
      height: 90,
      length: 0,
      weight: 310,
    },
    [],
  ],
  [
    "an image without https is left out",
    { imageUrl: "http://shop.example/m.png" },
    { description: "Mug" },
    ["imageUrl"],
  ],
  ["what is no address at all is left out", { url: "https://" }, { description: "Mug" }, ["url"]],
  ["a weight nobody could lift is left out", { weight: 2_147_483_647 }, { description: "Mug" }, ["weight"]],
  [
    "the heaviest that is believed is told",
    { weight: 10_000_000 },
    { description: "Mug", weight: 10_000_000 },
    [],
  ],
  [
    "a length no building has is left out",
    { length: 100_001, width: 5 },
    { description: "Mug", width: 5 },
    ["length"],
  ],
];

test.each(described)("%s", (_rule, variant, details, leftOut) => {
  expect(describe({ ...mug, ...variant })).toEqual({ details, leftOut });
});

const edits: [string, object, object, object][] = [
  ["nothing changed", { description: "Mug", weight: 1 }, { description: "Mug", weight: 1 }, {}],
  ["a new weight", { description: "Mug", weight: 2 }, { description: "Mug", weight: 1 }, { weight: 2 }],
  ["a field that is new", { description: "Mug", barcode: "4" }, { description: "Mug" }, { barcode: "4" }],
  ["a field the shop emptied stays as it is", { description: "Mug" }, { description: "Mug", weight: 1 }, {}],
];

test.each(edits)("%s", (_what, details, sent, changes) => {
  expect(changesToSend(details, sent)).toEqual(changes);
});
