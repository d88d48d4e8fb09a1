import { describe, expect, test } from "vitest";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import { refreshProduct } from "../../app/domain/catalog/import/refresh-product.ts";
import { takeInResult } from "../../app/domain/catalog/import/take-in-result.ts";
import type { ProductId } from "../../app/domain/ids.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { readBulkState } from "../../app/shopify/bulk.ts";
import { untilBlocked, WHILE_WAITING } from "../support/until-blocked.ts";
import {
  createWorld,
  LOCATION,
  productPath,
  readShop,
  readStates,
  SHOP,
  type World,
} from "../support/world.ts";
import { goods, IMPORTED, operations } from "./import-bench.ts";

const bulkFault = (world: World, fault: object) => world.atShop("bulk/faults", fault);
const importOf = ({ services }: World) =>
  services.db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } });
const stage = async (world: World) => (await importOf(world)).stage;

/** All of them mapped. */
const SEVERAL = {
  warehouse: { MUG: 5, CUP: 2, SET: 1 },
  variants: [
    { title: "Mug", sku: "MUG" },
    { title: "Cup", sku: "CUP" },
    { title: "Set", sku: "SET" },
  ],
};
const ALL_MAPPED = { Mug: "mapped", Cup: "mapped", Set: "mapped" };

async function readAgain(world: World): Promise<void> {
  await queueJob(world.services.db, { name: "import-catalogue", shop: SHOP });
  await world.settle();
}

/** Everything is as if the import had gone through at the first go. */
async function endsAsUsual(world: World): Promise<void> {
  const { db } = world.services;
  expect(await readStates(world)).toEqual(IMPORTED);
  expect(await db.mappingComponent.findMany({ select: { shop: true, sku: true, quantity: true } })).toEqual([
    { shop: SHOP, sku: "MUG", quantity: 1 },
  ]);
  expect(await db.mapping.count()).toBe(1);
  expect(await stage(world)).toBe("done");
  expect(await db.importBlock.count()).toBe(0);
  expect((await readShop(world)).onHand("MUG")).toBe(5);
}

describe("an import that does not go well ends the same:", () => {
  test("held up by Shopify, it waits and goes on when Shopify says so", async () => {
    const world = await createWorld(goods);
    await bulkFault(world, { kind: "hold", times: 1 });
    const connecting = world.connect();
    await expect.poll(() => stage(world)).toBe("storing");
    expect(await readStates(world)).toEqual({});
    await world.atShop("bulk/release", {});
    await connecting;
    await endsAsUsual(world);
  });

  test("failed at Shopify, it is asked for anew", async () => {
    const world = await createWorld(goods);
    await bulkFault(world, { kind: "fail", errorCode: "INTERNAL_SERVER_ERROR", times: 1 });
    await world.connect();
    await endsAsUsual(world);
    expect(await operations(world)).toHaveLength(2);
  });

  test("lacking most of what is mapped, it is gathered once more before it is believed", async () => {
    const world = await createWorld(SEVERAL);
    await world.connect();
    await bulkFault(world, { kind: "lack", afterObjects: 1, times: 1 });
    await readAgain(world);
    expect(await readStates(world)).toEqual(ALL_MAPPED);
    expect(await operations(world)).toHaveLength(3);

    await bulkFault(world, { kind: "lack", afterObjects: 1, times: 2 });
    await readAgain(world);
    expect(Object.values(await readStates(world)).filter((state) => state === "mapped")).toHaveLength(1);
  });

  test("without any variant, it is never believed as long as some are mapped", async () => {
    const world = await createWorld(SEVERAL);
    await world.connect();
    await bulkFault(world, { kind: "lack", afterObjects: 0, times: 3 });
    await readAgain(world);
    expect(await readStates(world)).toEqual(ALL_MAPPED);
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "job-failing" }]);
    await readAgain(world);
    expect(await readStates(world)).toEqual(ALL_MAPPED);
    expect(await stage(world)).toBe("done");
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test.each([
    ["cut off, the connection dropped", { kind: "cut", afterBytes: 700 }],
    ["cut off without a word", { kind: "cut", afterBytes: 700, quietly: true }],
    ["no longer there", { kind: "expired" }],
  ])("its result %s", async (_what, fault) => {
    const world = await createWorld(goods);
    await bulkFault(world, { ...fault, times: 1 });
    await world.connect();
    await world.retryNow();
    await endsAsUsual(world);
  });

  test("two at once are one", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.services.db.catalogueImport.deleteMany();
    await world.services.db.variant.deleteMany();
    await Promise.all([importCatalogue(world.ctx), importCatalogue(world.ctx), importCatalogue(world.ctx)]);
    await world.settle();
    await importCatalogue(world.ctx);
    await world.settle();
    await endsAsUsual(world);
  });

  test.each([
    ["in the middle of the warehouse's list", "warehouse", { path: "/products\\?", skip: 1 }],
    ["before the result is downloaded", "shop", { path: "bulk-operation-outputs" }],
  ])("killed %s, the next run goes on", async (_when, where, fault) => {
    const world = await createWorld(goods);
    const reset = { ...fault, action: { kind: "reset" } };
    await (where === "shop" ? world.atShop("faults", reset) : world.atWarehouse("faults", reset));
    await world.connect();
    expect(await readStates(world)).toEqual({});
    await world.clearFaults();
    await world.retryNow();
    await endsAsUsual(world);
  });

  test("killed before Shopify's word that it gathers was written down, it has Shopify gather once more", async () => {
    const world = await createWorld(goods);
    // The first two requests ask for the shop's locations and its time zone.
    const fault = { path: "graphql", when: "answer", skip: 2, times: 1, action: { kind: "reset" } };
    await world.atShop("faults", fault);
    await world.connect();
    await world.retryNow();
    await endsAsUsual(world);
    expect(await operations(world)).toHaveLength(2);
  });

  test("failed while all was taken over, nothing of it is there, and the next run does it", async () => {
    const world = await createWorld(goods);
    const { db, pool } = world.services;
    await world.connect();
    await db.$transaction([
      db.variant.deleteMany(),
      db.mapping.deleteMany(),
      db.mappingComponent.deleteMany(),
    ]);
    await bulkFault(world, { kind: "hold", times: 1 });
    await importCatalogue(world.ctx);
    await world.atShop("bulk/release", {});
    await expect.poll(async () => (await operations(world)).at(-1)?.status).toBe("COMPLETED");

    // Somebody else stores one of the variants at the very moment, which only one of the two can do.
    const { id, inventoryItemId, productId } = (await readShop(world)).variant("MUG");
    const ids = { shop: SHOP, variantId: id, inventoryItemId, productId };
    const shown = { productTitle: "Old", variantTitle: "", tracked: true, bundle: false };
    const at = new Date(0);
    let failing: Promise<void> | undefined;
    await db.$transaction(async (tx) => {
      await tx.variant.create({ data: { ...ids, ...shown, onHandReadAt: at, readAt: at } });
      failing = expect(importCatalogue(world.ctx)).rejects.toThrow();
      await untilBlocked(pool);
    }, WHILE_WAITING);
    await failing;
    expect(await readStates(world)).toEqual({ Old: "unmapped" });
    expect(await stage(world)).toBe("storing");
    await world.settle();
    await endsAsUsual(world);
  });

  test("changes in the shop while it runs are not undone by what it read before", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const shop = await readShop(world);
    await bulkFault(world, { kind: "hold", times: 1, afterObjects: 4 });
    await importCatalogue(world.ctx);
    await world.remove(productPath(shop.variant("VASE")));
    const cup = shop.variant("cup");
    await world.atShop(productPath(cup), { variants: [{ id: cup.id, sku: "CUP" }] });
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await readStates(world)).toEqual({ Cup: "mapped", Mug: "mapped", Sticker: "unmapped" });
  });
});

test("what was read while an import's first result was gathered is replaced by its second", async () => {
  const world = await createWorld(SEVERAL);
  await world.connect();
  const shop = await readShop(world);
  const { productId } = shop.variant("MUG");
  await bulkFault(world, { kind: "hold", times: 1 });
  await bulkFault(world, { kind: "expired", times: 1 });
  await importCatalogue(world.ctx);
  await refreshProduct(world.ctx, {
    productId: productId as ProductId,
    locationId: shop.location(LOCATION),
  });
  await world.remove(productPath(shop.variant("MUG")));
  await world.atShop("bulk/release", {});
  // The webhook that says so is lost.
  await world.delivered();
  await world.services.db.hint.deleteMany();
  await readAgain(world);
  expect(await operations(world)).toHaveLength(3);
  expect(await readStates(world)).toEqual({ ...ALL_MAPPED, Mug: "tombstoned" });
});

describe("a result of several megabytes", () => {
  const MANY = 5_000;
  /** More than one block is stored of it before this, and not all of it. */
  const PART_BYTES = 2_600_000;
  /** One block, and not yet another. */
  const ONE_BLOCK_BYTES = 1_300_000;

  async function cutOff(afterBytes = PART_BYTES): Promise<World> {
    const world = await createWorld({});
    await world.atShop("shops/demo/seed", { generate: { products: MANY / 5, variantsPerProduct: 5 } });
    await bulkFault(world, { kind: "cut", afterBytes, times: 1 });
    await world.atShop("faults", { path: "bulk-operation-outputs", skip: 1, action: { kind: "reset" } });
    await world.connect();
    await world.clearFaults();
    expect(await importOf(world)).toMatchObject({ stage: "storing" });
    expect(Number((await importOf(world)).position)).toBeGreaterThan(0);
    expect(await world.services.db.variant.count()).toBe(0);
    return world;
  }

  async function isWhole(world: World): Promise<void> {
    const { db } = world.services;
    const shown = await db.variant.findMany({
      where: { shop: SHOP, goneAt: null },
      select: { variantId: true },
    });
    const { variants } = await readShop(world);
    expect(shown.map(({ variantId }) => variantId).sort()).toEqual(variants.map(({ id }) => id).sort());
    expect(shown).toHaveLength(MANY);
    expect(await importOf(world)).toMatchObject({ stage: "done", variants: MANY });
    expect(await db.importBlock.count()).toBe(0);
  }

  test("is gone on with where its download was cut off", async () => {
    const world = await cutOff();
    const { id, position } = await importOf(world);
    await world.retryNow();
    await isWhole(world);
    expect(await importOf(world)).toMatchObject({ id });
    expect((await importOf(world)).position).toBeGreaterThan(position);
    expect(await operations(world)).toHaveLength(1);
  });

  test("is stored as far as it came when its download is cut off, before the run ends", async () => {
    const world = await cutOff(ONE_BLOCK_BYTES);
    const { db, pool } = world.services;
    const step = await importOf(world);
    const gathered = await readBulkState(world.ctx.admin, step.bulkOperationId ?? "");
    const result = gathered.state === "completed" ? gathered.result : null;
    await bulkFault(world, { kind: "cut", afterBytes: ONE_BLOCK_BYTES, times: 1 });
    let run: Promise<string> | undefined;
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "CatalogueImport" WHERE "id" = ${step.id}::uuid FOR UPDATE`;
      run = takeInResult(world.ctx, { step, result }).then(
        () => "through",
        () => "cut off",
      );
      await untilBlocked(pool);
      // The download is cut off by now, or within the first of these answers: the run knows of it by the last.
      const others = async () => {
        for (let answers = 0; answers < 10; answers++) await world.atShop("webhooks");
        return "storing";
      };
      expect(await Promise.race([run, others()])).toBe("storing");
    }, WHILE_WAITING);
    expect(await run).toBe("cut off");
    expect((await importOf(world)).position).toBeGreaterThan(step.position);
    await world.retryNow();
    await isWhole(world);
  });

  test("is taken in once by two runs at the same time", async () => {
    const world = await cutOff();
    await Promise.all([importCatalogue(world.ctx), importCatalogue(world.ctx), importCatalogue(world.ctx)]);
    await world.settle();
    await isWhole(world);
  });
});
