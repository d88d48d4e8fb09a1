import { describe, expect, test } from "vitest";
import {
  changeStockSettings,
  pauseStock,
  resumeStock,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { STOCK_DEFAULTS } from "../../app/domain/stock/settings/stock-settings.ts";
import { ledger, order, receive, setOnHand, ship } from "../support/stock.ts";
import { SHOP, type World } from "../support/world.ts";
import { confirm, count, held, NO_JUMPS, question, shown, SKUS, storeOf } from "./jumps.ts";

const [first, second] = [SKUS.slice(0, 8), SKUS.slice(8, 12)];
const DAY = 24 * 60;

describe("a store that is emptied", () => {
  test("in small steps is asked about as one that is emptied at once", async () => {
    const world = await storeOf(5);
    await count(world, { skus: first, units: 0 });
    expect(await shown(world, first)).toEqual([0]);
    expect(await question(world)).toEqual([]);

    await count(world, { skus: second, units: 0 });
    expect(await shown(world, second)).toEqual([5]);
    expect(await question(world)).toMatchObject([{ details: { count: second.length } }]);

    // The merchant confirms both: what is at 0 by then counts no more.
    await confirm(world);
    expect(await shown(world, second)).toEqual([0]);
    await count(world, { skus: SKUS.slice(12, 13), units: 0 });
    expect(await shown(world, SKUS.slice(12, 13))).toEqual([0]);
    expect(await question(world)).toEqual([]);
  });

  test("is not asked about together with what was emptied more than a day before", async () => {
    const world = await storeOf(5);
    await count(world, { skus: first, units: 0 });
    await world.pass(DAY + 1);
    await count(world, { skus: second, units: 0 });
    expect(await shown(world, second)).toEqual([0]);
  });

  test("is asked about before all of a small store goes to 0", async () => {
    const skus = SKUS.slice(0, 4);
    const world = await storeOf(5, { skus });
    await count(world, { skus, units: 0 });
    expect(await shown(world, skus)).toEqual([5]);
    expect(await question(world)).toMatchObject([{ details: { count: 4 } }]);
  });

  test("is asked about also when it has shown too much so far, and almost nothing remains", async () => {
    const world = await storeOf(1, { shown: 30 });
    expect(await shown(world)).toEqual([30]);
    expect(await held(world)).toEqual({
      emptied: NO_JUMPS,
      lowered: { count: 30, shown: 900, target: 30 },
      raised: NO_JUMPS,
    });
  });
});

describe("a warehouse that suddenly has ten times as much", () => {
  const raised = { count: 30, shown: 900, target: 9_000 };

  test("is asked about before any unit is offered, and its correction ends the question", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    expect(await shown(world)).toEqual([30]);
    expect(await held(world)).toEqual({ emptied: NO_JUMPS, lowered: NO_JUMPS, raised });
    expect(await question(world)).toMatchObject([{ details: { count: 30 } }]);

    await count(world, { units: 30 });
    expect(await question(world)).toEqual([]);
    expect(await ledger(world)).toEqual([]);
  });

  test("is believed once the merchant has confirmed it, also with a few units less, and not beyond it", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    expect(await confirm(world)).toEqual({ outcome: "confirmed", count: 30 });
    expect(await shown(world)).toEqual([300]);
    await count(world, { units: 290 });
    expect(await shown(world)).toEqual([290]);
    expect(await question(world)).toEqual([]);
    await count(world, { units: 2_900 });
    expect(await shown(world)).toEqual([290]);
    expect(await held(world)).toMatchObject({ raised: { count: 30 } });
  });

  test("is asked about also in steps of which none is a jump", async () => {
    const world = await storeOf(30);
    await count(world, { units: 100 });
    expect(await shown(world)).toEqual([100]);
    await count(world, { units: 300 });
    expect(await shown(world)).toEqual([100]);
    expect(await held(world)).toMatchObject({ raised: { count: 30 } });
  });

  test("is not compared with a stock of more than a day ago", async () => {
    const world = await storeOf(30);
    await count(world, { units: 100 });
    await world.pass(DAY + 1);
    await count(world, { units: 300 });
    expect(await shown(world)).toEqual([300]);
  });

  test("stays a question for as long as nobody answers it, and through a pause", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    await pauseStock(world.ctx);
    await world.pass(DAY + 1);
    await count(world, { units: 310 });
    await world.pass(DAY + 1);
    await resumeStock(world.ctx);
    await world.settle();
    expect(await shown(world)).toEqual([30]);
    expect(await held(world)).toMatchObject({ raised: { count: 30, target: 9_300 } });
  });

  test("is asked about also while few others had risen in the hours before", async () => {
    const world = await storeOf(30);
    await count(world, { skus: first, units: 300 });
    expect(await shown(world, first)).toEqual([300]);
    await count(world, { skus: second, units: 0 });
    expect(await shown(world, second)).toEqual([30]);
    expect(await held(world)).toMatchObject({ emptied: { count: 4 }, raised: NO_JUMPS });
  });

  test("is asked about in a store that has been in sync since before usual stock was kept", async () => {
    const world = await storeOf(30);
    await world.services.db.stockLook.updateMany({
      where: { shop: SHOP },
      data: { usualStock: null, usualSince: null },
    });
    await count(world, { units: 300 });
    expect(await shown(world)).toEqual([30]);
    expect(await held(world)).toMatchObject({ raised });
  });
});

test("a fall to one unit each is asked about, and to nothing once more", async () => {
  const world = await storeOf(30);
  await count(world, { units: 1 });
  expect(await shown(world)).toEqual([30]);
  const seen = await held(world);
  expect(seen).toEqual({
    emptied: NO_JUMPS,
    lowered: { count: 30, shown: 900, target: 30 },
    raised: NO_JUMPS,
  });

  // What the merchant has seen is not what there is by now.
  await count(world, { units: 0 });
  expect(await confirm(world, seen)).toMatchObject({
    outcome: "other-jumps",
    stopped: { emptied: { count: 30 } },
  });
  expect(await shown(world)).toEqual([30]);

  await count(world, { units: 1 });
  await confirm(world, seen);
  expect(await shown(world)).toEqual([1]);
  await count(world, { units: 0 });
  expect(await shown(world)).toEqual([1]);
});

describe("nobody is asked", () => {
  async function isWritten(world: World, units: number): Promise<void> {
    expect(await question(world)).toEqual([]);
    expect(await shown(world)).toEqual([units]);
  }

  test("about what an inbound has brought", async () => {
    const world = await storeOf(5);
    await receive(
      world,
      SKUS.map((sku) => ({ sku, quantity: 100 })),
    );
    await world.settle();
    await isWritten(world, 105);
  });

  test("about a store that had shown too little when it went live", async () => {
    await isWritten(await storeOf(300, { shown: 1 }), 300);
  });

  test("about what another app has set to 0, once no order can be waiting for it", async () => {
    const world = await storeOf(30);
    const [sold, ...others] = SKUS;
    for (const sku of others) await setOnHand(world, { sku, pieces: 0, app: "Other stock app" });
    await world.settle();
    expect(await shown(world, others)).toEqual([0]);
    await world.pass(STOCK_DEFAULTS.settleMinutes + 1);
    // The wait ends when the warehouse has shipped something since.
    await order(world, { [sold!]: 1 });
    await ship(world, { [sold!]: 1 });
    await world.settle();
    await world.sweep();
    expect(await question(world)).toEqual([]);
    expect(await shown(world, others)).toEqual([30]);
  });

  test("about what the merchant no longer keeps back", async () => {
    const world = await storeOf(30);
    await changeStockSettings(world.ctx, { buffer: 26 });
    await world.settle();
    await isWritten(world, 4);
    await changeStockSettings(world.ctx, { buffer: 0 });
    await world.settle();
    await isWritten(world, 30);
  });

  test("about units that come back after a count in the same day", async () => {
    const world = await storeOf(30);
    await changeStockSettings(world.ctx, { stopBeyond: 100 });
    await count(world, { skus: [...first, ...second], units: 0 });
    expect(await shown(world, [...first, ...second])).toEqual([0]);
    await changeStockSettings(world.ctx, { stopBeyond: 10 });
    await count(world, { units: 30 });
    await isWritten(world, 30);
  });
});
