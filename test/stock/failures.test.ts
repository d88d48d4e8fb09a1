import { describe, expect, test } from "vitest";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

async function mug(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  return world;
}

/** Seven pieces arrive while something is wrong. */
async function receiveSeven(world: World): Promise<void> {
  await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
  await world.settle();
}

const onHand = async (world: World) => (await readShop(world)).onHand("MUG");
const problems = async (world: World) => (await listProblems(world.ctx)).map(({ kind }) => kind);
const waiting = ({ services }: World) =>
  services.db.hint.count({ where: { shop: SHOP, followedAt: null, source: "warehouse" } });

describe("stock follows later, and nothing is lost, when", () => {
  test.each([
    ["the shop is frozen because a bill is open", 402, ["shop-frozen"]],
    ["the shop is locked", 423, ["shop-frozen"]],
    ["Shopify is down", 503, []],
    ["a permission was taken away", 403, ["shop-scope-missing"]],
  ])("%s", async (_why, status, told) => {
    const world = await mug();
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status, body: {} } });
    await receiveSeven(world);
    expect(await onHand(world)).toBe(5);
    expect(await waiting(world)).toBeGreaterThan(0);
    expect(await problems(world)).toEqual(told);

    await world.clearFaults();
    await world.retryNow();
    expect(await onHand(world)).toBe(12);
    expect(await waiting(world)).toBe(0);
    expect(await problems(world)).toEqual([]);
  });

  test("the warehouse is down", { tags: ["proof"] }, async () => {
    const world = await mug();
    await world.atWarehouse("faults", {
      path: "/fulfilment/",
      action: { kind: "status", status: 503, body: {} },
    });
    await receiveSeven(world);
    expect(await onHand(world)).toBe(5);
    expect(await problems(world)).toEqual(["warehouse-unreachable"]);
    await world.clearFaults();
    await world.retryNow();
    expect(await onHand(world)).toBe(12);
    expect(await problems(world)).toEqual([]);
  });

  test("Shopify's token ran out, which is renewed by itself", async () => {
    const world = await mug();
    await world.atShop("shops/demo/expire-tokens", {});
    await receiveSeven(world);
    expect(await onHand(world)).toBe(12);
    expect(await problems(world)).toEqual([]);
  });
});
