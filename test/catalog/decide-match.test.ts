import { expect, test } from "vitest";
import { decideMatches, type MatchCandidate } from "../../app/domain/catalog/decide-match.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";

function candidate(
  name: string,
  about: { sku?: string; bundle?: boolean; mappedTo?: string },
): MatchCandidate {
  return {
    variantId: name as VariantId,
    sku: (about.sku ?? null) as Sku | null,
    bundle: about.bundle ?? false,
    mappedTo: (about.mappedTo ?? null) as Sku | null,
  };
}

/** What is decided for each variant, as `name: state` or `name: state → SKU` when a mapping is made. */
function decide(candidates: MatchCandidate[], atWarehouse: string[]): string[] {
  return decideMatches({ candidates, atWarehouse: new Set(atWarehouse) }).map(
    ({ variantId, state, mapTo }) => (mapTo ? `${variantId}: ${state} → ${mapTo}` : `${variantId}: ${state}`),
  );
}

test("a variant whose SKU the warehouse knows is mapped to it", () => {
  expect(decide([candidate("mug", { sku: "M1" })], ["M1"])).toEqual(["mug: mapped → M1"]);
});

test("an SKU the warehouse does not know is left alone", () => {
  expect(decide([candidate("mug", { sku: "M1" })], ["M2"])).toEqual(["mug: not_at_warehouse"]);
});

test("an SKU in other capitals is another SKU", () => {
  expect(decide([candidate("mug", { sku: "m1" })], ["M1"])).toEqual(["mug: not_at_warehouse"]);
});

test("a variant without an SKU is left alone", () => {
  expect(decide([candidate("mug", {})], ["M1"])).toEqual(["mug: no_sku"]);
});

test("two variants with one SKU are never guessed between", () => {
  const both = [candidate("balm", { sku: "C1" }), candidate("grease", { sku: "C1" })];
  expect(decide(both, ["C1"])).toEqual(["balm: duplicate_sku", "grease: duplicate_sku"]);
});

test("a mapping stays when another variant takes the same SKU", () => {
  const both = [candidate("mug", { sku: "M1", mappedTo: "M1" }), candidate("copy", { sku: "M1" })];
  expect(decide(both, ["M1"])).toEqual(["mug: mapped", "copy: duplicate_sku"]);
});

test("a mapping stays when the SKU is renamed in the shop, and its warehouse SKU is not given to another", () => {
  const both = [candidate("mug", { sku: "NEW", mappedTo: "M1" }), candidate("other", { sku: "M1" })];
  expect(decide(both, ["M1", "NEW"])).toEqual(["mug: mapped", "other: duplicate_sku"]);
});

test("a bundle is never mapped, and does not make an SKU ambiguous", () => {
  const both = [candidate("bundle", { sku: "M1", bundle: true }), candidate("mug", { sku: "M1" })];
  expect(decide(both, ["M1"])).toEqual(["bundle: bundle", "mug: mapped → M1"]);
});
