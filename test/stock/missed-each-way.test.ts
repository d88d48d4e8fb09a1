import { expect, test } from "vitest";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { createWorld, readShop, SHOP } from "../support/world.ts";

const skus = Array.from({ length: 12 }, (_, index) => `SKU-${index}`);

test("that nothing is heard of goods leaving is noticed, though what comes in is heard", async () => {
  const world = await createWorld({
    warehouse: Object.fromEntries(skus.map((sku) => [sku, 5])),
    variants: skus.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  for (let piece = 0; piece < 8; piece++)
    await world.atWarehouse("receive", { lines: [{ sku: "SKU-0", quantity: 1 }] });
  await world.settle();
  for (const sku of skus) await world.atWarehouse("correct", { sku, stock: 3 });
  await world.sweep();
  expect((await readShop(world)).variants.map(({ onHand }) => onHand)).toEqual(skus.map(() => 3));
  expect(await listProblems(world.ctx)).toMatchObject([{ kind: "events-missed", details: { count: 12 } }]);

  // A day with as many shipments heard as were missed.
  for (let event = 0; event < 12; event++)
    await recordHint(world.services.db, { shop: SHOP, source: "warehouse", event: "shipment-created" });
  await world.settle();
  await world.sweep();
  expect(await listProblems(world.ctx)).toEqual([]);
});

test("hundreds of products changed at once are read with one bulk query, not one by one", async () => {
  const world = await createWorld({ warehouse: {}, variants: [] });
  await world.connect();
  await world.atShop("shops/demo/seed", { generate: { products: 600, variantsPerProduct: 1 } });
  const { products } = await world.atShop<{ products: { id: string }[] }>("shops/demo/state");
  for (const { id } of products)
    await recordHint(world.services.db, {
      shop: SHOP,
      source: "shop",
      event: "products/update",
      identifier: id,
    });
  await world.remove("calls");
  await world.settle();
  const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
  expect(calls).toMatchObject({ bulkOperationRunQuery: 1 });
  expect(calls.product ?? 0).toBe(0);
  expect(await world.services.db.variant.count({ where: { shop: SHOP } })).toBe(600);
});
