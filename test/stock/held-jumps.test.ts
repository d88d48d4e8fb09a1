import { describe, expect, test } from "vitest";
import { loadConnection } from "../../app/domain/connection/load-connection.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { confirmJumps } from "../../app/domain/stock/mirror/confirm-jumps.ts";
import { makeRoom } from "../../app/domain/stock/mirror/make-room.ts";
import { lockStock } from "../../app/domain/stock/mirror/with-stock-lock.ts";
import {
  changeStockSettings,
  pauseStock,
  resumeStock,
  setBuffer,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { readStanding } from "../../app/domain/stock/report/read-standing.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { listed, onHand, receive, shopOf } from "../support/stock.ts";
import { readShop, SHOP, type World } from "../support/world.ts";
import { confirm, count, held, look, NO_JUMPS, question, say, shown, SKUS, storeOf } from "./jumps.ts";

const [few, most] = [SKUS.slice(0, 3), SKUS.slice(3, 12)];

describe("what is held back stays so", () => {
  test("when part of it is corrected, and those that are left would be few", async () => {
    const world = await storeOf(30);
    await count(world, { skus: [...few, ...most], units: 300 });
    await count(world, { skus: few, units: 30 });
    expect(await held(world)).toMatchObject({ raised: { count: most.length } });
    // They differ still, as the page says.
    const { comparisons } = await readStanding(world.ctx);
    expect(comparisons[0]).toMatchObject({ differing: most.length });
    await look(world, most.slice(0, 1));
    expect(await shown(world)).toEqual([30]);
    expect(await question(world)).toHaveLength(1);
  });

  test("through a pause, and when events come before all is compared", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    await pauseStock(world.ctx);
    await world.settle();
    expect(await held(world)).toMatchObject({ raised: { count: 30 } });
    await resumeStock(world.ctx);
    await look(world, most);
    expect(await shown(world)).toEqual([30]);
    await world.settle();
    expect(await question(world)).toHaveLength(1);
  });

  test("while a large store is compared", async () => {
    const { world, pieces } = await shopOf(34, { mostOnHand: 20 });
    const raised = pieces.filter(({ stock }) => stock >= 4).slice(0, 60);
    const skus = raised.map(({ sku }) => sku);
    const before = await Promise.all(skus.map((sku) => onHand(world, sku)));
    for (const piece of raised) piece.stock *= 10;
    await world.atWarehouse("products", listed(pieces));
    await world.sweep();
    expect(await held(world)).toMatchObject({ raised: { count: 60 } });

    await compareStock(world.ctx);
    while ((await world.services.db.stockSweep.count({ where: { shop: SHOP } })) > 0) {
      await sweepStock(world.ctx);
      await world.delivered();
    }
    await look(world, skus.slice(0, 25));
    expect(await Promise.all(skus.map((sku) => onHand(world, sku)))).toEqual(before);
    expect(await held(world)).toMatchObject({ raised: { count: 60 } });
  });

  test("when a return is to be put back in stock", async () => {
    const world = await storeOf(300);
    await count(world, { units: 30 });
    const variantId = (await readShop(world)).variant(SKUS[0]!).id as VariantId;
    const rooms = await makeRoom(world.ctx, {
      connection: (await loadConnection(world.ctx))!,
      wanted: new Map([[variantId, 2]]),
      of: "#1001-R1",
      hintOf: () => null,
      onLowered: () => Promise.reject(new Error("Nothing is lowered.")),
    });
    expect(rooms.get(variantId)).toMatchObject({ pieces: 0, why: "no-room" });
    expect(await shown(world)).toEqual([300]);
    expect(await held(world)).toMatchObject({ lowered: { count: 30 } });
  });
});

const waitsForLock = async ({ services }: World) => {
  const { rowCount } = await services.pool.query(
    `SELECT FROM pg_locks l JOIN pg_stat_activity a USING ("pid")
     WHERE NOT l."granted" AND l."locktype" = 'advisory' AND a."datname" = current_database()`,
  );
  return rowCount === 1;
};

describe("the merchant confirms", () => {
  test("no more variants than they have seen", async () => {
    const skus = SKUS.slice(0, 12);
    const world = await storeOf(5, { skus });
    await count(world, { skus, units: 0 });
    const seen = await held(world);
    expect(seen).toEqual({
      emptied: { count: 12, shown: 60, target: 0 },
      lowered: NO_JUMPS,
      raised: NO_JUMPS,
    });
    const fewer = { ...seen, emptied: { ...seen.emptied, count: 11 } };
    expect(await confirm(world, fewer)).toEqual({ outcome: "other-jumps", stopped: seen });
    await world.sweep();
    // Nor does looking at one alone let it through.
    await setBuffer(world.ctx, { sku: "SKU-3" as Sku, pieces: 1 });
    await world.settle();
    expect(await onHand(world, "SKU-3")).toBe(5);
    expect(await confirm(world, seen)).toEqual({ outcome: "confirmed", count: 12 });
    expect(await shown(world, skus)).toEqual([0]);
  });

  test("no other units than they have seen", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    const seen = await held(world);
    await count(world, { units: 3_000 });
    expect(await confirm(world, seen)).toMatchObject({
      outcome: "other-jumps",
      stopped: { raised: { target: 90_000 } },
    });
    expect(await shown(world)).toEqual([30]);
    // Fewer are within what they have seen.
    await count(world, { units: 200 });
    expect(await confirm(world, seen)).toEqual({ outcome: "confirmed", count: 30 });
    expect(await shown(world)).toEqual([200]);
  });

  test("nothing that another look finds while they do", async () => {
    const world = await storeOf(30);
    await count(world, { units: 300 });
    const seen = await held(world);
    let answer: Promise<unknown> | undefined;
    await world.services.db.$transaction(async (tx) => {
      await lockStock(tx, SHOP);
      answer = confirmJumps(world.ctx, { seen });
      answer.catch(() => undefined); // Thrown where it is waited for.
      await expect.poll(() => waitsForLock(world)).toBe(true);
      await tx.stockLook.updateMany({ where: { shop: SHOP }, data: { warehouseStock: 0, target: 0 } });
    });
    expect(await answer).toMatchObject({ outcome: "other-jumps", stopped: { emptied: { count: 30 } } });
    await count(world, { units: 0 });
    expect(await shown(world)).toEqual([30]);
  });

  test("no stock that has changed since it was written unasked", async () => {
    const world = await storeOf(30);
    const unasked = [...few, ...most];
    await changeStockSettings(world.ctx, { stopBeyond: 40 });
    await count(world, { skus: unasked, units: 0 });
    expect(await shown(world, unasked)).toEqual([0]);
    await count(world, { skus: SKUS.slice(12, 15), units: 0 });
    const seen = await held(world);
    expect(seen).toMatchObject({ emptied: { count: 3 } });

    await changeStockSettings(world.ctx, { stopBeyond: 10 });
    await pauseStock(world.ctx);
    await say(world, { skus: unasked, units: 3_000 });
    await look(world, unasked);
    expect(await confirm(world, seen)).toEqual({ outcome: "confirmed", count: 3 });
    await resumeStock(world.ctx);
    await world.settle();
    expect(await shown(world, SKUS.slice(12, 15))).toEqual([0]);
    expect(await shown(world, unasked)).toEqual([0]);
    expect(await held(world)).toMatchObject({ raised: { count: unasked.length } });
  });
});

test("several small receipts explain as much as one, also of a kit", async () => {
  const skus = SKUS.slice(0, 12);
  const world = await storeOf(0, { skus });
  await world.services.db.mappingComponent.updateMany({ where: { shop: SHOP }, data: { quantity: 6 } });
  await world.sweep();
  await pauseStock(world.ctx);
  for (let parcel = 0; parcel < 15; parcel++) {
    await receive(
      world,
      skus.map((sku) => ({ sku, quantity: 5 })),
    );
    await world.settle();
  }
  await resumeStock(world.ctx);
  await world.settle();
  expect(await shown(world, skus)).toEqual([12]);
  expect(await question(world)).toEqual([]);
});

test("a variant that is mapped no more does not count with those that jump", async () => {
  const world = await storeOf(30);
  await count(world, { skus: most, units: 0 });
  await world.services.db.variant.updateMany({
    where: { shop: SHOP, sku: { in: most } },
    data: { state: "ignored" },
  });
  await say(world, { skus: few, units: 0 });
  await look(world, few);
  expect(await shown(world, few)).toEqual([0]);
});
