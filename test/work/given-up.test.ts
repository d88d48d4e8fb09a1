import { describe, expect, test } from "vitest";
import { jobKey, queueJob, type Asked } from "../../app/jobs/catalog.ts";
import { readGivenUp } from "../../app/domain/work/read-given-up.ts";
import { retryGivenUp } from "../../app/domain/work/retry-given-up.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const OTHER = "other.myshopify.com";

/** Jobs that were tried as often as jobs are. */
async function givenUp(world: World, jobs: Asked[]): Promise<void> {
  for (const job of jobs) await queueJob(world.services.db, job);
  await world.services.pool.query(
    "UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = ANY($1::text[])",
    [jobs.map(jobKey)],
  );
}

describe("what has given up", () => {
  test("is shown in a merchant's words, and only the shop's own", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    const shop = SHOP;
    await givenUp(world, [
      { name: "follow-return", shop, returnId: back.id },
      { name: "push-products", shop },
      { name: "compare-stock", shop: OTHER },
    ]);
    expect((await readGivenUp(world.ctx)).map(({ purpose, about }) => [purpose, about]).sort()).toEqual([
      ["products", null],
      ["return", back.name],
    ]);
    expect(await readGivenUp(world.services.openShop(OTHER))).toMatchObject([{ purpose: "stock" }]);
  });

  test("is done when it is tried again and its cause is gone", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    await world.atWarehouse("products", [{ sku: "MUG", description: "MUG", stock: 9 }]);
    await givenUp(world, [{ name: "compare-stock", shop: SHOP }]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    expect(await retryGivenUp(world.ctx)).toEqual({ outcome: "retried", count: 1 });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(9);
    expect(await readGivenUp(world.ctx)).toEqual([]);
    expect(await retryGivenUp(world.ctx)).toEqual({ outcome: "over" });
  });

  test("that must not happen twice is only tried again when it is named", async () => {
    const world = await createWorld({});
    const told = { name: "tell-flow-of-return", trigger: "return-received" } as const;
    await givenUp(world, [{ ...told, shop: SHOP, returnId: "gid://shopify/Return/1" }]);
    expect(await retryGivenUp(world.ctx)).toEqual({ outcome: "over" });
    const [only] = await readGivenUp(world.ctx);
    expect(only).toMatchObject({ purpose: "flow" });
    expect(await retryGivenUp(world.ctx, { jobIds: [only!.id] })).toEqual({ outcome: "retried", count: 1 });
  });

  test("of another shop cannot be tried again, and of its own one leaves the others", async () => {
    const world = await createWorld({});
    await givenUp(world, [
      { name: "compare-stock", shop: SHOP },
      { name: "push-edits", shop: SHOP },
      { name: "compare-stock", shop: OTHER },
    ]);
    const other = world.services.openShop(OTHER);
    const [theirs] = await readGivenUp(other);
    expect(await retryGivenUp(world.ctx, { jobIds: [theirs!.id] })).toEqual({ outcome: "over" });
    expect(await readGivenUp(other)).toHaveLength(1);
    const [, second] = await readGivenUp(world.ctx);
    expect(await retryGivenUp(world.ctx, { jobIds: [second!.id] })).toEqual({ outcome: "retried", count: 1 });
    expect(await readGivenUp(world.ctx)).toHaveLength(1);
  });
});
