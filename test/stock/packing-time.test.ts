import { expect, test } from "vitest";
import { STOCK_DEFAULTS } from "../../app/domain/stock/settings/stock-settings.ts";
import { fulfil, onHand, order, ship } from "../support/stock.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const HOUR = 60;

async function mugsAndBoxes(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOX: 10 },
    variants: [
      { sku: "MUG", onHand: 10 },
      { sku: "BOX", onHand: 10 },
    ],
  });
  await world.connect();
  return world;
}

const packingMinutes = async ({ services }: World) =>
  (await services.db.stockSettings.findUniqueOrThrow({ where: { shop: SHOP } })).packingMinutes;

/** An order is fulfilled in the store; its parcel leaves, if at all, later. */
async function fulfilled(world: World, units: Record<string, number>): Promise<void> {
  await fulfil(world, await order(world, units));
  await world.settle();
}

test("how long the warehouse takes to pack is learned from what it ships", async () => {
  const world = await mugsAndBoxes();
  await fulfilled(world, { MUG: 1 });
  await world.pass(10 * HOUR);
  await ship(world, { MUG: 1 });
  await world.settle();
  const learned = await packingMinutes(world);
  expect(learned).toBeGreaterThan(0);
  // Packed before it is fulfilled, a unit has not waited.
  const bought = await order(world, { BOX: 1 });
  await ship(world, { BOX: 1 });
  await world.settle();
  await fulfil(world, bought);
  await world.settle();
  expect(await packingMinutes(world)).toBe(learned);
});

test.each([
  ["48 hours, as chosen", 0, 10],
  ["twice as long as the warehouse takes to pack", 40 * HOUR, 9],
])("a fulfilled unit that has not left waits for %s", async (_, packing, shown) => {
  const world = await mugsAndBoxes();
  await world.services.db.stockSettings.updateMany({ data: { packingMinutes: packing } });
  await fulfilled(world, { MUG: 1 });
  expect(await onHand(world, "MUG")).toBe(9);
  await world.pass(STOCK_DEFAULTS.settleMinutes + 12 * HOUR);
  // The clock stands still while the warehouse ships nothing.
  await order(world, { BOX: 1 });
  await ship(world, { BOX: 1 });
  await world.settle();
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(shown);
});
