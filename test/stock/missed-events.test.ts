import { describe, expect, test } from "vitest";
import { readAllChanges } from "../../app/domain/connection/sweep-all-shops.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { pauseStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { control } from "../../sandbox/demo/control.ts";
import {
  correct,
  countCalls,
  forgetCalls,
  ledger,
  onHand,
  order,
  receive,
  setOnHand,
} from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

async function mugs(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG", onHand: 10 }] });
  await world.connect();
  await readChanges(world);
  return world;
}

/** What the schedule does every five minutes. */
async function readChanges(world: World): Promise<void> {
  await readAllChanges(world.services.db);
  await world.settle();
}

const dropEvents = (world: World) => world.atWarehouse("deliveries/faults", { kind: "drop" });

const missed = async ({ services }: World) =>
  (await services.db.stockComparison.findMany({ where: { shop: SHOP } })).reduce(
    (sum, { missedMore, missedLess }) => sum + missedMore + missedLess,
    0,
  );

describe("what came in while no event arrived", () => {
  test("is found by asking which inbounds changed, and counted as missed", async () => {
    const world = await mugs();
    await dropEvents(world);
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    expect(await missed(world)).toBe(0);

    await world.pass(5);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(15);
    expect(await missed(world)).toBe(1);
  });

  test("is looked at once: what an event told is neither read again nor counted", async () => {
    const world = await mugs();
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    await forgetCalls(world);
    await world.pass(4);
    await readChanges(world);
    expect(await countCalls(world)).toEqual({ reads: 0, writes: 0 });
    expect(await missed(world)).toBe(0);
  });

  test.each([
    ["nothing else happened", () => Promise.resolve()],
    ["another event had receipts read since", (world: World) => order(world, { CUP: 1 })],
  ])("is found on an inbound that an event named before, when %s", async (_what, meanwhile) => {
    const world = await createWorld({
      warehouse: { MUG: 10, CUP: 4 },
      variants: [
        { sku: "MUG", onHand: 10 },
        { sku: "CUP", onHand: 4 },
      ],
    });
    await world.connect();
    await readChanges(world);
    const { inbound } = await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    await dropEvents(world);
    await world.atWarehouse("receive", { inboundRef: inbound.ref, lines: [{ sku: "MUG", quantity: 3 }] });
    await world.settle();
    await control(world.warehouse.url, { path: "deliveries/faults", method: "DELETE" });
    await meanwhile(world);
    await world.settle();

    await world.pass(4);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(18);
    expect(await missed(world)).toBe(1);
  });

  test("counts as named by an event also where no variant uses its SKUs", async () => {
    const world = await createWorld({
      warehouse: { MUG: 10, CUP: 4 },
      variants: [{ sku: "MUG", onHand: 10 }],
    });
    await world.connect();
    await readChanges(world);
    await receive(world, [{ sku: "CUP", quantity: 5 }]);
    await world.settle();
    await world.pass(4);
    await readChanges(world);
    expect(await missed(world)).toBe(0);
  });

  test("is found after two days by comparing everything, because the warehouse tells no further back", async () => {
    const world = await mugs();
    await dropEvents(world);
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.pass(2900);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(15);
    expect(await missed(world)).toBe(1);
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.pass(5);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(16);
    expect(await missed(world)).toBe(2);
  });

  test("is found later when the warehouse does not answer now", async () => {
    const world = await mugs();
    await dropEvents(world);
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.atWarehouse("faults", { path: "/inbounds", action: { kind: "status", status: 400 } });
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(10);
    await world.clearFaults();
    await world.pass(60);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(15);
  });

  test("is a problem when it is much, and no more a day after it ended", async () => {
    const world = await mugs();
    await world.services.db.hint.deleteMany({ where: { shop: SHOP } });
    await dropEvents(world);
    for (let piece = 1; piece <= 10; piece++) await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await readChanges(world);
    expect(await onHand(world, "MUG")).toBe(20);
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "events-missed", details: { count: 10 } }]);

    await world.pass(24 * 60 + 1);
    await world.sweep();
    expect(await listProblems(world.ctx)).toEqual([]);
  });
});

describe("what the warehouse told of by no event", () => {
  test("is counted by the comparison that found it", async () => {
    const world = await mugs();
    await correct(world, { sku: "MUG", pieces: 8 });
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(8);
    expect(await missed(world)).toBe(1);
  });

  test("is not counted while a word of it waits to be followed", async () => {
    const world = await mugs();
    await world.atWarehouse("faults", {
      path: "/products/MUG",
      times: 3,
      action: { kind: "status", status: 503 },
    });
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(15);
    expect(await missed(world)).toBe(0);
  });
});

test("that nothing is heard of goods leaving is noticed, though what comes in is heard", async () => {
  const skus = Array.from({ length: 12 }, (_, index) => `SKU-${index}`);
  const world = await createWorld({
    warehouse: Object.fromEntries(skus.map((sku) => [sku, 5])),
    variants: skus.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  for (let piece = 0; piece < 8; piece++) await receive(world, [{ sku: "SKU-0", quantity: 1 }]);
  await world.settle();
  for (const sku of skus) await correct(world, { sku, pieces: 3 });
  await world.sweep();
  expect((await readShop(world)).variants.map(({ onHand }) => onHand)).toEqual(skus.map(() => 3));
  expect(await listProblems(world.ctx)).toMatchObject([{ kind: "events-missed", details: { count: 12 } }]);

  // A day with as many shipments heard as were missed.
  for (let event = 0; event < 12; event++)
    await recordHint(world.services.db, { shop: SHOP, source: "warehouse", event: "shipment-created" });
  await world.settle();
  await world.sweep();
  expect(await listProblems(world.ctx)).toEqual([]);
});

describe("somebody else who writes the shop's stock", () => {
  test("is none as long as nothing is written here", async () => {
    const world = await mugs();
    await pauseStock(world.ctx);
    for (const pieces of [14, 13, 12]) {
      await setOnHand(world, { sku: "MUG", pieces, app: "Other stock app" });
      await world.settle();
    }
    await world.sweep();
    expect(await onHand(world, "MUG")).toBe(12);
    expect(await ledger(world)).toEqual([]);
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("three times a day is a problem, which is over when it stops", async () => {
    const world = await mugs();
    for (const pieces of [14, 13, 12]) {
      await setOnHand(world, { sku: "MUG", pieces, app: "Other stock app" });
      await world.settle();
      expect(await onHand(world, "MUG")).toBe(10);
    }
    expect((await ledger(world)).filter(({ outcome }) => outcome === "other")).toHaveLength(3);
    await world.sweep();
    expect(await listProblems(world.ctx)).toMatchObject([
      { kind: "other-writer", subject: "MUG", details: { sku: "MUG", count: 3 } },
    ]);

    await world.pass(24 * 60 + 1);
    await world.sweep();
    expect(await listProblems(world.ctx)).toEqual([]);
  });
});
