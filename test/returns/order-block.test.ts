import { expect, test } from "vitest";
import { listReturns } from "../../app/domain/returns/list-returns.ts";
import { showOrderReturns } from "../../app/domain/returns/show-order-returns.ts";
import { sendBack, sold, step, type ShownReturn } from "../support/returns.ts";
import { forgetCalls } from "../support/stock.ts";
import type { World } from "../support/world.ts";
import { fileAt, labels, mugs, twoParcelsBack } from "./labels.ts";

const inBlock = (world: World, orderId: string) => showOrderReturns(world.ctx, { orderId });

test("an order of more returns than the block shows: the newest with their labels, and how many more there are", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 30 });
  const backs: ShownReturn[] = [];
  for (let count = 0; count < 20; count++) backs.push(await sendBack(world, order, { MUG: 1 }));
  await world.settle();
  expect(await inBlock(world, order.id)).not.toHaveProperty("more");

  for (let count = 0; count < 2; count++) backs.push(await sendBack(world, order, { MUG: 1 }));
  const other = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  const { returns, more } = await inBlock(world, order.id);
  const newest = backs
    .slice(2)
    .map(({ name }) => name)
    .reverse();
  expect(returns.map(({ name }) => name)).toEqual(newest);
  for (const one of returns) {
    expect(one).toMatchObject({ label: "ready", labelUrls: [one.labelUrl], hasMoreLabels: false });
    expect((await fileAt(one.labelUrl)).length).toBeGreaterThan(0);
  }
  expect(new Set(returns.map(({ labelUrl }) => labelUrl)).size).toBe(20);
  expect(more?.returns).toBe(2);

  // The list it leads to has those that are not shown, and no other order's.
  const [path, query] = more!.page.split("?");
  expect(path).toBe("app/returns");
  const { rows } = await listReturns(world.ctx, { search: new URLSearchParams(query).get("search")! });
  expect(rows.map(({ name }) => name).sort()).toEqual(backs.map(({ name }) => name).sort());
  expect(rows.map(({ name }) => name)).not.toContain(other.name);
});

test("a return in two parcels: both labels", async () => {
  const world = await mugs();
  const back = await twoParcelsBack(world);
  await world.settle();
  const [shown] = (await inBlock(world, back.orderId)).returns;
  expect(shown?.labelUrls).toHaveLength(2);
  expect(new Set(shown?.labelUrls)).toEqual(new Set((await labels(world, back)).flat()));
  expect(shown).toMatchObject({ labelUrl: shown!.labelUrls![0], hasMoreLabels: false });
});

test("a return of more parcels than are read: the labels of some, and that there are more", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 6 });
  const back = await sendBack(world, order, { MUG: 6 });
  const deliver = (label: string) =>
    step(world, back, "deliveries", { lines: [{ sku: "MUG", quantity: 1 }], label });
  const urls = [1, 2, 3, 4, 5].map((number) => `https://labels.example.com/${number}.pdf`);
  for (const url of urls) await deliver(url);
  await world.settle();
  const shown = async () => (await inBlock(world, order.id)).returns[0];
  expect(await shown()).toMatchObject({ label: "theirs", labelUrls: urls, hasMoreLabels: false });
  await deliver("https://labels.example.com/6.pdf");
  await world.settle();
  expect(await shown()).toMatchObject({ label: "theirs", labelUrls: urls, hasMoreLabels: true });
});

test("labels are asked for with one call, and with none where no return has one", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 3 });
  const calls = async () => {
    await forgetCalls(world);
    await inBlock(world, order.id);
    return (await world.atShop<{ calls: Record<string, number> }>("calls")).calls;
  };
  await sendBack(world, order, { MUG: 1 }, { status: "requested" });
  await world.settle();
  expect(await calls()).toEqual({});
  for (let count = 0; count < 2; count++) await sendBack(world, order, { MUG: 1 });
  await world.settle();
  expect(await calls()).toEqual({ nodes: 1 });
});
