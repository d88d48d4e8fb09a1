import { TZDate } from "@date-fns/tz";
import { describe, expect, test } from "vitest";
import { readOverview } from "../../app/domain/connection/read-overview.ts";
import { goLive } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { correct, receive, ship } from "../support/stock.ts";
import { createWorld, type World } from "../support/world.ts";

const goods = {
  warehouse: { MUG: 10, BOX: 4 },
  variants: [
    { sku: "MUG", onHand: 10 },
    { sku: "BOX", onHand: 4 },
  ],
};

const today = async (world: World) => (await readOverview(world.ctx)).week.at(-1);
const fresh = async (world: World) => (await readOverview(world.ctx)).freshness;

describe("how fresh the shop is", () => {
  test("is not said before anything was written because of an event", async () => {
    const world = await createWorld(goods);
    await world.connect();
    expect(await fresh(world)).toEqual({ count: 0, p50Ms: null, p95Ms: null });
  });

  test("is the time from the warehouse’s event to the shop’s figure", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    const { count, p50Ms, p95Ms } = await fresh(world);
    expect(count).toBe(1);
    expect(p50Ms).toBe(p95Ms);
    expect(p50Ms).toBeGreaterThanOrEqual(0);
    expect(p50Ms).toBeLessThan(60_000);
  });

  test("counts an outage that an event had to wait for", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atWarehouse("faults", { path: "/products", action: { kind: "status", status: 503 } });
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    await world.clearFaults();
    await world.pass(30);
    await world.settle();
    const { count, p95Ms } = await fresh(world);
    expect(count).toBe(1);
    expect(p95Ms).toBeGreaterThanOrEqual(30 * 60_000);
  });

  test("does not count what the merchant had held back", async () => {
    const world = await createWorld(goods);
    await world.connect({ shadow: true });
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    await world.pass(60);
    await goLive(world.ctx, "all");
    await world.settle();
    expect((await today(world))?.raised).toBe(1);
    expect((await fresh(world)).count).toBe(0);
  });

  test("does not count what a comparison found", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await correct(world, { sku: "MUG", pieces: 3 });
    await world.sweep();
    expect((await today(world))?.lowered).toBe(7);
    expect((await fresh(world)).count).toBe(0);
  });

  test("does not count what is a week old", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    await world.pass(7 * 24 * 60 + 1);
    expect((await fresh(world)).count).toBe(0);
  });
});

describe("a week of stock", () => {
  test("has seven days, today the last, also those on which nothing was written", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const { week } = await readOverview(world.ctx);
    // Days are those of the shop, which is in Amsterdam.
    const today = new TZDate(Date.now(), "Europe/Amsterdam").toISOString().slice(0, 10);
    const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => new Date(Date.parse(today) - ago * 86_400_000));
    expect(week.map(({ day }) => day)).toEqual(days.map((day) => day.toISOString().slice(0, 10)));
    expect(week.every(({ raised, lowered }) => raised === 0 && lowered === 0)).toBe(true);
  });

  test("counts pieces up and pieces down for themselves", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    await ship(world, { MUG: 2, BOX: 1 });
    await world.settle();
    expect(await today(world)).toMatchObject({ raised: 5, lowered: 3 });
  });

  test(
    "counts a figure once, though its answer was lost and the write repeated",
    { tags: ["proof"] },
    async () => {
      const world = await createWorld(goods);
      await world.connect();
      await world.atShop("faults", {
        path: "graphql",
        when: "answer",
        times: 3,
        action: { kind: "status", status: 502 },
      });
      await receive(world, [{ sku: "MUG", quantity: 5 }]);
      await world.settle();
      await world.retryNow();
      expect(await today(world)).toMatchObject({ raised: 5, lowered: 0 });
    },
  );
});
