import { expect, test } from "vitest";
import { correct, fulfil, onHand, order, receive, ship } from "../support/stock.ts";
import { createWorld, type World } from "../support/world.ts";

async function mugsAndBowls(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOWL: 10 },
    variants: ["MUG", "BOWL"].map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect();
  return world;
}

const DAY = 24 * 60;

test("a recount upwards takes no parcel from the orders that follow", async () => {
  const world = await mugsAndBowls();
  await correct(world, { sku: "MUG", pieces: 11 });
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(11);

  const packedFirst = await order(world, { MUG: 1 });
  await ship(world, { MUG: 1 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(11);
  await fulfil(world, packedFirst);
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(10);

  const packedLast = await order(world, { MUG: 1 });
  await fulfil(world, packedLast);
  await world.settle();
  await ship(world, { MUG: 1 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(9);
});

test("what came in while receipts could not be read for days is counted once", async () => {
  const world = await mugsAndBowls();
  await world.atWarehouse("faults", { path: "/inbounds", action: { kind: "status", status: 400 } });
  await receive(world, [{ sku: "MUG", quantity: 2 }]);
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(12);
  await order(world, { MUG: 2 });
  await world.pass(3 * DAY);
  const bowl = await order(world, { BOWL: 1 });
  await ship(world, { BOWL: 1 });
  await fulfil(world, bowl);
  await world.sweep();

  await world.clearFaults();
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(12);
  expect(await onHand(world, "BOWL")).toBe(9);
});

test("what a receipt hides that could not be read for days stays reserved, and is no other order's parcel", async () => {
  const world = await mugsAndBowls();
  await fulfil(world, await order(world, { MUG: 1 }));
  await world.settle();
  await world.atWarehouse("faults", { path: "/inbounds", action: { kind: "status", status: 400 } });
  await receive(world, [{ sku: "MUG", quantity: 1 }]);
  await ship(world, { MUG: 1 });
  await world.pass(3 * DAY);
  const bowl = await order(world, { BOWL: 1, MUG: 1 });
  await ship(world, { BOWL: 1 });
  await fulfil(world, bowl, { BOWL: 1 });
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(9);

  await world.clearFaults();
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(10);
});
