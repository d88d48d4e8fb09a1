import { describe, expect, test } from "vitest";
import { loadHotSkus } from "../../app/domain/stock/mirror/hot-set.ts";
import { STOCK_DEFAULTS } from "../../app/domain/stock/settings/stock-settings.ts";
import {
  cancel,
  countCalls,
  forgetCalls,
  fulfil,
  history,
  ledger,
  onHand,
  order,
  receive,
  restock,
  setOnHand,
  ship,
} from "../support/stock.ts";
import { createWorld, readShop, type World } from "../support/world.ts";

const GRACE_MINUTES = STOCK_DEFAULTS.settleMinutes;

/** Ten mugs in both worlds, and the app has looked at them. */
async function mugs(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG", onHand: 10 }] });
  await world.connect();
  await forgetCalls(world);
  return world;
}

const figures = async (world: World) => {
  const found = (await readShop(world)).variant("MUG").figures;
  return [found?.on_hand, found?.committed, found?.available];
};

describe("an order", () => {
  test("writes nothing, and what was ordered is looked at first when something leaves the warehouse", async () => {
    const world = await mugs();
    expect(await loadHotSkus(world.ctx)).toEqual([]);
    await order(world, { MUG: 3 });
    await world.settle();
    expect(await figures(world)).toEqual([10, 3, 7]);
    expect(await ledger(world)).toEqual([]);
    expect(await loadHotSkus(world.ctx)).toEqual(["MUG"]);
  });

  test("fulfilled before it is packed is not offered again for as long as the warehouse may still pack it", async () => {
    const world = await createWorld({
      warehouse: { MUG: 10, BOX: 5 },
      variants: [{ sku: "MUG", onHand: 10 }],
    });
    await world.connect();
    await fulfil(world, await order(world, { MUG: 3 }));
    await world.settle();
    expect(await figures(world)).toEqual([7, 0, 7]);
    await world.pass(GRACE_MINUTES + 1);
    await world.settle();
    await world.sweep();
    // The warehouse has shipped nothing since: it may be a weekend.
    expect(await figures(world)).toEqual([7, 0, 7]);
    expect(await ledger(world)).toEqual([]);

    await ship(world, { MUG: 1 });
    await world.settle();
    expect(await figures(world)).toEqual([9, 0, 9]);
  });

  test("marked as fulfilled and then packed moves nothing of ours", async () => {
    const world = await mugs();
    await fulfil(world, await order(world, { MUG: 3 }));
    await world.settle();
    await ship(world, { MUG: 3 });
    await world.settle();
    await world.pass(GRACE_MINUTES + 1);
    await world.sweep();
    expect(await figures(world)).toEqual([7, 0, 7]);
    expect(await ledger(world)).toEqual([]);
  });

  test("marked as fulfilled does not keep goods that come in from being offered", async () => {
    const world = await mugs();
    await fulfil(world, await order(world, { MUG: 3 }));
    await world.settle();
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    expect(await figures(world)).toEqual([12, 0, 12]);
    expect(await ledger(world)).toMatchObject([{ warehouseStock: 15, held: 3, target: 12 }]);
  });

  test("packed before it is fulfilled stays promised, and is subtracted once", async () => {
    const world = await mugs();
    const bought = await order(world, { MUG: 3 });
    await ship(world, { MUG: 3 });
    await world.settle();
    expect(await figures(world)).toEqual([10, 3, 7]);
    await fulfil(world, bought);
    await world.settle();
    expect(await figures(world)).toEqual([7, 0, 7]);
    expect(await ledger(world)).toEqual([]);
  });

  test("fulfilled in two parts holds both until both have left", async () => {
    const world = await mugs();
    const bought = await order(world, { MUG: 3 });
    await fulfil(world, bought, { MUG: 1 });
    await world.settle();
    await ship(world, { MUG: 1 });
    await world.settle();
    await fulfil(world, bought);
    await world.settle();
    expect(await figures(world)).toEqual([7, 0, 7]);
    await ship(world, { MUG: 2 });
    await world.settle();
    expect(await figures(world)).toEqual([7, 0, 7]);
    expect(await ledger(world)).toEqual([]);
  });

  test("cancelled is up for sale again by the shop's own doing", async () => {
    const world = await mugs();
    await cancel(world, await order(world, { MUG: 3 }), { restock: true });
    await world.settle();
    expect(await figures(world)).toEqual([10, 0, 10]);
    expect(await ledger(world)).toEqual([]);
  });

  test("sent back and restocked in the shop is taken out until the warehouse has counted it", async () => {
    const world = await mugs();
    const bought = await order(world, { MUG: 3 });
    await fulfil(world, bought);
    await ship(world, { MUG: 3 });
    await world.settle();
    await restock(world, bought, { MUG: 1 });
    await world.settle();
    expect(await figures(world)).toEqual([7, 0, 7]);
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    expect(await figures(world)).toEqual([8, 0, 8]);
  });
});

describe("words of the shop about stock", () => {
  test("our own figure coming back is dropped without a reading", async () => {
    const world = await mugs();
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(11);
    await forgetCalls(world);
    const { id } = (await readShop(world)).variant("MUG");
    const level = await echo(world, id, 11);
    await world.atShop("shops/demo/webhooks", level);
    await world.settle();
    expect(await countCalls(world)).toEqual({ reads: 0, writes: 0 });
  });

  test("another location's figure is no concern of ours", async () => {
    const world = await mugs();
    await setOnHand(world, { sku: "MUG", pieces: 4, location: "Shop floor" });
    await world.settle();
    expect(await countCalls(world)).toEqual({ reads: 0, writes: 0 });
  });

  test("another app's figure is put right, and the ledger has it under somebody else's name", async () => {
    const world = await mugs();
    await setOnHand(world, { sku: "MUG", pieces: 14, app: "Other stock app" });
    await world.settle();
    expect(await figures(world)).toEqual([10, 0, 10]);
    expect(await ledger(world)).toMatchObject([
      { outcome: "other", shopFigure: 10, target: 14 },
      { outcome: "written", shopFigure: 14, target: 10 },
    ]);
  });
});

test("a burst of events is few readings, and one write", async () => {
  const world = await mugs();
  for (let piece = 0; piece < 20; piece++) await receive(world, [{ sku: "MUG", quantity: 1 }]);
  for (const { id } of await world.atWarehouse<{ id: string }[]>("deliveries?take=40"))
    await world.atWarehouse(`deliveries/${id}/redeliver`, { times: 3 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(30);
  const { reads } = await countCalls(world);
  expect(reads).toBeLessThanOrEqual(3);
  expect((await history(world)).filter(({ by }) => by === "app")).toHaveLength(1);
});

/** The shop's word about a variant's figure at the warehouse's location. */
async function echo(world: World, variantId: string, available: number) {
  const shop = await readShop(world);
  const number = (id: string) => Number(id.split("/").at(-1));
  const { inventoryItemId } = shop.variants.find(({ id }) => id === variantId) ?? { inventoryItemId: "" };
  return {
    topic: "inventory_levels/update",
    payload: {
      inventory_item_id: number(inventoryItemId),
      location_id: number(shop.location("Warehouse")),
      available,
    },
  };
}
