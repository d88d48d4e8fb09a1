import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { readNextTry } from "../../app/domain/connection/read-next-try.ts";
import { readOverview } from "../../app/domain/connection/read-overview.ts";
import { askForEventsAgain } from "../../app/domain/connection/ask-for-events-again.ts";
import { sweepShop } from "../../app/domain/connection/sweep-all-shops.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { groupProblems, MANY_PROBLEMS } from "../../app/domain/problems/group-problems.ts";
import { listProblemPage } from "../../app/domain/problems/list-problem-page.ts";
import { clearProblems, listProblems, openProblem } from "../../app/domain/problems/problems.ts";
import { isTurn } from "../../app/jobs/schedule.ts";
import { correct, receive } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const goods = {
  warehouse: { MUG: 5, BOX: 5 },
  variants: [
    { sku: "MUG", onHand: 5 },
    { sku: "BOX", onHand: 5 },
  ],
};

async function connected(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  return world;
}

const IMPOSSIBLE = 2_000_000_000;
const idOf = async (world: World, sku: string) => (await readShop(world)).variant(sku).id as VariantId;

describe("problems of one kind", () => {
  test("are one thing to look into, the gravest kind first, each with since when", async () => {
    const world = await connected();
    for (const sku of ["MUG", "BOX"]) await correct(world, { sku, pieces: IMPOSSIBLE });
    await world.sweep();
    await openProblem(world.ctx, { kind: "location-gone", details: { location: "Cellar" } });
    expect(await groupProblems(world.ctx)).toMatchObject([
      { kind: "location-gone", count: 1, one: { variant: null, details: { location: "Cellar" } } },
      { kind: "stock-absurd", count: 2, since: expect.any(Date) as Date },
    ]);
  });

  test("are listed one by one, each with the variant whose page tells more", async () => {
    const world = await connected();
    for (const sku of ["MUG", "BOX"]) await correct(world, { sku, pieces: IMPOSSIBLE });
    await world.sweep();
    const { rows, previous, next } = await listProblemPage(world.ctx, { kind: "stock-absurd" });
    expect(rows).toMatchObject([
      { subject: "BOX", variant: { variantId: await idOf(world, "BOX"), productTitle: "BOX" } },
      { subject: "MUG", variant: { variantId: await idOf(world, "MUG"), productTitle: "MUG" } },
    ]);
    expect([previous, next]).toEqual([null, null]);
  });

  test("are leafed through when there are many, and counted no further than anybody reads", async () => {
    const world = await connected();
    await world.services.db.problem.createMany({
      data: Array.from({ length: MANY_PROBLEMS + 1 }, (_, n) => ({
        ...{ shop: SHOP, kind: "stock-rejected", subject: `SKU-${String(n).padStart(4, "0")}` },
        ...{ details: {}, openedAt: new Date() },
      })),
    });
    expect(await groupProblems(world.ctx)).toMatchObject([{ count: MANY_PROBLEMS }]);
    const first = await listProblemPage(world.ctx, { kind: "stock-rejected" });
    const second = await listProblemPage(world.ctx, { kind: "stock-rejected", after: first.next ?? "" });
    expect(second.rows[0]?.subject).toBe("SKU-0050");
    const back = await listProblemPage(world.ctx, { kind: "stock-rejected", before: second.previous ?? "" });
    expect(back).toEqual(first);
  });

  test("lead to what carries the SKU when only that is known", async () => {
    const world = await connected();
    await openProblem(world.ctx, { kind: "stock-unreadable", subject: "MUG", details: { sku: "MUG" } });
    expect(await groupProblems(world.ctx)).toMatchObject([
      { one: { variant: { variantId: await idOf(world, "MUG") } } },
    ]);
  });
});

describe("a problem with goods", () => {
  test("is told on the page of what is made of them, and on no other", async () => {
    const world = await connected();
    await openProblem(world.ctx, { kind: "other-writer", subject: "MUG", details: { sku: "MUG", count: 3 } });
    const on = (sku: string) => listProblems(world.ctx, { goods: [{ sku: sku as Sku, quantity: 1 }] });
    expect(await on("MUG")).toMatchObject([{ kind: "other-writer" }]);
    expect(await on("BOX")).toEqual([]);
  });

  test("is over when the merchant maps the variant to others", async () => {
    const world = await connected();
    await correct(world, { sku: "MUG", pieces: IMPOSSIBLE });
    await world.sweep();
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "stock-absurd", subject: "MUG" }]);
    const variantId = await idOf(world, "MUG");
    const components = [{ sku: "BOX" as Sku, quantity: 2 }];
    await mapVariant(world.ctx, { variantId, components });
    await world.settle();
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("is over when the variant is gone from the shop", async () => {
    const world = await connected();
    await correct(world, { sku: "MUG", pieces: IMPOSSIBLE });
    await world.sweep();
    const { productId } = (await readShop(world)).variant("MUG");
    await world.remove(`shops/demo/products/${productId.split("/").at(-1)}`);
    await world.settle();
    await world.sweep();
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("stays while it is one", async () => {
    const world = await connected();
    await correct(world, { sku: "MUG", pieces: IMPOSSIBLE });
    await world.sweep();
    const components = [{ sku: "BOX" as Sku, quantity: 2 }];
    await mapVariant(world.ctx, { variantId: await idOf(world, "BOX"), components });
    await world.settle();
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "stock-absurd", subject: "MUG" }]);
  });
});

describe("the warehouse’s notifications", () => {
  const subscriptions = async (world: World) =>
    (await world.atWarehouse<{ subscriptions: number }>("health")).subscriptions;

  test("can be asked for anew, when they do not arrive", async () => {
    const world = await connected();
    expect(await subscriptions(world)).toBe(6);
    await world.pass(61);
    await askForEventsAgain(world.ctx);
    await world.settle();
    expect(await subscriptions(world)).toBe(12);
    await world.sweep();
    expect(await subscriptions(world)).toBe(12);
  });

  test("that the warehouse will not send are a problem, which is over when it takes the wish", async () => {
    const world = await createWorld(goods);
    await world.atWarehouse("faults", {
      method: "POST",
      path: "subscription",
      action: { kind: "status", status: 422, body: { message: "Too many subscriptions." } },
    });
    await world.connect();
    expect(await listProblems(world.ctx)).toMatchObject([
      { kind: "events-refused", details: { sentence: { values: { reason: "Too many subscriptions." } } } },
    ]);
    await world.clearFaults();
    await askForEventsAgain(world.ctx);
    await world.settle();
    expect(await listProblems(world.ctx)).toEqual([]);
    expect(await subscriptions(world)).toBe(6);
  });
});

describe("a warehouse that does not answer", () => {
  async function silent(): Promise<World> {
    const world = await connected();
    await world.atWarehouse("faults", { path: "/fulfilment/", action: { kind: "status", status: 503 } });
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    return world;
  }

  test("is tried again by itself, and the merchant sees when", { tags: ["proof"] }, async () => {
    const before = Date.now();
    const world = await silent();
    const { problems, nextTryAt, health } = await readOverview(world.ctx);
    const after = Date.now();
    expect(problems).toMatchObject([{ kind: "warehouse-unreachable" }]);
    expect(health).toEqual({ is: "broken" });
    expect(nextTryAt?.getTime()).toBeGreaterThan(before);
    expect(nextTryAt?.getTime()).toBeLessThanOrEqual(after + 5 * 60_000);
  });

  test("is tried at once when the merchant says so", { tags: ["proof"] }, async () => {
    const world = await silent();
    await world.clearFaults();
    await sweepShop(world.services.db, SHOP);
    await world.settle();
    expect(await listProblems(world.ctx)).toEqual([]);
    expect((await readShop(world)).onHand("MUG")).toBe(6);
    expect((await readOverview(world.ctx)).health).toEqual({ is: "healthy" });
  });

  test("is asked next by the schedule, when nothing waits", async () => {
    const world = await connected();
    const now = world.ctx.clock();
    const next = await readNextTry({ ...world.ctx, clock: () => now });
    expect(isTurn(SHOP, { round: "read-all-changes", at: next })).toBe(true);
    expect(next.getTime()).toBeGreaterThan(now.getTime());
    expect(next.getTime()).toBeLessThanOrEqual(now.getTime() + 5 * 60_000);
  });
});

test("problems are told apart by shop", async () => {
  const world = await connected();
  const theirs = world.services.openShop("theirs.myshopify.com");
  await openProblem(theirs, { kind: "stock-rejected", subject: "MUG", details: { sku: "MUG" } });
  expect(await groupProblems(world.ctx)).toEqual([]);
  expect((await listProblemPage(world.ctx, { kind: "stock-rejected" })).rows).toEqual([]);
  await clearProblems(world.ctx, { kinds: ["stock-rejected"] });
  expect(await groupProblems(theirs)).toHaveLength(1);
});
