import { describe, expect, test } from "vitest";
import { correct, fulfil, onHand, order, receive, ship } from "../support/stock.ts";
import { createWorld, TOKEN, type World } from "../support/world.ts";

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

/*
 * Two stories that look the same to the app: units leave the warehouse, an inbound brings as many under a reference it knows. In one
 * of them the units that left were sold, in the other their booking was undone and those sold still wait to be packed.
 */
describe("an inbound that is deleted and made again under its reference", () => {
  const ref = "IN-1";
  const announce = ({ ctx }: World) =>
    ctx.warehouse(TOKEN).inbounds.create({
      ...{ ref, type: "purchase", supplierRef: "PO 1", expectedReceiveDate: "2027-01-15" },
      ...{ senderName: "A Supplier", senderEmail: "supplier@example.com", senderAddressLine1: "Quay 1" },
      ...{ senderPostCode: "1000", senderCity: "Town", senderCountryCode: "NL" },
      lines: [{ ref: "1", sku: "MUG", quantity: 5 }],
    });
  const bringOne = async (world: World) => {
    await world.atWarehouse("receive", { inboundRef: ref, lines: [{ sku: "MUG", quantity: 1 }] });
    await world.settle();
  };
  const makeAgain = async (world: World) => {
    await world.atWarehouse(`inbounds/${ref}/delete`, {});
    await announce(world);
    await world.sweep();
  };
  /** An inbound has brought a mug, and one has been sold and fulfilled since. */
  async function broughtAndSold(): Promise<World> {
    const world = await mugsAndBowls();
    await world.pass(2 * DAY + 1);
    await world.sweep();
    await announce(world);
    await bringOne(world);
    await fulfil(world, await order(world, { MUG: 1 }));
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    return world;
  }

  test("keeps what it brings off sale while units may wait to be packed, and no longer", async () => {
    const world = await broughtAndSold();
    await ship(world, { MUG: 1 });
    await makeAgain(world);
    await bringOne(world);
    expect(await onHand(world, "MUG")).toBe(10);
    await world.pass(2 * DAY + 1);
    await fulfil(world, await order(world, { BOWL: 1 }));
    await ship(world, { BOWL: 1 });
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(11);
  });

  test("puts up no unit that waits to be packed", async () => {
    const world = await broughtAndSold();
    await correct(world, { sku: "MUG", pieces: 10 });
    await makeAgain(world);
    await bringOne(world);
    expect(await onHand(world, "MUG")).toBe(10);
  });
});
