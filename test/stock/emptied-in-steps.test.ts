import { expect, test } from "vitest";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { allowZeroes } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { correct, onHand } from "../support/stock.ts";
import { createWorld, type World } from "../support/world.ts";

const SKUS = Array.from({ length: 30 }, (_, index) => `SKU-${index}`);
const [first, second] = [SKUS.slice(0, 8), SKUS.slice(8, 12)];

/** The warehouse loses these, and everything is compared. */
async function lose(world: World, skus: readonly string[]): Promise<void> {
  for (const sku of skus) await correct(world, { sku, pieces: 0 });
  await world.sweep();
}
const shown = async (world: World, skus: readonly string[]) =>
  Promise.all(skus.map((sku) => onHand(world, sku)));
const stopped = async (world: World) =>
  (await listProblems(world.ctx)).filter(({ kind }) => kind === "stock-stopped");

test("a store that is emptied in small steps is asked about as one that is emptied at once", async () => {
  const world = await createWorld({
    warehouse: Object.fromEntries(SKUS.map((sku) => [sku, 5])),
    variants: SKUS.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  await lose(world, first);
  expect(await shown(world, first)).toEqual(first.map(() => 0));
  expect(await stopped(world)).toEqual([]);

  await lose(world, second);
  expect(await shown(world, second)).toEqual(second.map(() => 5));
  expect(await stopped(world)).toMatchObject([{ details: { count: second.length } }]);

  // The merchant agrees to both: what is at 0 by then counts no more.
  await allowZeroes(world.ctx, { seen: second.length });
  await world.settle();
  expect(await shown(world, second)).toEqual(second.map(() => 0));
  await lose(world, SKUS.slice(12, 13));
  expect(await shown(world, SKUS.slice(12, 13))).toEqual([0]);
  expect(await stopped(world)).toEqual([]);
});

test("a day later what was emptied before is no part of it", async () => {
  const world = await createWorld({
    warehouse: Object.fromEntries(SKUS.map((sku) => [sku, 5])),
    variants: SKUS.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  await lose(world, first);
  await world.pass(24 * 60 + 1);
  await lose(world, second);
  expect(await shown(world, second)).toEqual(second.map(() => 0));
});

test("a small store is asked before all of it goes to 0", async () => {
  const few = SKUS.slice(0, 4);
  const world = await createWorld({
    warehouse: Object.fromEntries(few.map((sku) => [sku, 5])),
    variants: few.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  await lose(world, few);
  expect(await shown(world, few)).toEqual([5, 5, 5, 5]);
  expect(await stopped(world)).toMatchObject([{ details: { count: 4 } }]);
});
