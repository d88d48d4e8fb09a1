import { expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { fulfil, onHand, order } from "../support/stock.ts";
import { createWorld, readShop, type World } from "../support/world.ts";

/** Ten mugs and ten boxes in both systems, each sold alone, and as a SET that is mapped to nothing. */
async function mugsAndBoxes(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOX: 10 },
    variants: ["MUG", "BOX", "SET"].map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect();
  return world;
}

async function mapSet(world: World): Promise<void> {
  const variantId = (await readShop(world)).variant("SET").id as VariantId;
  const components = ["MUG", "BOX"].map((sku) => ({ sku: sku as Sku, quantity: 1 }));
  expect(await mapVariant(world.ctx, { variantId, components })).toEqual({ outcome: "mapped" });
  await world.settle();
}

async function failBoxes(world: World): Promise<void> {
  await world.atWarehouse("faults", {
    path: "products/BOX",
    action: { kind: "status", status: 500, body: {} },
  });
}

async function sell(world: World, pieces: Record<string, number>): Promise<void> {
  await fulfil(world, await order(world, pieces));
  await world.settle();
}

async function recover(world: World): Promise<void> {
  await world.clearFaults();
  await world.retryNow();
  await world.sweep();
}

test("a kit's fulfilled unit counts once for its part, although another part of it could not be read", async () => {
  const world = await mugsAndBoxes();
  await mapSet(world);
  await failBoxes(world);
  await sell(world, { SET: 1 });
  await sell(world, { MUG: 1 });
  expect(await onHand(world, "MUG")).toBe(8);
  await recover(world);
  expect(await onHand(world, "MUG")).toBe(8);
  expect(await onHand(world, "BOX")).toBe(9);
});

test("a kit that was sold, and mapped when a part of it could not be read, counts once for each part", async () => {
  const world = await mugsAndBoxes();
  await sell(world, { SET: 2 });
  await failBoxes(world);
  await mapSet(world);
  expect(await onHand(world, "MUG")).toBe(8);
  await sell(world, { MUG: 1, SET: 1 });
  expect(await onHand(world, "MUG")).toBe(6);
  await recover(world);
  expect(await onHand(world, "MUG")).toBe(6);
  expect(await onHand(world, "BOX")).toBe(7);
});
