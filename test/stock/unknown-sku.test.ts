import { expect, test } from "vitest";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { correct, onHand, shopOf } from "../support/stock.ts";
import { createWorld, readShop, SHOP, TOKEN, type World } from "../support/world.ts";

const problems = async (world: World) =>
  (await listProblems(world.ctx)).map(({ kind, subject }) => `${kind} ${subject}`);

async function remove(world: World, sku: string): Promise<void> {
  await correct(world, { sku, pieces: 0 });
  await world.ctx.warehouse(TOKEN).products.delete(sku);
}

test("an SKU that the warehouse does not know is a problem until it is known again", async () => {
  const world = await createWorld({
    warehouse: { MUG: 5, VASE: 3 },
    variants: [{ sku: "MUG" }, { sku: "VASE" }],
  });
  await world.connect();
  expect(await problems(world)).toEqual([]);
  await remove(world, "MUG");
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(0);
  expect(await problems(world)).toEqual(["sku-unknown MUG"]);
  const { rows } = await listVariants(world.ctx, { state: "sku_unknown" });
  expect(rows.map(({ sku }) => sku)).toEqual(["MUG"]);

  await world.atWarehouse("products", [{ sku: "MUG", description: "MUG", stock: 4 }]);
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(4);
  expect(await problems(world)).toEqual([]);
});

test("an unknown SKU is no problem any more when no variant is mapped to it", async () => {
  const world = await createWorld({
    warehouse: { MUG: 5, VASE: 3 },
    variants: [{ sku: "MUG" }, { sku: "VASE" }],
  });
  await world.connect();
  await remove(world, "MUG");
  await world.sweep();
  expect(await problems(world)).toEqual(["sku-unknown MUG"]);
  const { id } = (await readShop(world)).variant("MUG");
  await world.services.db.mapping.updateMany({
    where: { shop: SHOP, variantId: id },
    data: { decision: "unmapped" },
  });
  await world.services.db.mappingComponent.deleteMany({ where: { shop: SHOP, variantId: id } });
  await world.sweep();
  expect(await problems(world)).toEqual([]);
});

test("in a large store, an unknown SKU is known again when the list shows it", async () => {
  const { world, pieces } = await shopOf(26);
  const [{ sku }] = pieces as [(typeof pieces)[number]];
  await remove(world, sku);
  await world.sweep();
  expect(await problems(world)).toEqual([`sku-unknown ${sku}`]);
  await world.atWarehouse("products", [{ sku, description: sku, stock: 7 }]);
  await world.sweep();
  expect(await problems(world)).toEqual([]);
  expect(await onHand(world, sku)).toBe(7);
});

test.each([404, 400])(
  "an SKU with a slash keeps its stock where the address of it answers %i",
  async (status) => {
    const world = await createWorld({
      warehouse: { "SHIRT/L": 40, "50%": 8, MUG: 1 },
      variants: [{ sku: "SHIRT/L" }, { sku: "50%" }, { sku: "MUG" }],
    });
    await world.atWarehouse("faults", { method: "GET", path: "%", action: { kind: "status", status } });
    await world.connect();
    expect(await onHand(world, "SHIRT/L")).toBe(40);
    expect(await onHand(world, "50%")).toBe(8);
    await correct(world, { sku: "SHIRT/L", pieces: 39 });
    await world.sweep();
    expect(await onHand(world, "SHIRT/L")).toBe(39);
    expect(await problems(world)).toEqual([]);

    await remove(world, "SHIRT/L");
    await world.sweep();
    if (status === 404) expect(await onHand(world, "SHIRT/L")).toBe(0);
    expect(await problems(world)).toEqual([
      status === 404 ? "sku-unknown SHIRT/L" : "stock-unreadable SHIRT/L",
    ]);
  },
);

test("a plain SKU that is not found and that the list shows is unknown, and not 0", async () => {
  const world = await createWorld({
    warehouse: { MUG: 5, VASE: 3 },
    variants: [{ sku: "MUG" }, { sku: "VASE" }],
  });
  await world.connect();
  await world.atWarehouse("faults", {
    method: "GET",
    path: "/products/MUG",
    action: { kind: "status", status: 404 },
  });
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(5);
  expect(await problems(world)).toEqual(["stock-unreadable MUG"]);
  await world.clearFaults();
  await world.sweep();
  expect(await problems(world)).toEqual([]);
});
