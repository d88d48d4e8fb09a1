import { describe, expect, test } from "vitest";
import { askForImport } from "../../app/domain/catalog/import/ask-for-import.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { throughAll } from "../support/cut-off.ts";
import { fulfil, onHand, order, receive, ship } from "../support/stock.ts";
import { createWorld, productPath, readShop, type World } from "../support/world.ts";
import {
  changeModeThereAndBack,
  cupsAndBoxes,
  idOf,
  map,
  mostWritten,
  sell,
} from "./support/cups-and-boxes.ts";

const GRACE_MINUTES = 48 * 60;

interface AtCall {
  world: World;
  /** Maps the CUP to the mug, and has something happen before a call of the run that reads it for the first time. */
  meanwhile(happen: () => Promise<unknown>): Promise<void>;
}

/** Tells a story with something that happens before the first call of a run to either system, before the second, and so on. */
async function atEveryCall(story: (at: AtCall) => Promise<void>): Promise<void> {
  let [call, calls] = [0, 0];
  do {
    call += 1;
    const world = await cupsAndBoxes();
    const meanwhile = async (happen: () => Promise<unknown>) => {
      const components = [{ sku: "MUG" as Sku, quantity: 1 }];
      await mapVariant(world.ctx, { variantId: await idOf(world, "CUP"), components });
      calls = 0;
      const { admin, warehouse } = throughAll(world.ctx, async (carryOut) => {
        calls += 1;
        if (calls === call) await happen();
        return carryOut();
      });
      await followStockHints({ ...world.ctx, admin, warehouse });
      if (calls < call) await happen();
    };
    await story({ world, meanwhile });
  } while (call <= calls);
  expect(call).toBeGreaterThan(3);
}

describe("units that were fulfilled and not packed are not offered again", () => {
  test("when their variant is mapped by hand", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { CUP: 3 });
    await map(world, "CUP", { MUG: 1 });
    expect(await onHand(world, "CUP")).toBe(7);
    expect(await mostWritten(world, "CUP")).toBeLessThanOrEqual(7);
    await ship(world, { MUG: 3 });
    await world.settle();
    await world.sweep();
    expect(await onHand(world, "CUP")).toBe(7);
  });

  test("when their variant is mapped to an SKU that others use", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { SET: 2 });
    await map(world, "SET", { BOX: 1 });
    expect([await onHand(world, "SET"), await onHand(world, "BOX")]).toEqual([8, 8]);
    expect(await mostWritten(world, "BOX")).toBeLessThanOrEqual(8);
  });

  test("when their variant becomes a kit", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { SET: 1, CUP: 2 });
    await map(world, "CUP", { MUG: 1 });
    await map(world, "SET", { MUG: 2, BOX: 1 });
    expect(await onHand(world, "BOX")).toBe(9);
    expect(await onHand(world, "CUP")).toBe(6);
    expect(await onHand(world, "SET")).toBe(3);
    await ship(world, { MUG: 4, BOX: 1 });
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(9);
    expect(await onHand(world, "CUP")).toBe(6);
  });

  test("when their variant is matched by an import", async () => {
    const world = await createWorld({ warehouse: { BOX: 10 }, variants: [{ sku: "MUG", onHand: 10 }] });
    await world.connect();
    await sell(world, { MUG: 3 });
    await world.atWarehouse("products", [{ sku: "MUG", description: "Mug", stock: 10 }]);
    await askForImport(world.ctx);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(7);
    expect(await mostWritten(world, "MUG")).toBeLessThanOrEqual(7);
  });

  test("when the quantity mode is changed, and changed back", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { BOX: 3 });
    await changeModeThereAndBack(world);
    expect(await onHand(world, "BOX")).toBe(7);
    await ship(world, { BOX: 3 });
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(7);
  });

  test("after a weekend on which the warehouse has shipped nothing", async () => {
    const world = await cupsAndBoxes();
    await sell(world, { BOX: 3, CUP: 3 });
    await world.pass(60 * 60);
    await world.sweep();
    await map(world, "CUP", { MUG: 1 });
    expect([await onHand(world, "BOX"), await onHand(world, "CUP")]).toEqual([7, 7]);
    await changeModeThereAndBack(world);
    expect([await onHand(world, "BOX"), await onHand(world, "CUP")]).toEqual([7, 7]);
  });

  test("when the store is connected, until the grace period is over", async () => {
    const world = await createWorld({ warehouse: { BOX: 10 }, variants: [{ sku: "BOX", onHand: 10 }] });
    await fulfil(world, await order(world, { BOX: 3 }));
    await world.connect();
    expect(await onHand(world, "BOX")).toBe(7);
    expect(await mostWritten(world, "BOX")).toBeLessThanOrEqual(7);
    // Another parcel shows that the warehouse ships.
    await sell(world, { BOX: 1 });
    await world.pass(60);
    await ship(world, { BOX: 1 });
    await world.settle();
    expect(await onHand(world, "BOX")).toBe(6);
    await world.pass(GRACE_MINUTES);
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(9);
  });

  test("when their item is tracked from now on", async () => {
    const world = await createWorld({
      warehouse: { BOX: 10 },
      variants: [{ sku: "BOX", onHand: 10, tracked: false }],
    });
    await world.connect();
    await sell(world, { BOX: 3 });
    const box = (await readShop(world)).variant("BOX");
    await world.atShop(productPath(box), { variants: [{ id: box.id, tracked: true }] });
    await world.settle();
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(7);
    await ship(world, { BOX: 3 });
    await world.sweep();
    expect(await onHand(world, "BOX")).toBe(7);
  });

  test("when they are fulfilled while their variant is read for the first time", () =>
    atEveryCall(async ({ world, meanwhile }) => {
      const of = await order(world, { CUP: 1 });
      await world.settle();
      await meanwhile(() => fulfil(world, of));
      expect(await mostWritten(world, "CUP")).toBeLessThanOrEqual(9);
      await world.settle();
      expect(await onHand(world, "CUP")).toBe(9);
      await ship(world, { MUG: 1 });
      await world.sweep();
      expect(await onHand(world, "CUP")).toBe(9);
    }));
});

test("a variant that is mapped to another SKU while it is read counts for that SKU too", () =>
  atEveryCall(async ({ world, meanwhile }) => {
    await sell(world, { CUP: 3 });
    await meanwhile(async () => {
      const components = [{ sku: "BOX" as Sku, quantity: 1 }];
      await mapVariant(world.ctx, { variantId: await idOf(world, "CUP"), components });
    });
    await world.settle();
    expect([await onHand(world, "CUP"), await onHand(world, "BOX")]).toEqual([7, 7]);
    expect(await mostWritten(world, "CUP")).toBeLessThanOrEqual(7);
  }));

test("a receipt is no parcel when its units come in while their SKU is read for the first time", () =>
  atEveryCall(async ({ world, meanwhile }) => {
    await order(world, { CUP: 2 });
    await world.settle();
    await meanwhile(() => receive(world, [{ sku: "MUG", quantity: 2 }]));
    await world.settle();
    await world.sweep();
    expect(await mostWritten(world, "CUP")).toBeLessThanOrEqual(12);
    expect(await onHand(world, "CUP")).toBe(12);
  }));
