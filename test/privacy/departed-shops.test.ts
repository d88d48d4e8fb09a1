import { expect, test } from "vitest";
import { forgetLanes } from "../../app/jobs/forget-lanes.ts";
import { forgetTheOld } from "../../app/domain/privacy/forget-the-old.ts";
import { tracesOf } from "../support/every-table.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const DAY_MINUTES = 24 * 60;
const mug = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] };

/** A connected store whose uninstall Dockline heard of, or did not. The sandbox sends Shopify's request to delete on demand only. */
async function uninstalled({ heard }: { heard: boolean }): Promise<World> {
  const world = await createWorld(mug);
  await world.connect();
  if (!heard) await world.atShop("webhooks/faults", { kind: "drop", topic: "app/uninstalled" });
  await world.atShop("shops/demo/uninstall", {});
  await world.settle();
  return world;
}

/** So many days later, when the nightly job has run and all that follows. */
async function nightAfter(world: World, days: number): Promise<string[]> {
  await world.pass(days * DAY_MINUTES);
  await forgetTheOld(world.services);
  await world.settle();
  await forgetLanes(world.services.pool);
  return tracesOf(world.services.pool, [SHOP]);
}

test("deletes everything about a store thirty days after its uninstall, where Shopify's request got lost", async () => {
  const world = await uninstalled({ heard: true });
  expect(await nightAfter(world, 29)).not.toEqual([]);
  expect(await nightAfter(world, 2)).toEqual([]);
  expect(await nightAfter(world, 1)).toEqual([]);
});

test("keeps a store that only disconnected its warehouse, or installed the app again", async () => {
  const world = await uninstalled({ heard: true });
  await world.atShop("shops/demo/install", {});
  await world.install();
  expect(await nightAfter(world, 60)).not.toEqual([]);
  expect(await world.services.db.session.count({ where: { shop: SHOP } })).toBe(1);
});

test("asks Shopify about a store that gave no access for ninety days, and deletes it a month later", async () => {
  const world = await uninstalled({ heard: false });
  await world.sweep();
  const { db } = world.services;
  expect(await db.problem.count({ where: { kind: "shop-access-lost" } })).toBe(1);
  await nightAfter(world, 89);
  expect(await db.session.count()).toBe(1);
  await nightAfter(world, 2);
  expect(await db.session.count()).toBe(0);
  expect(await db.mapping.count()).toBeGreaterThan(0);
  expect(await nightAfter(world, 31)).toEqual([]);
});

test("keeps a store that gave no access for ninety days and does so again", async () => {
  const world = await createWorld(mug);
  await world.connect();
  await world.services.db.problem.create({
    data: { shop: SHOP, kind: "shop-access-lost", details: {}, openedAt: new Date(0) },
  });
  expect(await nightAfter(world, 0)).not.toEqual([]);
  expect(await world.services.db.connection.count({ where: { shop: SHOP, disconnectedAt: null } })).toBe(1);
});
