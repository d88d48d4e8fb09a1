import { describe, expect, test } from "vitest";
import { tellFlowOfReturn } from "../../app/domain/flow/tell-flow.ts";
import { clearProblems, listProblems, openProblem } from "../../app/domain/problems/problems.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { keepAlive } from "../../app/jobs/worker-liveness.server.ts";
import { kept, sendBack, sold, type ShownReturn } from "../support/returns.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";
import { applied } from "../catalog/csv-bench.ts";

interface Told {
  handle: string;
  payload: Record<string, unknown>;
}

const told = (world: World) => world.atShop<Told[]>("shops/demo/flow-triggers");
const handles = async (world: World) => (await told(world)).map(({ handle }) => handle);
const PANEL = `https://${SHOP}/admin/apps/test-api-key/app`;

async function connected(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 5 },
    variants: [
      { sku: "MUG", onHand: 5 },
      { sku: "SPARE", onHand: 2 },
    ],
  });
  await world.connect();
  return world;
}

/** A shopper sends something back, and everybody hears of it. */
async function back(world: World, lines: Record<string, number>): Promise<ShownReturn> {
  const sent = await sendBack(world, await sold(world, lines), lines);
  await world.settle();
  return sent;
}

async function received(world: World, { id }: ShownReturn, ...lines: object[]): Promise<void> {
  await world.atWarehouse("receive", { inboundRef: refOfReturn(id), lines });
  await world.settle();
}

describe("a merchant's workflows begin", () => {
  test("when the warehouse has received a return, once, with what has come of it", async () => {
    const world = await connected();
    const sent = await back(world, { MUG: 3 });
    await received(world, sent, { sku: "MUG", quantity: 1 });
    expect(await told(world)).toEqual([]);
    await received(world, sent, { sku: "MUG", quantity: 1 }, { sku: "MUG", quantity: 1, defective: true });
    const [first, ...rest] = await told(world);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      handle: "return-received",
      payload: {
        order_id: Number(sent.orderId.split("/").at(-1)),
        "Return name": sent.name,
        ...{ "Good pieces": 2, "Defective pieces": 1, "Missing pieces": 0 },
        "Return page": `${PANEL}/returns/${sent.id.split("/").at(-1)}`,
      },
    });
    // Read again, whoever asks for it, it is no news.
    await queueJob(world.services.db, { name: "follow-return", shop: SHOP, returnId: sent.id });
    await world.sweep();
    expect(await handles(world)).toEqual(["return-received"]);
  });

  test("when a return needs somebody, and again when it is for one reason more, not for one less", async () => {
    const world = await connected();
    const sent = await back(world, { SPARE: 1, MUG: 1 });
    expect(await told(world)).toMatchObject([
      { handle: "return-needs-attention", payload: { "Return name": sent.name, Reasons: "unmapped" } },
    ]);
    await received(world, sent, { sku: "MUG", quantity: 3 });
    // The merchant settles one of the two; that is no reason to call for somebody.
    const spare = (await readShop(world)).variant("SPARE").id;
    await applied(world.ctx, `Variant ID,Decision\n${spare},ignored\n`);
    await queueJob(world.services.db, { name: "follow-return", shop: SHOP, returnId: sent.id });
    await world.settle();
    expect((await kept(world, sent))?.needs.map(({ kind }) => kind)).toEqual(["over"]);
    const reasons = (await told(world))
      .filter(({ handle }) => handle === "return-needs-attention")
      .map(({ payload }) => payload.Reasons);
    expect(reasons).toEqual(["unmapped", "unmapped, over"]);
  });

  test("when a problem opens, and again when it does so anew, not while it goes on", async () => {
    const world = await connected();
    const open = () =>
      openProblem(world.ctx, { kind: "stock-absurd", subject: "MUG", details: { sku: "MUG" } });
    for (const _ of [1, 2]) {
      await open();
      await open();
      await world.settle();
      await clearProblems(world.ctx, { kinds: ["stock-absurd"] });
    }
    const payload = {
      ...{ Problem: "stock-absurd", Goods: "MUG", "Stops stock": false },
      "Problems page": `${PANEL}/problems`,
    };
    expect(await told(world)).toMatchObject([
      { handle: "problem-opened", payload },
      { handle: "problem-opened", payload },
    ]);
  });

  test("once for all problems of a kind that are open together", async () => {
    const world = await connected();
    for (const sku of ["MUG", "SPARE"])
      await openProblem(world.ctx, { kind: "stock-absurd", subject: sku, details: { sku } });
    await openProblem(world.ctx, { kind: "location-gone", details: { location: "Cellar" } });
    // Solved before anybody was told of it; the other is not.
    await clearProblems(world.ctx, { kinds: ["stock-absurd"], subjects: ["MUG"] });
    await world.settle();
    expect((await told(world)).map(({ payload }) => [payload.Problem, payload.Goods])).toEqual([
      ["stock-absurd", "SPARE"],
      ["location-gone", ""],
    ]);
  });

  test("not when the problem is over already, nor for a shop that is not connected", async () => {
    const world = await connected();
    await openProblem(world.ctx, { kind: "events-missed" });
    await clearProblems(world.ctx, { kinds: ["events-missed"] });
    await world.settle();
    const early = await createWorld({});
    await early.install();
    await openProblem(early.ctx, { kind: "events-missed" });
    await early.settle();
    expect([await told(world), await told(early)]).toEqual([[], []]);
  });
});

describe("a workflow never begins twice", () => {
  const job = (returnId: string) =>
    ({ name: "tell-flow-of-return", shop: SHOP, returnId, trigger: "return-received" }) as const;

  test("when Shopify's answer is lost: it counts as told", async () => {
    const world = await connected();
    const { id: returnId } = await back(world, { MUG: 1 });
    await world.atShop("faults", { path: "graphql", when: "answer", action: { kind: "reset" } });
    await tellFlowOfReturn(world.ctx, { returnId, trigger: "return-received" });
    await world.clearFaults();
    await world.retryNow();
    expect(await handles(world)).toEqual(["return-received"]);
  });

  test("when the worker is killed on the way: its job is not tried again", async () => {
    const world = await connected();
    const { id } = await back(world, { MUG: 1 });
    const { db, pool } = world.services;
    await queueJob(db, job(id));
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'dead', locked_at = now() - interval '10 seconds'`,
    );
    const alive = await keepAlive(pool, { workerId: "mine", isRunning: () => false });
    const ofTheDead = async () =>
      (await pool.query("SELECT 1 FROM graphile_worker.jobs WHERE locked_by = 'dead'")).rowCount;
    await expect.poll(ofTheDead).toBe(0);
    await alive.stop();
    await world.retryNow();
    expect(await told(world)).toEqual([]);
  });

  test("and what Shopify had no time for is told later", async () => {
    const world = await connected();
    const { id } = await back(world, { MUG: 1 });
    await world.atShop("shops/demo/throttle", { available: 0, restoreRate: 0.1 });
    await queueJob(world.services.db, job(id));
    await world.settle();
    expect(await told(world)).toEqual([]);
    await world.atShop("shops/demo/throttle", { available: 2000, restoreRate: 100 });
    await world.retryNow();
    expect(await handles(world)).toEqual(["return-received"]);
  });
});

test("a return goes its way, and no problem opens, although Shopify Flow cannot be told", async () => {
  const world = await connected();
  const sent = await back(world, { MUG: 1 });
  await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 403 } });
  const payload = { shop: SHOP, returnId: sent.id, trigger: "return-received" };
  await runJob(world.services, { name: "tell-flow-of-return", payload });
  await world.clearFaults();
  expect(await listProblems(world.ctx)).toEqual([]);
  await received(world, sent, { sku: "MUG", quantity: 1 });
  expect(await kept(world, sent)).toMatchObject({ stage: "settled", needs: [] });
});
