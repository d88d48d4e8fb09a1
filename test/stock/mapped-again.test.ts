import { describe, expect, test } from "vitest";
import { cancel, correct, onHand, order, receive, setOnHand, ship, type Order } from "../support/stock.ts";
import { LOCATION, type World } from "../support/world.ts";
import { cupsAndBoxes, map, say, sell } from "./support/cups-and-boxes.ts";

describe("units that an SKU counts already are counted once", () => {
  test("when a mapping is saved again as it is", async () => {
    const world = await cupsAndBoxes();
    await map(world, "CUP", { MUG: 1 });
    await sell(world, { CUP: 3 });
    await map(world, "CUP", { MUG: 1 });
    expect(await onHand(world, "CUP")).toBe(7);
    await ship(world, { MUG: 3 });
    await world.sweep();
    expect(await onHand(world, "CUP")).toBe(7);
  });

  test("when a variant is mapped to another SKU, and back, and sells all the time", async () => {
    const world = await cupsAndBoxes();
    await map(world, "CUP", { MUG: 1 });
    await sell(world, { CUP: 1 });
    await map(world, "CUP", { BOX: 1 });
    await sell(world, { CUP: 1 });
    await map(world, "CUP", { MUG: 1, BOX: 1 });
    await sell(world, { CUP: 1 });
    await say(world, "CUP", "unmap");
    await sell(world, { CUP: 1 });
    await map(world, "CUP", { MUG: 1 });
    expect(await onHand(world, "CUP")).toBe(6);
  });

  test("when a variant is taken from the location, and stocked there again", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { BOX: 3 });
    await world.atShop("shops/demo/inventory", { sku: "BOX", location: LOCATION, isActive: false });
    await world.settle();
    await world.sweep();
    await setOnHand(world, { sku: "BOX", pieces: 7 });
    await world.settle();
    expect(await onHand(world, "BOX")).toBe(7);
    await ship(world, { BOX: 3 });
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(7);
  });
});

/** What an SKU counts of a variant stays while it is mapped to something else. */
describe("units that are fulfilled while their variant is not mapped to an SKU count for it afterwards", () => {
  test.each(["unmapped", "mapped to another SKU"] as const)(
    "beside units that were broken, and counted out in both systems: %s",
    async (how) => {
      const world = await cupsAndBoxes();
      await map(world, "CUP", { MUG: 1 });
      await setOnHand(world, { sku: "CUP", pieces: 7 });
      await world.settle();
      await correct(world, { sku: "MUG", pieces: 7 });
      await world.sweep();
      if (how === "unmapped") await say(world, "CUP", "unmap");
      else await map(world, "CUP", { BOX: 1 });
      await sell(world, { CUP: 3 });
      await map(world, "CUP", { MUG: 1 });
      expect(await onHand(world, "CUP")).toBe(4);
    },
  );

  test("beside a fulfillment that is cancelled, and whose units have come back", async () => {
    const world = await cupsAndBoxes();
    await map(world, "CUP", { MUG: 1 });
    const { of, cancelAll } = await fulfilled(world);
    await ship(world, { MUG: 3 });
    await world.settle();
    await say(world, "CUP", "unmap");
    await receive(world, [{ sku: "MUG", quantity: 3 }]);
    await cancelAll();
    await cancel(world, of, { restock: true });
    await sell(world, { CUP: 3 });
    await map(world, "CUP", { MUG: 1 });
    expect(await onHand(world, "CUP")).toBe(7);
  });

  test("for as long as their own time, beside a fulfillment that is cancelled", async () => {
    const world = await cupsAndBoxes();
    await map(world, "CUP", { MUG: 1 });
    const { of, cancelAll } = await fulfilled(world);
    await world.pass(40 * 60);
    await say(world, "CUP", "unmap");
    await cancelAll();
    await cancel(world, of, { restock: true });
    await sell(world, { CUP: 3 });
    await map(world, "CUP", { MUG: 1 });
    // Those that were cancelled wait as well: the SKU has not counted that.
    expect(await onHand(world, "CUP")).toBe(4);
    await world.pass(10 * 60);
    // Another SKU's parcel shows that the warehouse ships.
    await sell(world, { BOX: 1 });
    await ship(world, { BOX: 1 });
    await world.settle();
    await world.sweep();
    expect(await onHand(world, "CUP")).toBe(7);
  });

  test("in the new number of units, when that is corrected", async () => {
    const world = await cupsAndBoxes();
    await map(world, "CUP", { MUG: 1 });
    await sell(world, { CUP: 3 });
    await map(world, "CUP", { MUG: 2 });
    // Six mugs of ten are fulfilled and not packed.
    expect(await onHand(world, "CUP")).toBe(2);
  });
});

/** An order of three cups is fulfilled. */
async function fulfilled(world: World): Promise<{ of: Order; cancelAll(): Promise<void> }> {
  const of = await order(world, { CUP: 3 });
  const path = `shops/demo/orders/${encodeURIComponent(of.id)}`;
  const { fulfillments } = await world.atShop<{ fulfillments: { id: string }[] }>(`${path}/fulfill`, {});
  await world.settle();
  return {
    of,
    async cancelAll() {
      for (const { id } of fulfillments)
        await world.atShop(`${path}/fulfillments/${encodeURIComponent(id)}/cancel`, {});
    },
  };
}
