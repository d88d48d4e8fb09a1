import { describe, expect, test } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import { forgetTheOld } from "../../app/domain/privacy/forget-the-old.ts";
import { loadFulfilled } from "../../app/domain/stock/fulfillments/fulfilled-units.ts";
import {
  cancel,
  fulfil,
  history,
  onHand,
  order,
  restock,
  setOnHand,
  ship,
  shopOf,
  type Order,
} from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

/** Ten mugs in both systems. */
async function tenMugs(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG", onHand: 10 }] });
  await world.connect();
  return world;
}

interface Fulfilled extends Order {
  fulfillments: { id: string; status: string }[];
}

const pathOf = ({ id }: Order) => `shops/demo/orders/${encodeURIComponent(id)}`;

/** Marks an order as fulfilled. @returns the fulfillment's id */
async function fulfilled(world: World, of: Order, location?: string): Promise<string> {
  const { fulfillments } = await world.atShop<Fulfilled>(`${pathOf(of)}/fulfill`, {
    ...(location && { location }),
  });
  return fulfillments.at(-1)!.id;
}

const cancelFulfillment = (world: World, of: Order, id: string) =>
  world.atShop(`${pathOf(of)}/fulfillments/${encodeURIComponent(id)}/cancel`, {});

/** Webhooks of orders are lost. */
const loseOrders = (world: World) =>
  Promise.all(
    ["orders/create", "orders/fulfilled", "orders/updated"].map((topic) =>
      world.atShop("webhooks/faults", { kind: "drop", topic }),
    ),
  );

const NO_GRACE = `UPDATE "StockSettings" SET "settleMinutes" = 0, "packingMinutes" = 0`;

const counted = async ({ services }: World) =>
  (await services.db.fulfilledUnits.findMany({ where: { shop: SHOP } })).map(({ units }) => units);

describe("a fulfilled unit that the store's quantity does not show, because one was added meanwhile", () => {
  test("is not sold again before its parcel has left", async () => {
    const world = await tenMugs();
    await fulfilled(world, await order(world, { MUG: 1 }));
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    await ship(world, { MUG: 1 });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    expect(await counted(world)).toEqual([1]);
  });

  test("is found by the next full sync when its webhooks are lost", async () => {
    const world = await tenMugs();
    await loseOrders(world);
    await fulfilled(world, await order(world, { MUG: 1 }));
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("is found by the full sync of a large store", async () => {
    const { world, pieces } = await shopOf(34, { mostOnHand: 20 });
    const piece = pieces.find(({ stock }) => stock > 5)!;
    await world.sweep();
    await loseOrders(world);
    await fulfilled(world, await order(world, { [piece.sku]: 1 }));
    await setOnHand(world, { sku: piece.sku, pieces: piece.stock });
    await world.sweep();
    expect(await onHand(world, piece.sku)).toBe(piece.stock - 1);
  });

  test("is found however late, as long as the warehouse has shipped nothing since", async () => {
    const world = await tenMugs();
    await loseOrders(world);
    await fulfilled(world, await order(world, { MUG: 1 }));
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.services.pool.query(NO_GRACE);
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("counts once, however often its order is read", async () => {
    const world = await tenMugs();
    await world.atShop("webhooks/faults", { kind: "duplicate", topic: "orders/fulfilled" });
    const of = await order(world, { MUG: 2 });
    await fulfil(world, of, { MUG: 1 });
    await world.settle();
    await fulfil(world, of, { MUG: 1 });
    await world.settle();
    await world.sweep();
    await world.sweep();
    expect(await counted(world)).toEqual([2]);
    expect(await onHand(world, "MUG")).toBe(8);
  });
});

describe("a cancelled fulfillment", () => {
  test("makes its order open again at once", async () => {
    const world = await tenMugs();
    const of = await order(world, { MUG: 1 });
    const id = await fulfilled(world, of);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    await cancelFulfillment(world, of, id);
    await world.settle();
    const { variants } = await readShop(world);
    expect(variants[0]!.figures).toMatchObject({ on_hand: 10, committed: 1, available: 9 });
  });

  test("of a parcel that has left counts as dispatched ahead", async () => {
    const world = await tenMugs();
    const of = await order(world, { MUG: 1 });
    const id = await fulfilled(world, of);
    await ship(world, { MUG: 1 });
    await world.settle();
    await cancelFulfillment(world, of, id);
    await world.settle();
    const { variants } = await readShop(world);
    expect(variants[0]!.figures).toMatchObject({ on_hand: 10, committed: 1, available: 9 });
  });

  test("of a unit that has waited for longer than the grace period is no proof that it has left", async () => {
    const world = await tenMugs();
    const of = await order(world, { MUG: 1 });
    const id = await fulfilled(world, of);
    await world.settle();
    await world.services.db.skuBalance.updateMany({ data: { lots: {}, oldestLotAt: null } });
    await cancelFulfillment(world, of, id);
    await world.settle();
    const { variants } = await readShop(world);
    expect(variants[0]!.figures).toMatchObject({ on_hand: 10, committed: 1, available: 9 });
  });

  test("that was never seen as fulfilled counts nothing", async () => {
    const world = await tenMugs();
    const of = await order(world, { MUG: 1 });
    await cancelFulfillment(world, of, await fulfilled(world, of));
    await world.settle();
    const { variants } = await readShop(world);
    expect(variants[0]!.figures).toMatchObject({ on_hand: 10, committed: 1, available: 9 });
    expect(await counted(world)).toEqual([]);
  });
});

describe("what is not counted", () => {
  test("is what another location has sent", async () => {
    const world = await tenMugs();
    await setOnHand(world, { sku: "MUG", pieces: 5, location: "Shop floor" });
    await fulfilled(world, await order(world, { MUG: 1 }), "Shop floor");
    await world.settle();
    await world.sweep();
    expect(await counted(world)).toEqual([]);
    expect(await onHand(world, "MUG")).toBe(10);
  });

  test("is what was fulfilled before counting began, until it is cancelled; it only waits for dispatch", async () => {
    const world = await createWorld({
      warehouse: { MUG: 9 },
      variants: [{ sku: "MUG", onHand: 10 }],
    });
    const of = await order(world, { MUG: 2 });
    await fulfil(world, of, { MUG: 1 });
    await world.connect();
    expect(await onHand(world, "MUG")).toBe(8);
    const { fulfillments } = (await fulfil(world, of, { MUG: 1 })) as Fulfilled;
    await world.settle();
    // Both are read with the order, and the second alone has left since.
    expect(await counted(world)).toEqual([1]);
    await cancelFulfillment(world, of, fulfillments[0]!.id);
    await world.settle();
    expect(await counted(world)).toEqual([0]);
  });

  test("is one that is first read after the grace period: the quantities have long been compared", async () => {
    const world = await tenMugs();
    const { pool } = world.services;
    await loseOrders(world);
    await fulfilled(world, await order(world, { MUG: 1 }));
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    await ship(world, { MUG: 1 });
    await world.settle();
    await pool.query(NO_GRACE);
    await world.sweep();
    expect(await counted(world)).toEqual([]);
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("is what was read after the store's quantities, until the next look", async () => {
    const world = await tenMugs();
    await fulfilled(world, await order(world, { MUG: 1 }));
    await world.settle();
    const { variantId, changedAt } = await world.services.db.fulfilledUnits.findFirstOrThrow();
    const variantIds = [variantId as VariantId];
    const at = (ms: number) => new Date(changedAt.getTime() + ms);
    const load = (readAt: Date) => loadFulfilled(world.services.pool, { shop: SHOP, variantIds, readAt });
    expect(await load(at(-1))).toEqual(new Map());
    expect(await load(at(0))).toEqual(new Map([[variantId, 1]]));
  });

  test("is anything in the mode in which the warehouse reports what may be sold", async () => {
    const world = await tenMugs();
    await world.services.db.stockSettings.updateMany({ data: { mode: "available" } });
    await world.services.db.connection.updateMany({
      data: { fulfillmentsSince: null, fulfillmentsReadAt: null },
    });
    await fulfilled(world, await order(world, { MUG: 1 }));
    await world.settle();
    await world.sweep();
    expect(await counted(world)).toEqual([]);
    expect(await world.services.db.connection.findFirst()).toMatchObject({ fulfillmentsSince: null });
  });
});

describe("what cannot be read does no harm", () => {
  const refuse = (world: World, operation: string) =>
    world.atShop("faults", {
      path: "graphql",
      operation,
      action: {
        kind: "graphql-errors",
        errors: [{ message: "This app is not approved to access the Order object.", code: "ACCESS_DENIED" }],
        data: "null",
      },
    });

  test("orders the app may not read: the quantities say what left", async () => {
    const world = await tenMugs();
    await refuse(world, "FulfillmentsOfOrders");
    await refuse(world, "FulfillmentsOfChangedOrders");
    const of = await order(world, { MUG: 1 });
    await fulfilled(world, of);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    await world.sweep();
    await ship(world, { MUG: 1 });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    // Read again at last, it has left the quantity already.
    await world.clearFaults();
    await world.sweep();
    expect(await counted(world)).toEqual([1]);
    expect(await onHand(world, "MUG")).toBe(9);
    const writes = (await history(world)).filter(({ by }) => by === "app");
    expect(writes).toEqual([]);
  });
});

describe("what was counted is forgotten", () => {
  test("with another location", async () => {
    const world = await tenMugs();
    await fulfilled(world, await order(world, { MUG: 1 }));
    await world.settle();
    expect(await counted(world)).toEqual([1]);
    const { location } = await readShop(world);
    await chooseLocation(world.ctx, { locationId: location("Shop floor") });
    expect(await counted(world)).toEqual([]);
    expect(await world.services.db.orderFulfillment.count()).toBe(0);
    expect(await world.services.db.connection.findFirst()).toMatchObject({ fulfillmentsSince: null });
  });

  test("fulfillment by fulfillment after 30 days, without counting again", async () => {
    const world = await tenMugs();
    const of = await order(world, { MUG: 2 });
    await fulfil(world, of, { MUG: 1 });
    await world.settle();
    await world.services.pool.query(`UPDATE "OrderFulfillment" SET "createdAt" = now() - interval '31 days'`);
    await forgetTheOld(world.services);
    expect(await world.services.db.orderFulfillment.count()).toBe(0);
    expect(await counted(world)).toEqual([1]);
    await cancel(world, of, { restock: false });
    await restock(world, of, { MUG: 1 });
    await world.settle();
    expect(await counted(world)).toEqual([1]);
  });
});

test("an order's 60 lines are all read", async () => {
  const skus = Array.from({ length: 60 }, (_, index) => `ITEM-${index}`);
  const world = await createWorld({
    warehouse: Object.fromEntries(skus.map((sku) => [sku, 5])),
    variants: skus.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  await fulfilled(world, await order(world, Object.fromEntries(skus.map((sku) => [sku, 1]))));
  await world.settle();
  expect(await counted(world)).toEqual(skus.map(() => 1));
});
