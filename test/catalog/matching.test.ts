import { expect, test } from "vitest";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { openCatalogue } from "./bench.ts";

const bench = await openCatalogue();

/** What is decided for each variant: `name: state (reason) → what is suggested, or what it is mapped to`. */
const decided = async () => {
  await bench.matched();
  return bench.states();
};

test("a variant whose SKU the warehouse knows to the letter is mapped to it", async () => {
  await bench.variants({ mug: { sku: "M1" } });
  await bench.products({ M1: {} });
  expect(await decided()).toEqual(["mug: mapped → M1"]);
});

test("an SKU the warehouse does not know is left alone", async () => {
  await bench.variants({ mug: { sku: "M1" } });
  await bench.products({ M2: {} });
  expect(await decided()).toEqual(["mug: not_at_warehouse"]);
});

test("an SKU that differs in case and space around it is suggested, not taken for the same", async () => {
  await bench.variants({ mug: { sku: " m1 " } });
  await bench.products({ M1: {} });
  expect(await decided()).toEqual(["mug: suggested (folded_sku) → M1"]);
});

test("a variant without SKU, or with another, is suggested by its barcode", async () => {
  await bench.variants({ mug: { barcode: "400" }, cup: { sku: "C9", barcode: "401" } });
  await bench.products({ M1: { barcode: "400" }, C1: { barcode: "401" } });
  expect(await decided()).toEqual(["cup: suggested (barcode) → C1", "mug: suggested (barcode) → M1"]);
});

test("the SKU goes before the barcode", async () => {
  await bench.variants({ mug: { sku: "M1", barcode: "400" } });
  await bench.products({ M1: { barcode: "401" }, OTHER: { barcode: "400" } });
  expect(await decided()).toEqual(["mug: mapped → M1"]);
});

test("a variant with neither SKU nor barcode has nothing to be matched by", async () => {
  await bench.variants({ mug: {} });
  await bench.products({ M1: {} });
  expect(await decided()).toEqual(["mug: unmapped (nothing_to_match_by)"]);
});

test("every variant that carries an SKU of the warehouse to the letter is mapped to it", async () => {
  await bench.variants({ a: { sku: "M1" }, b: { sku: "M1" }, c: { sku: "m1" } });
  await bench.products({ M1: {} });
  expect(await decided()).toEqual(["a: mapped → M1", "b: mapped → M1", "c: suggested (folded_sku) → M1"]);
  expect(await bench.lookedAt()).toEqual([]); // Comparing everything follows.
});

test("two variants with one barcode, or two products with one, are never guessed between", async () => {
  await bench.variants({ a: { barcode: "400" }, b: { barcode: "400" }, c: { barcode: "500" } });
  await bench.products({ M1: { barcode: "400" }, X1: { barcode: "500" }, X2: { barcode: "500" } });
  expect(await decided()).toEqual([
    "a: ambiguous (several_variants)",
    "b: ambiguous (several_variants)",
    "c: ambiguous (several_products)",
  ]);
});

test("two products whose SKUs differ only in case are never guessed between", async () => {
  await bench.variants({ mug: { sku: "m1" } });
  await bench.products({ M1: {}, " M1": {} });
  expect(await decided()).toEqual(["mug: ambiguous (several_products)"]);
});

test("what another variant is mapped to is mapped, or suggested, to a second one all the same", async () => {
  await bench.variants({ old: { sku: "RENAMED" }, fresh: { sku: "M1" }, code: { sku: "Z", barcode: "400" } });
  await bench.products({ M1: { barcode: "400" } });
  await bench.map("old", { M1: 1 });
  expect(await decided()).toEqual([
    "code: suggested (barcode) → M1",
    "fresh: mapped → M1",
    "old: mapped → M1",
  ]);
});

test("a part of a kit is mapped to the variant that is sold singly", async () => {
  await bench.variants({ set: { sku: "SET" }, mug: { sku: "MUG" } });
  await bench.products({ MUG: {}, BOX: {} });
  await bench.map("set", { MUG: 2, BOX: 1 });
  expect(await decided()).toEqual(["mug: mapped → MUG", "set: mapped → BOX + 2 MUG"]);
});

test("a mapping outlives a new SKU on either side", async () => {
  await bench.variants({ mug: { sku: "M1" } });
  await bench.products({ M1: {} });
  await decided();
  await bench.variants({ mug: { sku: "M2" } });
  await bench.products({ M2: {} });
  expect(await decided()).toEqual(["mug: mapped → M1"]);
});

test("what the merchant took away or put aside is not matched again by itself", async () => {
  await bench.variants({ a: { sku: "A" }, b: { sku: "B" } });
  await bench.products({ A: {}, B: {} });
  await bench.decide("a", "unmapped");
  await bench.decide("b", "ignored");
  expect(await decided()).toEqual(["a: unmapped (by_merchant)", "b: ignored"]);
});

test("a variant put aside leaves its barcode to the other that carries it", async () => {
  await bench.variants({ a: { barcode: "400" }, b: { barcode: "400" } });
  await bench.products({ M1: { barcode: "400" } });
  await bench.decide("a", "ignored");
  expect(await decided()).toEqual(["a: ignored", "b: suggested (barcode) → M1"]);
});

test("a bundle is the shop's own affair, and its SKU counts for nobody", async () => {
  await bench.variants({ set: { sku: "M1", bundle: true }, mug: { sku: "M1" } });
  await bench.products({ M1: {} });
  expect(await decided()).toEqual(["mug: mapped → M1", "set: bundle"]);
});

test("a product that was deleted and made again may take its mapping over, kit and all, if the merchant says so", async () => {
  await bench.variants({ before: { sku: "SET-1" } });
  await bench.products({ MUG: {}, BOX: {} });
  await bench.map("before", { MUG: 2, BOX: 1 });
  await bench.gone("before");
  await bench.variants({ again: { sku: "SET-1" } });
  expect(await decided()).toEqual([
    "again: suggested (recreated) → BOX from before",
    "before: tombstoned → BOX + 2 MUG",
  ]);
});

test("a gone variant's mapping does not keep its goods from another", async () => {
  await bench.variants({ before: { sku: "OLD" } });
  await bench.products({ M1: {} });
  await bench.map("before", { M1: 1 });
  await bench.gone("before");
  await bench.variants({ fresh: { sku: "M1" } });
  expect(await decided()).toEqual(["before: tombstoned → M1", "fresh: mapped → M1"]);
});

test("a second listing of a product that was mapped by its SKU and made again is mapped by its SKU, too", async () => {
  await bench.variants({ a: { sku: "M1" }, before: { sku: "M1" } });
  await bench.products({ M1: {} });
  await decided();
  await bench.gone("before");
  await bench.variants({ again: { sku: "M1" } });
  expect(await decided()).toEqual(["a: mapped → M1", "again: mapped → M1", "before: tombstoned → M1"]);
});

test("whether two are what their SKU says, or what a gone variant of this SKU was mapped to, is never guessed", async () => {
  await bench.variants({ before: { sku: "A" } });
  await bench.products({ A: {}, X: {} });
  await bench.map("before", { X: 1 });
  await bench.gone("before");
  await bench.variants({ one: { sku: "A" }, two: { sku: "A" } });
  expect(await decided()).toEqual([
    "before: tombstoned → X",
    "one: ambiguous (several_products)",
    "two: ambiguous (several_products)",
  ]);
});

test("matching what changed decides as matching everything does", async () => {
  await bench.variants({
    a: { sku: "M1" },
    b: { sku: "B", barcode: "400" },
    c: { barcode: "400" },
    d: { sku: "D" },
  });
  await bench.products({ M1: { barcode: "400" } });
  await decided();
  expect(await bench.states()).toEqual([
    "a: mapped → M1",
    "b: ambiguous (several_variants)",
    "c: ambiguous (several_variants)",
    "d: not_at_warehouse",
  ]);
  await bench.variants({ b: { sku: "m1" }, d: { sku: "M1" } });
  await bench.matched({ variantIds: ["b", "d"] as VariantId[], skus: ["m1", "M1", "B", "D"] as Sku[] });
  const some = await bench.states();
  expect(some).toEqual([
    "a: mapped → M1",
    "b: suggested (folded_sku) → M1",
    "c: suggested (barcode) → M1",
    "d: mapped → M1",
  ]);
  expect(await decided()).toEqual(some);
});

test("another shop's variants, products and mappings count for nothing", async () => {
  await bench.variants({ mug: { sku: "M1" } });
  await bench.products({ M2: {} });
  await bench.elsewhere(async (other) => {
    await other.variants({ mug: { sku: "M1" }, copy: { sku: "M1" } });
    await other.products({ M1: {} });
  });
  expect(await decided()).toEqual(["mug: not_at_warehouse"]);
});
