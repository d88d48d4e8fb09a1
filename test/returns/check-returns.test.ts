import { describe, expect, test } from "vitest";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { readAllChanges } from "../../app/domain/connection/sweep-all-shops.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { letGo } from "../../app/domain/returns/let-go.ts";
import { RETURN_DEFAULTS } from "../../app/domain/returns/return-settings.ts";
import { waitLonger } from "../../app/domain/returns/wait-longer.ts";
import { readTasks } from "../../app/domain/work/read-tasks.ts";
import { runTask } from "../../app/domain/work/run-task.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { announced, inbounds, kept, sendBack, sold, step, timeline } from "../support/returns.ts";
import { createTwoAccounts, OTHER_TOKEN } from "../support/two-accounts.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** Longer than the interface can be asked back for, in minutes. */
const WEEKEND = 3 * 24 * 60;

async function mugs(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 50, LID: 50 },
    variants: [
      { sku: "MUG", onHand: 50 },
      { sku: "LID", onHand: 50 },
    ],
  });
  await world.connect();
  await readChanges(world);
  return world;
}

const back = async (world: World, lines: Record<string, number>) => {
  const made = await sendBack(world, await sold(world, lines), lines);
  await world.settle();
  return made;
};

/** What the schedule does every five minutes. */
async function readChanges(world: World): Promise<void> {
  await readAllChanges(world.services.db);
  await world.settle();
}

const dropEvents = (world: World) => world.atWarehouse("deliveries/faults", { kind: "drop" });
const receive = (world: World, ref: string, quantity: number) =>
  world.atWarehouse("receive", { inboundRef: ref, lines: [{ sku: "MUG", quantity }] });

/** What both systems sent, and what waits for it, is lost. */
async function loseAll(world: World): Promise<void> {
  await world.delivered();
  await world.services.db.hint.deleteMany({ where: { shop: SHOP } });
  await world.services.pool.query("DELETE FROM graphile_worker._private_jobs");
}

describe("a return that the warehouse went on with while no event came", () => {
  test("for longer than can be asked back is settled when the changes are read again", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    await dropEvents(world);
    await receive(world, (await kept(world, returned))!.inboundRef, 2);
    await world.pass(WEEKEND);
    await readChanges(world);
    expect(await kept(world, returned)).toMatchObject({ stage: "settled" });
  });

  test("is followed though an event that came before named its inbound", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    const { inboundRef } = (await kept(world, returned))!;
    await receive(world, inboundRef, 1);
    await world.settle();
    await dropEvents(world);
    await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });
    await world.pass(4);
    await readChanges(world);
    expect(await kept(world, returned)).toMatchObject({ inboundStatus: "cancelled" });
  });

  test("is followed though an event named something else, longer ago than can be asked back", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    await dropEvents(world);
    await receive(world, (await kept(world, returned))!.inboundRef, 2);
    await recordHint(world.services.db, {
      ...{ shop: SHOP, source: "warehouse", event: "receipt-received", identifier: "VS-100" },
    });
    await world.pass(WEEKEND);
    await world.services.db.connection.updateMany({
      where: { shop: SHOP },
      data: { changesReadAt: new Date() },
    });
    await world.settle();
    expect(await kept(world, returned)).toMatchObject({ stage: "settled" });
  });

  test("and that deleted its inbound needs the merchant within a day", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    const { inboundRef } = (await kept(world, returned))!;
    await deleteAtWarehouse(world, inboundRef);
    await world.pass(24 * 60);
    await world.sweep();
    expect(await kept(world, returned)).toMatchObject({ needs: [{ kind: "inbound-gone" }] });
    expect(await announceAnyway(world.ctx, { returnIds: [returned.id] })).toBe(1);
    await world.settle();
    expect(await kept(world, returned)).toMatchObject({ inboundStatus: "new", needs: [] });
  });
});

const deleteAtWarehouse = (world: World, ref: string) =>
  fetch(`${world.warehouse.url}/fulfilment/v3/inbounds/${ref}`, {
    method: "DELETE",
    headers: { authorization: "Bearer warehouse-token" },
  });

test(
  "a return approved while the warehouse was away is sent as soon as it answers, though its job is lost",
  { tags: ["proof"] },
  async () => {
    const world = await mugs();
    await world.atWarehouse("faults", { path: "/fulfilment/", action: { kind: "status", status: 503 } });
    const returned = await back(world, { MUG: 1 });
    await loseAll(world);
    await world.pass(4 * 24 * 60);
    await world.clearFaults();
    await readChanges(world);
    expect(await kept(world, returned)).toMatchObject({ inboundStatus: "new" });
  },
);

test("a line swapped for another while no webhook came changes what the warehouse expects within a day", async () => {
  const world = await mugs();
  const order = await sold(world, { MUG: 1, LID: 1 });
  const returned = await sendBack(world, order, { MUG: 1 });
  await world.settle();
  await step(world, returned, "lines", {
    remove: [{ id: returned.lines[0]!.id, quantity: 1 }],
    add: [{ sku: "LID", quantity: 1 }],
  });
  await loseAll(world);
  await world.pass(24 * 60);
  await world.sweep();
  expect((await inbounds(world)).map(announced)).toEqual([{ LID: 1 }]);
});

test("returns are checked in the order in which they were read last, however many need the merchant", async () => {
  const world = await mugs();
  const { db } = world.services;
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...{ shop: SHOP, returnId: `gid://shopify/Return/9${n}`, name: `#${n}`, orderId: "o", orderName: "o" },
    ...{ status: "OPEN", stage: "approved" as const, pieces: 1, lines: [], needsPerson: n % 2 === 0 },
    ...{ needs: n % 2 === 0 ? [{ kind: "label" }] : [], inboundRef: `return-9${n}`, createdAt: new Date() },
    ...{ readAt: new Date(Date.now() - (1 + ((n * 7) % 60)) * 60_000), checkAt: new Date() },
  }));
  await db.return.createMany({ data: many });
  const order = async () =>
    (await db.return.findMany({ where: { shop: SHOP }, orderBy: { readAt: "asc" } })).map(({ name }) => name);
  const before = await order();
  const begun = new Date();
  await world.sweep();
  expect(await db.return.count({ where: { shop: SHOP, readAt: { lt: begun } } })).toBe(0);
  expect(await order()).toEqual(before);
});

test("a return that cannot be read keeps no other waiting, and is read again within an hour or so", async () => {
  const world = await mugs();
  const [odd, other] = [await back(world, { MUG: 1 }), await back(world, { MUG: 1 })];
  await dropEvents(world);
  for (const one of [odd, other]) await receive(world, (await kept(world, one))!.inboundRef, 1);
  await world.atShop("faults", {
    ...{ path: "/graphql.json$", operation: "ReturnById", body: `${odd.id}"` },
    action: { kind: "graphql-errors", errors: [{ message: "Internal error" }], data: "null" },
  });
  await world.pass(24 * 60);
  await world.sweep();
  expect(await kept(world, other)).toMatchObject({ stage: "settled" });
  expect(await kept(world, odd)).toMatchObject({ stage: "labelled" });
  expect(await listProblems(world.ctx)).toMatchObject([{ kind: "return-unreadable", subject: odd.id }]);
  await world.clearFaults();
  await world.pass(61);
  await world.sweep();
  expect(await kept(world, odd)).toMatchObject({ stage: "settled" });
  expect(await listProblems(world.ctx)).toEqual([]);
});

test("what the warehouse refuses again and again is one line in the timeline", async () => {
  const world = await mugs();
  await world.atWarehouse("faults", {
    ...{ method: "POST", path: "/inbounds" },
    action: { kind: "status", status: 422, body: { message: "No returns today." } },
  });
  const returned = await back(world, { MUG: 1 });
  for (let hours = 0; hours < 3; hours++) {
    await world.pass(60);
    await world.sweep();
  }
  const refused = async () =>
    (await timeline(world, returned)).filter((entry) => entry === "announce refused").length;
  expect(await refused()).toBe(1);
  await world.clearFaults();
  await world.atWarehouse("faults", {
    ...{ method: "POST", path: "/inbounds" },
    action: { kind: "status", status: 422, body: { message: "Nor tomorrow." } },
  });
  await world.pass(60);
  await world.sweep();
  expect(await refused()).toBe(2);
});

describe("a return that the store does not show any more", () => {
  test("needs the merchant, and its inbound is read all the same", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    const { inboundRef } = (await kept(world, returned))!;
    await world.atShop(`shops/demo/orders/${encodeURIComponent(returned.orderId)}/age`, { days: 61 });
    await receive(world, inboundRef, 1);
    await world.settle();
    expect(await kept(world, returned)).toMatchObject({
      ...{ inboundStatus: "partially_received", stage: "receiving", needs: [{ kind: "not-shown" }] },
      lines: [{ good: 1 }],
    });
  });

  test("is closed when the merchant is done with it, and leaves no inbound that nobody has begun with", async () => {
    const world = await mugs();
    const returned = await back(world, { MUG: 2 });
    expect(await letGo(world.ctx, { returnId: returned.id })).toBe(false);
    await world.atShop(`shops/demo/orders/${encodeURIComponent(returned.orderId)}/age`, { days: 61 });
    await world.pass(24 * 60);
    await world.sweep();
    expect(await kept(world, returned)).toMatchObject({ stage: "labelled", needs: [{ kind: "not-shown" }] });
    expect(await letGo(world.ctx, { returnId: returned.id })).toBe(true);
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    expect(await kept(world, returned)).toMatchObject({ stage: "closed", needs: [], inboundStatus: null });
  });
});

test("a return that has not come needs the merchant after their days, and again when they have waited longer", async () => {
  const world = await mugs();
  const returned = await back(world, { MUG: 1 });
  const { inboundRef } = (await kept(world, returned))!;
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const expectOn = (expectedReceiveDate: string) =>
    world.ctx.warehouse("warehouse-token").inbounds.update(inboundRef, { expectedReceiveDate });
  const checked = async () => {
    await world.pass(24 * 60);
    await world.sweep();
    return (await kept(world, returned))!.needs;
  };
  await expectOn(daysAgo(13));
  expect(await checked()).toEqual([]);
  await expectOn(daysAgo(16));
  expect(await checked()).toEqual([{ kind: "overdue", expectedOn: daysAgo(16) }]);
  expect(await waitLonger(world.ctx, { returnId: returned.id })).toBe(true);
  await world.settle();
  expect(await kept(world, returned)).toMatchObject({ needs: [] });
  await world.pass(14 * 24 * 60);
  expect(await checked()).toMatchObject([{ kind: "overdue" }]);
  await receive(world, inboundRef, 1);
  await world.settle();
  expect(await kept(world, returned)).toMatchObject({ stage: "settled", needs: [] });
});

test("a rule that is switched on concerns all returns that wait for it, and the page shows how far that is", async () => {
  const world = await mugs();
  const { db } = world.services;
  const off = { ...RETURN_DEFAULTS, announce: false };
  await changeReturnSettings(world.ctx, off);
  const returned = await back(world, { MUG: 1 });
  const row = await db.return.findFirstOrThrow({ where: { shop: SHOP, returnId: returned.id } });
  const later = { readAt: new Date(Date.now() - 60_000), checkAt: new Date(Date.now() + 60 * 60_000) };
  await db.return.createMany({
    data: Array.from({ length: 250 }, (_, n) => ({
      ...{
        ...row,
        ...later,
        sender: undefined,
        undisposed: undefined,
        lines: [],
        needs: [],
        received: [],
        seenNeeds: [],
      },
      ...{ returnId: `gid://shopify/Return/9${n}`, inboundRef: `return-9${n}` },
    })),
  });
  const progress = async () =>
    (await readTasks(world.ctx)).map(({ state, percent, result }) => ({ state, percent, result }));

  await changeReturnSettings(world.ctx, { ...off, announce: true });
  expect(await db.return.count({ where: { shop: SHOP, checkAt: { lte: new Date() } } })).toBe(251);
  const [task] = await db.task.findMany({ where: { shop: SHOP } });
  await db.return.updateMany({
    where: { shop: SHOP, returnId: { contains: "/91" } },
    data: { readAt: new Date(), checkAt: later.checkAt },
  });
  await runTask(world.ctx, { taskId: task!.id });
  const passed = await db.return.count({ where: { shop: SHOP, returnId: { contains: "/91" } } });
  expect(await progress()).toEqual([
    { state: "running", percent: Math.round((100 * passed) / 251), result: null },
  ]);

  // Of all others nothing is to be read in the store.
  await db.return.deleteMany({ where: { shop: SHOP, returnId: { startsWith: "gid://shopify/Return/9" } } });
  await world.settle();
  expect(await kept(world, returned)).toMatchObject({ inboundStatus: "new" });
  expect(await progress()).toMatchObject([{ state: "done", result: { outcome: "checked", count: 251 } }]);
});

test("returns sent to the account before are named when the token is another's, and can be sent again", async () => {
  const { world, atOther } = await createTwoAccounts({
    warehouse: { MUG: 50 },
    other: { CUP: 3 },
    variants: [{ sku: "MUG", onHand: 50 }],
  });
  await world.connect();
  const returned = await back(world, { MUG: 1 });
  expect(await changeToken(world.ctx, { accessToken: OTHER_TOKEN })).toEqual({ outcome: "other-account" });
  await world.settle();
  expect(await kept(world, returned)).toMatchObject({ needs: [{ kind: "other-account" }] });
  await atOther("products", [{ sku: "MUG", description: "MUG", stock: 1 }]);
  expect(await announceAnyway(world.ctx, { returnIds: [returned.id] })).toBe(1);
  await world.settle();
  expect(await kept(world, returned)).toMatchObject({ inboundStatus: "new", needs: [], isElsewhere: false });
});
