import { expect, test } from "vitest";
import { FulfilmentError } from "../../app/fulfilment/errors.ts";
import { openProblem } from "../../app/domain/problems/problems.ts";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { LOOK_ASKED } from "../../app/domain/events/translate-hint.ts";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { ONE_BY_ONE } from "../../app/domain/stock/mirror/read-warehouse-stock.ts";
import { askForUnlisted, readUnlisted } from "../../app/domain/stock/sweep/read-unlisted.ts";
import { listed, onHand, receive, shopOf, type Piece } from "../support/stock.ts";
import { LOCATION, readShop, SHOP, TOKEN, type World } from "../support/world.ts";

/** Some SKUs are taken off the warehouse's list: it does not know them any more. */
async function remove({ ctx, atWarehouse }: World, pieces: readonly Piece[]): Promise<void> {
  await atWarehouse("products", listed(pieces.map(({ sku }) => ({ sku, stock: 0 }))));
  for (const { sku } of pieces) await ctx.warehouse(TOKEN).products.delete(sku);
}

/** The warehouse's list shows nothing from here on, although the warehouse knows every SKU. */
async function forgetList({ ctx, atWarehouse }: World): Promise<void> {
  await atWarehouse("faults", { path: "/products\\?", action: { kind: "body", body: "[]" } });
  await ctx.db.warehouseProduct.updateMany({ where: { shop: SHOP }, data: { stock: null } });
}

/** Products that are asked for one by one in what follows. */
async function countAsked(world: World, work: () => Promise<unknown>): Promise<number> {
  const count = async () =>
    (await world.atWarehouse<{ calls: Record<string, number> }>("calls")).calls["GET products/:sku"] ?? 0;
  const before = await count();
  await work();
  return (await count()) - before;
}

/** The store's jobs that are due, in the order in which they run. */
async function jobsInOrder({ services }: World): Promise<string[]> {
  const { rows } = await services.pool.query<{ name: string }>(
    `SELECT task_identifier AS "name" FROM graphile_worker.jobs
     WHERE key LIKE '%' || $1 AND run_at <= now() ORDER BY priority, run_at, id`,
    [SHOP],
  );
  return rows.map(({ name }) => name);
}

const unlistedAfter = async ({ ctx }: World) =>
  (await ctx.db.connection.findUniqueOrThrow({ where: { shop: SHOP } })).unlistedAfter;

/** A round of a store that the list does not show at all, after its first run. `after`: how far it is. */
async function begun() {
  const { world, pieces } = await shopOf(8);
  await forgetList(world);
  await askForUnlisted(world.ctx);
  await readUnlisted(world.ctx);
  const after = await unlistedAfter(world);
  expect(after).toBeTruthy();
  return { world, pieces, after };
}

test("no SKU that has left the warehouse's list stays on sale after a full sync", async () => {
  const { world, pieces } = await shopOf(34);
  await changeStockSettings(world.ctx, { stopBeyond: 100 });
  const gone = pieces.slice(0, 150);
  await remove(world, gone);
  await world.sweep();
  const { variants } = await readShop(world);
  const shown = new Map(variants.map((variant) => [variant.sku, variant.onHand]));
  expect(gone.filter(({ sku }) => shown.get(sku) !== 0)).toEqual([]);
  expect(pieces.slice(150).filter(({ sku, stock }) => shown.get(sku) !== stock)).toEqual([]);
  // None of them is asked for again, until the list shows it.
  expect(await countAsked(world, () => world.sweep())).toBe(0);
  await world.atWarehouse("products", listed(gone.slice(0, 1).map(({ sku }) => ({ sku, stock: 7 }))));
  await world.sweep();
  expect(await onHand(world, gone[0]!.sku)).toBe(7);
});

test("they are asked for a few at a time, and an event has its turn between", async () => {
  const { world, pieces } = await shopOf(8);
  await forgetList(world);
  await askForUnlisted(world.ctx);
  expect(await countAsked(world, () => readUnlisted(world.ctx))).toBe(ONE_BY_ONE);
  expect(await jobsInOrder(world)).toEqual(["read-unlisted"]);

  const last = pieces.at(-1)!;
  await receive(world, [{ sku: last.sku, quantity: 3 }]);
  await world.delivered();
  expect(await jobsInOrder(world)).toEqual(["follow-stock-hints", "read-unlisted"]);
  await followStockHints(world.ctx);
  expect(await onHand(world, last.sku)).toBe(last.stock + 3);

  const rest = pieces.length - ONE_BY_ONE - 1;
  expect(await countAsked(world, () => world.settle())).toBe(rest);
  expect(await unlistedAfter(world)).toBeNull();
});

test("a full sync between leaves a round where it is, and is followed by another round", async () => {
  const { world, pieces, after } = await begun();
  await askForUnlisted(world.ctx);
  expect(await unlistedAfter(world)).toBe(after);
  // The list has not shown any of them once more.
  await world.ctx.db.warehouseProduct.updateMany({ where: { shop: SHOP }, data: { stock: null } });
  expect(await countAsked(world, () => world.settle())).toBe(pieces.length);
  expect(await unlistedAfter(world)).toBeNull();
});

test("where the store's location is closed, a round ends", async () => {
  const { world } = await shopOf(8);
  await forgetList(world);
  await askForUnlisted(world.ctx);
  await world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive: false }] });
  await readUnlisted(world.ctx);
  expect(await unlistedAfter(world)).toBeNull();
});

test("those that a problem names take no place of the others, and each of them has its turn", async () => {
  const { world, pieces } = await shopOf(8);
  const named = pieces.slice(0, 50).map(({ sku }) => sku);
  for (const [index, sku] of named.entries())
    await openProblem(world.ctx, {
      kind: index < 25 ? "stock-unreadable" : "quantity-unsynced",
      ...{ subject: sku, details: { sku } },
    });
  await forgetList(world);
  const asked: string[][] = [];
  const where = { shop: SHOP, event: LOOK_ASKED, followedAt: null };
  for (let sync = 0; sync < 3; sync++) {
    await askForUnlisted(world.ctx);
    const hints = await world.ctx.db.hint.findMany({ where });
    // Nothing comes of it: each has its problem as before.
    await world.ctx.db.hint.updateMany({ where, data: { followedAt: world.ctx.clock() } });
    asked.push(hints.map(({ identifier }) => identifier!));
  }
  expect(asked.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(new Set(asked.flat())).toEqual(new Set(named));
  const rest = pieces.length - named.length;
  expect(await countAsked(world, () => world.settle())).toBe(rest);
});

test("one that cannot be read keeps none of the others from being asked for", async () => {
  const { world, pieces } = await shopOf(8);
  await changeStockSettings(world.ctx, { stopBeyond: 100 });
  const gone = pieces.slice(0, 45);
  await remove(world, gone);
  await forgetList(world);
  const unreadable = gone.map(({ sku }) => sku).sort()[3]!;
  const path = `/products/${unreadable}$`;
  await world.atWarehouse("faults", { path, action: { kind: "status", status: 500 } });
  await askForUnlisted(world.ctx);
  await world.settle();
  const shown = new Map((await readShop(world)).variants.map(({ sku, onHand }) => [sku, onHand]));
  const onSale = gone.filter(({ sku }) => shown.get(sku) !== 0).map(({ sku }) => sku);
  expect(onSale).toEqual([unreadable]);
});

test("an outage of the warehouse stops the round, and it goes on from there", async () => {
  const { world, pieces, after } = await begun();
  await world.atWarehouse("faults", { path: "/fulfilment/", action: { kind: "status", status: 401 } });
  await expect(readUnlisted(world.ctx)).rejects.toThrow(FulfilmentError);
  expect(await unlistedAfter(world)).toBe(after);
  await world.clearFaults();
  expect(await countAsked(world, () => world.retryNow())).toBe(pieces.length - ONE_BY_ONE);
  expect(await unlistedAfter(world)).toBeNull();
});
