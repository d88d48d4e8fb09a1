// @module-tag proof
import { describe, expect, test } from "vitest";
import { fulfil } from "../support/stock.ts";
import { LOCATION, SHOP, type World } from "../support/world.ts";
import { GOOD } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { forgetJobs, runForStore, tryInTurn } from "./jobs.ts";

const EVENTS = { name: "follow-stock-hints" } as const;
const FULL_SYNC = { name: "compare-stock" } as const;
/** More lines than a fulfillment is first read with. */
const MANY_LINES = 51;

async function selling(): Promise<World> {
  const world = await createFastWorld({
    warehouse: { [GOOD]: 5, MUG: 10_000 },
    variants: [
      { sku: GOOD, onHand: 5 },
      { sku: "MUG", onHand: 10_000 },
    ],
  });
  await world.connect();
  await forgetJobs(world);
  return world;
}

async function fulfilled(world: World, lines: number): Promise<void> {
  const order = await world.atShop<{ id: string }>("shops/demo/orders", {
    lines: Array.from({ length: lines }, () => ({ sku: "MUG", quantity: 1 })),
    location: LOCATION,
  });
  await fulfil(world, order);
  await world.delivered();
}

const counted = async ({ services }: World) =>
  (await services.db.fulfilledUnits.aggregate({ where: { shop: SHOP }, _sum: { units: true } }))._sum.units ??
  0;

/** @returns `skipped` when the job went on and nothing was counted */
async function countedIn(world: World, job: Parameters<typeof runForStore>[1]): Promise<string> {
  const before = await counted(world);
  const outcome = await runForStore(world, job);
  return outcome === "processed" && (await counted(world)) === before ? "skipped" : outcome;
}

describe("a call about fulfillments keeps no quantity from being set", () => {
  test("of an order that an event names", async () => {
    const world = await selling();
    await tryInTurn(world, {
      call: "FulfillmentsOfOrders",
      system: "shop",
      target: { operation: "FulfillmentsOfOrders" },
      async run() {
        await fulfilled(world, 1);
        return countedIn(world, EVENTS);
      },
    });
  });

  test("of an order with many lines", async () => {
    const world = await selling();
    await tryInTurn(world, {
      call: "MoreFulfilledLines",
      system: "shop",
      target: { operation: "MoreFulfilledLines" },
      async run() {
        await fulfilled(world, MANY_LINES);
        return countedIn(world, EVENTS);
      },
    });
  });

  test("of all orders that changed", async () => {
    const world = await selling();
    await tryInTurn(world, {
      call: "FulfillmentsOfChangedOrders",
      system: "shop",
      target: { operation: "FulfillmentsOfChangedOrders" },
      async run() {
        await fulfilled(world, 1);
        await world.services.db.hint.deleteMany({ where: { shop: SHOP } });
        return countedIn(world, FULL_SYNC);
      },
    });
  });
});

test("the store has been counting", async () => {
  const world = await selling();
  await fulfilled(world, MANY_LINES);
  expect(await countedIn(world, EVENTS)).toBe("processed");
  expect(await counted(world)).toBe(MANY_LINES);
});
