import { expect, test } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { pauseStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { correct, history, ledger, onHand } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

/** A run that has read both systems when the merchant does something. */
async function compareWhile(world: World, act: () => Promise<unknown>): Promise<void> {
  const { ctx } = world;
  const admin: ShopContext["admin"] = {
    ...ctx.admin,
    async request(operation, ...rest) {
      const answer = await ctx.admin.request(operation, ...rest);
      if (operation.toString().includes("query StockLevels(")) await act();
      return answer;
    },
  };
  await compareStock({ ...ctx, admin });
}

async function differing(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  await correct(world, { sku: "MUG", pieces: 12 });
  return world;
}

test("pausing stops a run that has read already, and the difference stays known", async () => {
  const world = await differing();
  await compareWhile(world, () => pauseStock(world.ctx));
  expect(await history(world)).toEqual([]);
  expect(await ledger(world)).toEqual([]);
  expect(await world.services.db.stockLook.findFirst({ where: { shop: SHOP } })).toMatchObject({
    verdict: "write",
    target: 12,
  });
});

test("a run that has read at one location writes nothing once another is chosen, and stores nothing of it", async () => {
  const world = await differing();
  const locationId = (await readShop(world)).location("Shop floor");
  await compareWhile(world, () => chooseLocation(world.ctx, { locationId }));
  expect(await onHand(world, "MUG")).toBe(5);
  expect(await ledger(world)).toEqual([]);
  expect(await world.services.db.stockLook.findFirst({ where: { shop: SHOP } })).toMatchObject({
    lookedAt: null,
  });
  expect(await world.services.db.skuBalance.count()).toBe(0);
});
