import { describe, expect, test } from "vitest";
import { deleteWarehouseProduct } from "../../app/domain/catalog/push/delete-warehouse-product.ts";
import { readAllChanges } from "../../app/domain/connection/sweep-all-shops.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { announce, FORM, goodsWorld, move, REF, rowOf, shown, story, takeIn } from "../support/purchases.ts";
import { SHOP, type World } from "../support/world.ts";

async function expecting(lines: Record<string, number>, stock?: Record<string, number>): Promise<World> {
  const world = await goodsWorld(stock);
  await announce(world, { lines });
  await world.settle();
  return world;
}

const counted = async (world: World) =>
  Object.fromEntries(
    (await shown(world)).goods.map(({ sku, description: _, ...pieces }) => [
      sku,
      Object.fromEntries(Object.entries(pieces).filter(([, count]) => count > 0)),
    ]),
  );

/** What the schedule does every five minutes. */
async function readChanges(world: World): Promise<void> {
  await readAllChanges(world.services.db);
  await world.settle();
}

const dropEvents = (world: World) => world.atWarehouse("deliveries/faults", { kind: "drop" });

describe("what comes in", () => {
  test("is counted for each SKU: good, defective, over, unknown, and short when the warehouse is done", async () => {
    const world = await expecting({ MUG: 8, CUP: 3, VASE: 5 }, { MUG: 5, CUP: 0, VASE: 0, BOWL: 0 });
    await takeIn(world, [
      { sku: "MUG", quantity: 6 },
      { sku: "CUP", quantity: 4 },
    ]);
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "receiving", changeable: false });
    expect(await counted(world)).toEqual({
      MUG: { announced: 8, good: 6, awaited: 2 },
      CUP: { announced: 3, good: 4, over: 1 },
      VASE: { announced: 5, awaited: 5 },
    });

    await takeIn(world, [
      { sku: "MUG", quantity: 1, defective: true },
      { sku: "BOWL", quantity: 2 },
    ]);
    await move(world, "cancelled");
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "cancelled" });
    expect(await counted(world)).toEqual({
      MUG: { announced: 8, good: 6, defective: 1, short: 1 },
      CUP: { announced: 3, good: 4, over: 1 },
      VASE: { announced: 5, short: 5 },
      BOWL: { good: 2, unknown: 2 },
    });
    const { sums, receipts } = await shown(world);
    expect(sums).toEqual({
      ...{ announced: 16, good: 12, defective: 1, unclear: 0, short: 6, awaited: 0, over: 1, unknown: 2 },
    });
    expect(receipts).toMatchObject([
      { good: 10, defective: 0 },
      { good: 2, defective: 1 },
    ]);
  });

  test("stands in the timeline with the events that told of it, each once however often it is delivered", async () => {
    const world = await expecting({ MUG: 8 });
    await world.atWarehouse("deliveries/faults", { kind: "duplicate" });
    await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
    await world.settle();
    await world.settle();
    const told = (await story(world)).slice(2);
    // The same event delivered twice is heard twice; what follows from it happens once.
    expect(told.filter((line) => line.startsWith("heard")).toSorted()).toEqual([
      ...["heard inbound-status", "heard inbound-status"],
      ...["heard receipt-received", "heard receipt-received"],
    ]);
    expect(told.filter((line) => !line.startsWith("heard"))).toEqual([
      ...["inbound-status fully_received", "received MUG"],
    ]);
    const { timeline } = await shown(world);
    expect(timeline.find(({ kind }) => kind === "received")?.details).toEqual({
      ...{ sku: "MUG", good: 8, defective: 0 },
    });
  });

  test("is noted when it is heard, at the time it was heard, also when following the hint takes several tries", async () => {
    const world = await expecting({ MUG: 8 });
    await world.atWarehouse("faults", {
      ...{ method: "GET", path: "/inbounds/", times: 1, action: { kind: "status", status: 400 } },
    });
    await takeIn(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    await world.retryNow();
    expect((await story(world)).filter((line) => line === "heard receipt-received")).toHaveLength(1);
    const hint = await world.services.db.hint.findFirstOrThrow({
      where: { shop: SHOP, event: "receipt-received" },
    });
    const { timeline } = await shown(world);
    expect(timeline.find(({ details }) => details.event === "receipt-received")?.at).toEqual(hint.receivedAt);
    expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 1, awaited: 7 } });
  });

  test("of which no event told is found within minutes", async () => {
    const world = await expecting({ MUG: 8 });
    await dropEvents(world);
    await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "expected" });
    await world.pass(5);
    await readChanges(world);
    expect(await shown(world)).toMatchObject({ stage: "received", sums: { good: 8 } });
  });

  test("in an outage longer than the warehouse can tell of is found after it", async () => {
    const world = await expecting({ MUG: 8 });
    await readChanges(world);
    await dropEvents(world);
    await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
    await world.pass(2900);
    await readChanges(world);
    expect(await shown(world)).toMatchObject({ stage: "received" });
  });

  test("is found when an event names something that is no inbound", async () => {
    const world = await expecting({ MUG: 8 });
    await dropEvents(world);
    await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
    const { db } = world.services;
    await db.hint.create({
      data: { shop: SHOP, source: "warehouse", event: "receipt-received", identifier: "VS-1" },
    });
    await world.sweep();
    expect(await shown(world)).toMatchObject({ stage: "received" });
  });
});

test("announcing is no change that an event should have told of", async () => {
  const world = await goodsWorld();
  for (let number = 0; number < 12; number++)
    await announce(world, { formId: FORM.replace(/..$/, String(10 + number)) });
  await world.settle();
  await readChanges(world);
  expect(await world.services.db.stockComparison.findMany({ where: { missedMore: { gt: 0 } } })).toEqual([]);
  expect(await world.services.db.problem.findMany()).toEqual([]);
});

test("a product that is to be announced is not deleted at the warehouse, though that does not know of it yet", async () => {
  const world = await goodsWorld();
  await announce(world, { lines: { CUP: 3 } });
  const cup = { sku: "CUP" as Sku, typedSku: "CUP" };
  expect(await deleteWarehouseProduct(world.ctx, cup)).toEqual({ outcome: "open-inbound", ref: REF });
  await world.settle();
  expect(await deleteWarehouseProduct(world.ctx, cup)).toEqual({ outcome: "open-inbound", ref: REF });
});

test("what the warehouse does in a way of its own does not put a purchase out of order", async () => {
  const world = await expecting({ MUG: 8 });
  const { expectedOn } = await rowOf(world);
  const [inbound] = await world.atWarehouse<object[]>("inbounds");
  await world.atWarehouse("faults", {
    path: `/inbounds/${REF}`,
    action: {
      kind: "body",
      contentType: "application/json",
      body: JSON.stringify({ ...inbound, expectedReceiveDate: "next week", status: "on_hold" }),
    },
  });
  await world.services.db.purchaseInbound.updateMany({ data: { due: true } });
  await world.sweep();
  expect(await rowOf(world)).toMatchObject({ status: "on_hold", stage: "expected", expectedOn });
});
