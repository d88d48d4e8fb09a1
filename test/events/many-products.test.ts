import { expect, test } from "vitest";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import { followShopHints } from "../../app/domain/events/follow-shop-hints.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { operations } from "../catalog/import-bench.ts";
import { forgetCalls } from "../support/stock.ts";
import { createWorld, productPath, readShop, readStates, SHOP, type World } from "../support/world.ts";

/** More than are read one by one. */
const MANY = 501;

/** A store whose import is gathered by Shopify for as long as the test wants it. */
async function importing({ before }: { before?: (world: World) => Promise<unknown> } = {}): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 5, CUP: 0 },
    variants: [
      { title: "Mug", sku: "MUG" },
      { title: "Cup", sku: "OTHER" },
    ],
  });
  await world.connect();
  await before?.(world);
  await world.atShop("bulk/faults", { kind: "hold", times: 1, afterObjects: 4 });
  await importCatalogue(world.ctx);
  await forgetCalls(world);
  return world;
}

/** Shopify says of many products that they changed. */
async function recordMany({ services }: World, { receivedAt = new Date() } = {}): Promise<void> {
  await services.db.hint.createMany({
    data: Array.from({ length: MANY }, (_, index) => ({
      ...{ shop: SHOP, source: "shop" as const, event: "products/update", receivedAt },
      identifier: `gid://shopify/Product/${90_000_000 + index}`,
    })),
  });
}

const waiting = ({ services }: World) => services.db.hint.count({ where: { shop: SHOP, followedAt: null } });
const productsRead = async (world: World) =>
  (await world.atShop<{ calls: Record<string, number> }>("calls")).calls["product"] ?? 0;
const release = (world: World) => world.atShop("bulk/release", {});

test("many products that change while an import is under way are read by the next import, and not one by one", async () => {
  const world = await importing();
  await recordMany(world);
  const cup = (await readShop(world)).variant("OTHER");
  await world.atShop(productPath(cup), { variants: [{ id: cup.id, sku: "CUP" }] });
  await recordHint(world.services.db, { shop: SHOP, source: "shop", event: "app/scopes_update" });
  await followShopHints(world.ctx);
  expect(await productsRead(world)).toBe(0);
  expect(await waiting(world)).toBeGreaterThanOrEqual(MANY);
  expect(await world.services.db.hint.findFirst({ where: { event: "app/scopes_update" } })).toMatchObject({
    followedAt: expect.any(Date) as Date,
  });

  await release(world);
  await world.settle();
  expect(await waiting(world)).toBe(0);
  expect(await productsRead(world)).toBe(0);
  expect(await operations(world)).toHaveLength(3);
  expect(await readStates(world)).toEqual({ Mug: "mapped", Cup: "mapped" });
});

test("what Shopify said of many products before an import began is not read again after it", async () => {
  const before = new Date(Date.now() - 5 * 60_000);
  const world = await importing({ before: (begun) => recordMany(begun, { receivedAt: before }) });
  await followShopHints(world.ctx);
  expect(await waiting(world)).toBe(MANY);
  await release(world);
  await world.settle();
  expect(await waiting(world)).toBe(0);
  expect(await productsRead(world)).toBe(0);
  expect(await operations(world)).toHaveLength(2);
});
