import { describe, expect, test } from "vitest";
import { findPlanNeeded } from "../../app/domain/billing/find-plan-needed.ts";
import { followShopHints } from "../../app/domain/events/follow-shop-hints.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { goLive, resumeStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { loadStockSettings } from "../../app/domain/stock/settings/stock-settings.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const DAY = 24 * 60;
const MUGS = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 1 }] };
const PLANS_PAGE = "https://admin.shopify.com/store/demo/charges/dockline/pricing_plans";

const withPlans = () => createWorld({ ...MUGS, env: { BILLING_APP_HANDLE: "dockline" } });

async function choose(world: World, name: string | null): Promise<void> {
  await world.atShop("shops/demo/plan", { name });
  await world.settle();
}

/** What the schedule does every hour. */
async function anHourGoesBy(world: World): Promise<void> {
  await runJob(world.services, { name: "sweep-all-shops", payload: {} });
  await world.settle();
}

const problems = async (world: World) =>
  (await listProblems(world.ctx)).map(({ kind, details }) => [kind, details.count]);
const mugs = async (world: World) => (await readShop(world)).onHand("MUG");
const asked = async (world: World) =>
  (await world.atShop<{ calls: Record<string, number> }>("calls")).calls.currentAppInstallation ?? 0;

async function liveWithPlan(): Promise<World> {
  const world = await withPlans();
  await world.connect({ shadow: true });
  await choose(world, "Standard");
  expect(await goLive(world.ctx, "all")).toBe("done");
  await world.settle();
  return world;
}

describe("where a plan is needed", () => {
  test("a shop without one sees what would change, cannot go live, and is shown the plans", async () => {
    const world = await withPlans();
    await world.connect({ shadow: true });
    expect(await world.ctx.db.stockLook.count({ where: { verdict: "write" } })).toBe(1);
    expect(await findPlanNeeded(world.ctx)).toEqual({ url: PLANS_PAGE, needed: true });
    const [mug] = (await readShop(world)).variants;
    expect(await goLive(world.ctx, "all")).toBe("needs-plan");
    expect(await goLive(world.ctx, [mug!.id as never])).toBe("needs-plan");
    await anHourGoesBy(world);
    expect(await loadStockSettings(world.ctx)).toMatchObject({ phase: "shadow" });
    expect(await mugs(world)).toBe(1);
    expect(await problems(world)).toEqual([]);
  });

  test("with one it goes live, and nobody is asked on each page", async () => {
    const world = await liveWithPlan();
    expect(await mugs(world)).toBe(5);
    const before = await asked(world);
    expect(await findPlanNeeded(world.ctx)).toEqual({ url: PLANS_PAGE, needed: false });
    expect(await asked(world)).toBe(before);
  });

  test("a plan that ends is told at once, and stock follows for a week, then is paused until there is one", async () => {
    const world = await liveWithPlan();
    await choose(world, null);
    expect(await problems(world)).toEqual([["plan-ended", 7]]);

    await world.pass(3 * DAY);
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    await anHourGoesBy(world);
    expect(await mugs(world)).toBe(7);
    expect(await problems(world)).toEqual([["plan-ended", 4]]);

    await world.pass(4 * DAY);
    await anHourGoesBy(world);
    expect(await problems(world)).toEqual([["plan-over", 0]]);
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect(await mugs(world)).toBe(7);
    expect(await resumeStock(world.ctx)).toBe("needs-plan");

    await choose(world, "Standard");
    expect(await problems(world)).toEqual([]);
    expect(await resumeStock(world.ctx)).toBe("done");
    await world.settle();
    expect(await mugs(world)).toBe(9);
  });

  test("it is told while products are still being read again", async () => {
    const variants = [{ sku: "MUG", onHand: 1 }, { sku: "CUP" }];
    const world = await createWorld({ ...MUGS, variants, env: { BILLING_APP_HANDLE: "dockline" } });
    await world.connect({ shadow: true });
    await choose(world, "Standard");
    await goLive(world.ctx, "all");
    await world.settle();
    for (const { productId } of (await readShop(world)).variants)
      await recordHint(world.ctx.db, {
        ...{ shop: SHOP, source: "shop", event: "products/update", identifier: productId },
      });
    const hold = { path: "graphql", times: 1, action: { kind: "hold" } };
    await world.atShop("faults", hold);
    const following = followShopHints(world.ctx);
    await world.held();
    await world.atShop("shops/demo/plan", { name: null });
    await world.delivered();
    // The question about the plan is answered, and what is asked next held back.
    await world.atShop("faults", { ...hold, skip: 1 });
    await world.atShop("release", {});
    await world.held();
    expect(await problems(world)).toEqual([["plan-ended", 7]]);
    expect(await world.ctx.db.hint.count({ where: { event: "products/update", followedAt: null } })).toBe(2);
    await world.atShop("release", {});
    await following;
    expect(await world.ctx.db.hint.count({ where: { followedAt: null } })).toBe(0);
  });

  test("an end that no webhook told is found within the hour, and a new plan when the panel is opened", async () => {
    const world = await liveWithPlan();
    await world.ctx.db.connection.updateMany({ data: { disconnectedAt: new Date() } });
    await choose(world, null);
    await world.ctx.db.connection.updateMany({ data: { disconnectedAt: null } });
    expect(await problems(world)).toEqual([]);
    await anHourGoesBy(world);
    expect(await problems(world)).toEqual([["plan-ended", 7]]);

    await world.ctx.db.connection.updateMany({ data: { disconnectedAt: new Date() } });
    await choose(world, "Standard");
    await world.ctx.db.connection.updateMany({ data: { disconnectedAt: null } });
    expect(await findPlanNeeded(world.ctx)).toEqual({ url: PLANS_PAGE, needed: false });
    expect(await problems(world)).toEqual([]);
  });

  test("a shop that does not answer keeps nobody from the panel, nor from going live", async () => {
    const world = await withPlans();
    await world.connect({ shadow: true });
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 403 } });
    expect(await findPlanNeeded(world.ctx)).toEqual({ url: PLANS_PAGE, needed: false });
    expect(await goLive(world.ctx, "all")).toBe("done");
    await world.clearFaults();
    await anHourGoesBy(world);
    expect(await problems(world)).toEqual([["plan-ended", 7]]);
  });
});

test("where everything is free nothing is shown of plans, nobody is asked, and what was told is taken back", async () => {
  const world = await createWorld(MUGS);
  await world.connect();
  await choose(world, null);
  await choose(world, "Standard");
  await choose(world, null);
  expect(await findPlanNeeded(world.ctx)).toBeNull();
  await world.ctx.db.problem.create({
    data: { shop: world.ctx.shop, kind: "plan-over", details: {}, openedAt: new Date() },
  });
  await anHourGoesBy(world);
  expect(await problems(world)).toEqual([]);
  expect(await resumeStock(world.ctx)).toBe("done");
  expect(await asked(world)).toBe(0);
});
