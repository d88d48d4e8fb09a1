import { beforeEach, describe, expect, test } from "vitest";
import { searchWarehouseProducts } from "../../app/domain/catalog/search-warehouse-products.ts";
import { openCatalogue } from "./bench.ts";
import { createWorld } from "../support/world.ts";

const bench = await openCatalogue();
beforeEach(async () => {
  await bench.products({
    "MUG-SKY": { barcode: "400", stock: 3 },
    "MUG-MOSS": {},
    "BIG-MUG": {},
    MUG: {},
    A_B: {},
  });
  await bench.products({ AXB: {} });
  await bench.variants({ mug: { sku: "MUG-SKY" } });
  await bench.map("mug", { "MUG-SKY": 1 });
  await bench.elsewhere((other) => other.products({ "MUG-THEIRS": {} }));
});

const found = async (text: string) => {
  const result = await searchWarehouseProducts(bench.ctx, { text });
  return result.outcome === "found" ? result.products.map(({ sku }) => sku) : result.outcome;
};

describe("what is stored", () => {
  test("is found by any part, in any case, the very SKU first and then what begins with it", async () => {
    expect(await found(" mug ")).toEqual(["MUG", "MUG-MOSS", "MUG-SKY", "BIG-MUG"]);
    expect(await found("400")).toEqual(["MUG-SKY"]);
  });

  test("signs of the search field's own mean themselves", async () => {
    expect(await found("a_b")).toEqual(["A_B"]);
  });

  test("comes with the variants that use it", async () => {
    const result = await searchWarehouseProducts(bench.ctx, { text: "mug-sky" });
    expect(result).toMatchObject({
      products: [{ sku: "MUG-SKY", stock: 3, users: 1, usedBy: [{ variantId: "mug", productTitle: "mug" }] }],
    });
  });

  test("nothing is found for nothing", async () => {
    expect(await found("  ")).toEqual([]);
  });
});

describe("what is not stored", () => {
  test("is asked for at the warehouse by just that SKU, and kept", async () => {
    const world = await createWorld({ warehouse: { LANT: 4 } });
    await world.connect();
    await world.atWarehouse("products", [{ sku: "NEW/1", description: "New lamp", stock: 6 }]);
    const first = await searchWarehouseProducts(world.ctx, { text: "NEW/1" });
    expect(first).toMatchObject({ outcome: "found", products: [{ sku: "NEW/1", stock: 6 }] });
    const again = await searchWarehouseProducts(world.ctx, { text: "lamp" });
    expect(again).toMatchObject({ products: [{ sku: "NEW/1" }] });
    expect(await searchWarehouseProducts(world.ctx, { text: "NOWHERE" })).toEqual({
      outcome: "found",
      products: [],
    });
  });

  test("cannot be said to be missing when the warehouse does not answer", async () => {
    const world = await createWorld({});
    await world.connect();
    const action = { kind: "status", status: 401 };
    await world.atWarehouse("faults", { method: "GET", path: "/fulfilment/", action });
    expect(await searchWarehouseProducts(world.ctx, { text: "NEW" })).toEqual({ outcome: "not-asked" });
  });
});
