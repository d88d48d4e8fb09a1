import { describe, expect, test } from "vitest";
import { askForComparison } from "../../app/domain/stock/sweep/ask-for-comparison.ts";
import { cancelComparison } from "../../app/domain/stock/sweep/cancel-comparison.ts";
import { pauseStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { readComparison } from "../../app/domain/stock/sweep/read-comparison.ts";
import { readWriting } from "../../app/domain/stock/sweep/read-writing.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { writeDifferences } from "../../app/domain/stock/sweep/write-differences.ts";
import { putAway } from "../../app/domain/work/put-away.ts";
import { throughAll, type Around } from "../support/cut-off.ts";
import { correct, onHand, shopOf } from "../support/stock.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { createWorld, type World } from "../support/world.ts";

const PRODUCTS = 34;
const VARIANTS = PRODUCTS * 8;

/** A shop that is compared by a bulk query, in which every figure is right. */
async function large(): Promise<{ world: World; skus: string[] }> {
  const { world, pieces } = await shopOf(PRODUCTS);
  return { world, skus: pieces.map(({ sku }) => sku) };
}

async function small(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  return world;
}

const hold = (world: World) => world.atShop("bulk/faults", { kind: "hold", times: 1 });
const comparisons = ({ services }: World) => services.db.stockComparison.count();
const operations = async (world: World) =>
  (await world.atShop<{ status: string }[]>("shops/demo/bulk-operations")).map(({ status }) => status);
/** Jobs that would compare. */
const jobs = async ({ services }: World) => {
  const { rows } = await services.pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs WHERE task_identifier IN ('compare-stock', 'sweep-stock')",
  );
  return rows;
};

describe("comparing all stock when the merchant asks", () => {
  test("mends what differs, and says what was found until that is put away", async () => {
    const world = await small();
    await correct(world, { sku: "MUG", pieces: 8 });
    expect(await readComparison(world.ctx)).toBeNull();
    expect(await askForComparison(world.ctx)).toEqual({ outcome: "comparing" });
    expect(await readComparison(world.ctx)).toMatchObject({
      state: "running",
      stage: "listing",
      variants: 1,
    });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(8);
    const found = { state: "done", compared: 1, differing: 1, missed: 1 };
    expect(await readComparison(world.ctx)).toEqual(found);
    // What runs by itself says nothing, and does not take away what was said.
    await world.sweep();
    expect(await readComparison(world.ctx)).toEqual(found);
    await putAway(world.ctx, { work: "comparison" });
    expect(await readComparison(world.ctx)).toBeNull();
  });

  test("is done in a large shop, step by step", async () => {
    const { world, skus } = await large();
    await correct(world, { sku: skus[3]!, pieces: 999 });
    await hold(world);
    await askForComparison(world.ctx);
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    expect(await readComparison(world.ctx)).toMatchObject({
      state: "running",
      stage: "gathering",
      variants: VARIANTS,
    });
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await onHand(world, skus[3]!)).toBe(999);
    expect(await readComparison(world.ctx)).toEqual({
      state: "done",
      compared: VARIANTS,
      differing: 1,
      missed: 1,
    });
  });

  test("asked for again while it goes on, is one", async () => {
    const { world } = await large();
    const before = (await operations(world)).length;
    await askForComparison(world.ctx);
    await askForComparison(world.ctx);
    await world.settle();
    expect(await operations(world)).toHaveLength(before + 1);
  });

  test("is not begun for a shop that is not connected", async () => {
    const world = await createWorld({});
    expect(await askForComparison(world.ctx)).toEqual({ outcome: "not-connected" });
    expect(await readComparison(world.ctx)).toBeNull();
  });

  test("ends when the location is gone, which is said as a problem", async () => {
    const { world } = await large();
    await world.services.db.connection.updateMany({ data: { locationId: "gid://shopify/Location/404" } });
    await askForComparison(world.ctx);
    await world.settle();
    expect(await readComparison(world.ctx)).toBeNull();
    expect(await world.services.db.problem.findMany()).toMatchObject([{ kind: "location-gone" }]);
  });
});

describe("a comparison that is called off", () => {
  test("while the shop gathers, leaves Shopify's place free and counts nothing", async () => {
    const { world } = await large();
    const before = await comparisons(world);
    await hold(world);
    await askForComparison(world.ctx);
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    expect(await cancelComparison(world.ctx)).toBe(true);
    await world.settle();
    expect((await operations(world)).at(-1)).toBe("CANCELED");
    expect(await comparisons(world)).toBe(before);
    expect(await readComparison(world.ctx)).toBeNull();
    expect(await cancelComparison(world.ctx)).toBe(false);
    // The next hour's comes all the same.
    await world.sweep();
    expect(await comparisons(world)).toBe(before + 1);
  });

  test("before its turn, is not begun", async () => {
    const world = await small();
    const before = await comparisons(world);
    await askForComparison(world.ctx);
    await cancelComparison(world.ctx);
    await world.settle();
    expect(await comparisons(world)).toBe(before);
  });

  test(
    "anywhere in the middle stops, is not begun again, and writes what it had found by then",
    { tags: ["proof"] },
    async () => {
      const { world, skus } = await large();
      const { ctx } = world;
      let cancelled = 0;
      for (let call = 2; ; call++) {
        await correct(world, { sku: skus[3]!, pieces: 1_000 + call });
        await askForComparison(ctx);
        await compareStock(ctx);
        const before = await comparisons(world);
        const cancelling = cancelAt(world, call);
        await sweepStock(throughAll(ctx, cancelling.around));
        // Shopify gathers in the meantime; what waits for it is gone on with when it is done.
        await world.delivered();
        if (!cancelling.wasAt()) await sweepStock(throughAll(ctx, cancelling.around));
        if (!cancelling.wasAt()) break;
        const wasOff = await cancelling.done();
        if (wasOff) expect(await jobs(world), `call ${call}`).toEqual([]);
        expect((await readComparison(ctx))?.state, `call ${call}`).toBe(wasOff ? undefined : "done");
        expect(await comparisons(world), `call ${call}`).toBe(wasOff ? before : before + 1);
        await putAway(ctx, { work: "comparison" });
        await world.settle();
        expect((await operations(world)).at(-1), `call ${call}`).not.toBe("RUNNING");
        if (wasOff) cancelled++;
      }
      expect(cancelled).toBeGreaterThan(8);
      await world.sweep();
      expect(await onHand(world, skus[3]!)).toBeGreaterThan(1_000);
    },
  );
});

function cancelAt({ ctx, services }: World, call: number) {
  let calls = 0;
  let cancelling: Promise<boolean> | undefined;
  const around: Around = async (carryOut) => {
    if (++calls === call) {
      cancelling = cancelComparison(ctx);
      await untilBlocked(services.pool, cancelling);
    }
    return carryOut();
  };
  return { around, wasAt: () => cancelling !== undefined, done: () => cancelling };
}

describe("writing what differs in a large shop", () => {
  test("says how much is left while it goes on, and nothing before and after, or while it is paused", async () => {
    const { world, skus } = await large();
    const { ctx } = world;
    for (const sku of skus.slice(0, 5)) await correct(world, { sku, pieces: 999 });
    await askForComparison(ctx);
    await compareStock(ctx);
    await sweepStock(ctx);
    await world.delivered();
    await sweepStock(ctx);
    expect(await readWriting(ctx)).toEqual({ left: 5, of: 5 });
    await pauseStock(ctx);
    expect(await readWriting(ctx)).toBeNull();
    await world.services.db.stockSettings.updateMany({ data: { pausedAt: null } });
    await writeDifferences(ctx);
    expect(await readWriting(ctx)).toBeNull();
  });
});
