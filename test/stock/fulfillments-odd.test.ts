import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { readChangedFulfillments } from "../../app/domain/stock/fulfillments/read-fulfillments.ts";
import { goLive, pauseStock, resumeStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { ReturningShop } from "../returns/support/receipts.ts";
import { fulfil, onHand, order, setOnHand, ship, shopOf, type Order } from "../support/stock.ts";
import { createWorld, LOCATION, productPath, readShop, type World } from "../support/world.ts";

/** Ten mugs and ten cups in both systems. */
async function mugsAndCups({ shadow = false } = {}): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, CUP: 10 },
    variants: ["MUG", "CUP"].map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect({ shadow });
  return world;
}

interface Fulfilled extends Order {
  fulfillments: { id: string }[];
}

const pathOf = ({ id }: Order) => `shops/demo/orders/${encodeURIComponent(id)}`;

/** @returns the fulfillment's id */
async function fulfilled(world: World, of: Order, lines?: object[]): Promise<string> {
  const { fulfillments } = await world.atShop<Fulfilled>(`${pathOf(of)}/fulfill`, {
    ...(lines && { lines }),
  });
  return fulfillments.at(-1)!.id;
}

const cancelFulfillment = (world: World, of: Order, id: string) =>
  world.atShop(`${pathOf(of)}/fulfillments/${encodeURIComponent(id)}/cancel`, {});

/** A mug is fulfilled, and the store's quantity set back at the same time. */
async function fulfilHidden(world: World): Promise<void> {
  await fulfil(world, await order(world, { MUG: 1 }));
  await setOnHand(world, { sku: "MUG", pieces: 10 });
}

const mapTo = async (world: World, variant: string, components: Record<string, number>) =>
  mapVariant(world.ctx, {
    variantId: (await readShop(world)).variant(variant).id as VariantId,
    components: Object.entries(components).map(([sku, quantity]) => ({ sku: sku as Sku, quantity })),
  });

/** What may be bought of each SKU. */
async function available(world: World): Promise<Record<string, number | undefined>> {
  const { variants } = await readShop(world);
  return Object.fromEntries(variants.map(({ sku, figures }) => [sku ?? "", figures?.available]));
}

async function loseWebhooks(world: World, topics: string[]): Promise<void> {
  for (const topic of topics) await world.atShop("webhooks/faults", { kind: "drop", topic });
}

describe("units of one order", () => {
  test("count by variant, also on two lines, cancelled and fulfilled again between two reads", async () => {
    const world = await mugsAndCups();
    const { lines, ...of } = await world.atShop<Order & { lines: { id: string }[] }>("shops/demo/orders", {
      location: LOCATION,
      lines: [
        { sku: "MUG", quantity: 2 },
        { sku: "MUG", quantity: 1 },
        { sku: "CUP", quantity: 2 },
      ],
    });
    const [two, one, cups] = lines.map(({ id }) => ({ id }));
    const first = await fulfilled(world, of, [{ ...two, quantity: 1 }, { ...one }, { ...cups, quantity: 1 }]);
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 7, CUP: 8 });
    await cancelFulfillment(world, of, first);
    await fulfilled(world, of, [{ ...one }]);
    await fulfilled(world, of, [{ ...two }]);
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 7, CUP: 8 });
    await ship(world, { MUG: 3 });
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 7, CUP: 8 });
  });

  test("count for the SKU that a kit and a second listing share", async () => {
    const world = await createWorld({
      warehouse: { MUG: 10, CUP: 10 },
      variants: [
        { sku: "MUG", onHand: 10 },
        { sku: "KIT", onHand: 5 },
        { sku: "SAME", onHand: 10 },
      ],
    });
    await world.connect();
    await mapTo(world, "KIT", { MUG: 2, CUP: 1 });
    await mapTo(world, "SAME", { MUG: 1 });
    await world.settle();
    const of = await order(world, { KIT: 1, SAME: 1, MUG: 1 });
    const id = await fulfilled(world, of, [{ sku: "KIT" }, { sku: "SAME" }]);
    await setOnHand(world, { sku: "KIT", pieces: 5 });
    await setOnHand(world, { sku: "SAME", pieces: 10 });
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 6, KIT: 3, SAME: 6 });
    await cancelFulfillment(world, of, id);
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 6, KIT: 3, SAME: 6 });
    await fulfilled(world, of);
    await ship(world, { MUG: 4, CUP: 1 });
    await world.settle();
    expect(await available(world)).toEqual({ MUG: 6, KIT: 3, SAME: 6 });
  });

  test("count beside those of a variant that was deleted since", async () => {
    const world = await mugsAndCups();
    const of = await order(world, { MUG: 1, CUP: 1 });
    await fulfilled(world, of, [{ sku: "MUG" }]);
    await world.settle();
    await world.remove(productPath((await readShop(world)).variant("MUG")));
    await fulfilled(world, of);
    await setOnHand(world, { sku: "CUP", pieces: 10 });
    await world.settle();
    expect(await onHand(world, "CUP")).toBe(9);
  });

  test("count once, however late and in whichever order its webhooks come again", async () => {
    const world = await mugsAndCups();
    const of = await order(world, { MUG: 2, CUP: 1 });
    const first = await fulfilled(world, of, [{ sku: "MUG", quantity: 1 }]);
    await cancelFulfillment(world, of, first);
    await fulfilled(world, of, [{ sku: "MUG" }]);
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.settle();
    const webhooks = await world.atShop<{ webhookId: string; topic: string }[]>("webhooks");
    for (const { webhookId } of webhooks.filter(({ topic }) => topic.startsWith("orders/")).reverse())
      await world.atShop(`webhooks/${webhookId}/redeliver`, {});
    await world.settle();
    await world.sweep();
    expect(await available(world)).toEqual({ MUG: 8, CUP: 9 });
  });
});

describe("a hidden fulfilled unit is held back", () => {
  test("when it was fulfilled while stock was paused", async () => {
    const world = await mugsAndCups();
    await pauseStock(world.ctx);
    await fulfilHidden(world);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    await resumeStock(world.ctx);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("when it was fulfilled in dry run", async () => {
    const world = await mugsAndCups({ shadow: true });
    await fulfilHidden(world);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    await goLive(world.ctx, "all");
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("when its item was not tracked meanwhile", async () => {
    const world = await mugsAndCups();
    const of = await order(world, { MUG: 1 });
    await world.settle();
    const mug = (await readShop(world)).variant("MUG");
    const track = (tracked: boolean) =>
      world.atShop(productPath(mug), { variants: [{ id: mug.id, tracked }] });
    await track(false);
    await world.settle();
    await fulfilled(world, of);
    await world.settle();
    await track(true);
    await setOnHand(world, { sku: "MUG", pieces: 10 });
    await world.settle();
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(9);
  });

  test("when it is counted after a large store's quantities were asked for", async () => {
    const { world, pieces } = await shopOf(34, { mostOnHand: 20 });
    const { sku, stock } = pieces.find((piece) => piece.stock > 5)!;
    await world.sweep();
    await loseWebhooks(world, [
      "orders/create",
      "orders/fulfilled",
      "orders/updated",
      "inventory_levels/update",
    ]);
    const of = await order(world, { [sku]: 1 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    await fulfilled(world, of);
    await setOnHand(world, { sku, pieces: stock });
    await readChangedFulfillments(world.ctx);
    await world.settle();
    await world.sweep();
    expect(await onHand(world, sku)).toBe(stock - 1);
    await ship(world, { [sku]: 1 });
    await world.settle();
    await world.sweep();
    expect(await onHand(world, sku)).toBe(stock - 1);
  });

  test("when the app restocks a return at the same time, and the answer is lost", async () => {
    const shop = await ReturningShop.open({ MUG: 10 });
    const { world } = shop;
    const back = await shop.comesBack({ MUG: 1 });
    await world.atShop("faults", {
      ...{ path: "graphql", operation: "Dispose", when: "answer", times: 1 },
      action: { kind: "reset" },
    });
    const lines = [{ sku: "MUG", quantity: 1 }];
    await world.atWarehouse("receive", { inboundRef: refOfReturn(back), lines });
    await fulfil(world, await order(world, { MUG: 1 }));
    await world.settle();
    // The fault has struck.
    expect(await world.atShop("faults")).toEqual([]);
    await world.pass(2);
    await world.retryNow();
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(9);
    await ship(world, { MUG: 1 });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
  });
});

test("a fulfillment cancelled long after its parcel has left errs low: the units may still be in the warehouse", async () => {
  const world = await mugsAndCups();
  const of = await order(world, { MUG: 1 });
  const id = await fulfilled(world, of);
  await ship(world, { MUG: 1 });
  await world.settle();
  await world.pass(5 * 24 * 60);
  await fulfilled(world, await order(world, { CUP: 1 }));
  await ship(world, { CUP: 1 });
  await world.settle();
  await cancelFulfillment(world, of, id);
  await world.settle();
  expect(await available(world)).toEqual({ MUG: 8, CUP: 9 });
});
