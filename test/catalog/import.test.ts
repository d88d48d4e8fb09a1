import { describe, expect, test, vi } from "vitest";
import { importCatalogue } from "../../app/domain/catalog/import-catalogue.ts";
import { matchVariants } from "../../app/domain/catalog/match-variants.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const goods = {
  warehouse: { MUG: 5, CUP: 2, SET: 1 },
  variants: [
    { title: "Mug", sku: "MUG" },
    { title: "Cup", sku: "cup" },
    { title: "Vase", sku: "VASE" },
    { title: "Sticker", sku: null },
  ],
};

/** What the merchant sees of the catalogue. */
async function catalogue({ services }: World): Promise<Record<string, string>> {
  const variants = await services.db.variant.findMany({
    where: { shop: SHOP },
    orderBy: { productTitle: "asc" },
  });
  return Object.fromEntries(variants.map(({ productTitle, state }) => [productTitle, state]));
}

const IMPORTED = { Cup: "suggested", Mug: "mapped", Sticker: "unmapped", Vase: "not_at_warehouse" };

const operations = (world: World) => world.atShop<{ status: string }[]>("shops/demo/bulk-operations");
const stage = async ({ services }: World) =>
  (await services.db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } })).stage;

test("the shop's catalogue is read with one bulk operation, and a late word of its end begins no other", async () => {
  const world = await createWorld(goods);
  await world.connect();
  expect(await catalogue(world)).toEqual(IMPORTED);
  await world.sweep();
  expect(await operations(world)).toHaveLength(1);
});

test("what only products with values of their own have is read too, in the warehouse's units", async () => {
  const world = await createWorld({ warehouse: {}, variants: [] });
  await world.atShop("shops/demo/seed", {
    products: [
      {
        title: "Heavy",
        images: ["https://cdn.example/heavy.jpg"],
        metafields: [{ key: "width", type: "dimension", value: { value: 12.5, unit: "cm" } }],
        variants: [
          { sku: "KG", weight: { value: 1.25, unit: "KILOGRAMS" } },
          {
            sku: "OZ",
            weight: { value: 2, unit: "OUNCES" },
            metafields: [{ key: "width", type: "number_integer", value: "7" }],
          },
          { sku: "LB", weight: { value: 1, unit: "POUNDS" } },
          { sku: "G", weight: { value: 310.4, unit: "GRAMS" }, barcode: " 400 " },
          { sku: "NONE" },
        ],
      },
      { title: "Gift card", isGiftCard: true, variants: [{ sku: "GIFT" }] },
      { title: "Draft", status: "DRAFT", variants: [{ sku: "DRAFT" }] },
    ],
  });
  await world.services.db.catalogueSettings.create({ data: { shop: SHOP, widthField: "custom.width" } });
  await world.connect();
  const { db } = world.services;
  const rows = await db.variant.findMany({ where: { shop: SHOP }, orderBy: { sku: "asc" } });
  expect(rows.map(({ sku, weight, width, barcode }) => [sku, weight, width, barcode])).toEqual([
    ["DRAFT", null, null, null],
    ["G", 310, 125, "400"],
    ["KG", 1250, 125, null],
    ["LB", 454, 125, null],
    ["NONE", null, 125, null],
    ["OZ", 57, 7, null],
  ]);
  const products = await db.shopProduct.findMany({ where: { shop: SHOP }, orderBy: { title: "asc" } });
  expect(products).toMatchObject([
    { title: "Draft", status: "DRAFT", url: null },
    { title: "Heavy", status: "ACTIVE", imageUrl: "https://cdn.example/heavy.jpg" },
  ]);
});

describe("an import that does not go well ends the same:", () => {
  const bulkFault = (world: World, action: object) => world.atShop("bulk/faults", action);

  test("held up by Shopify, it waits and goes on when Shopify says so", async () => {
    const world = await createWorld(goods);
    await bulkFault(world, { kind: "hold", times: 1 });
    const connecting = world.connect();
    await vi.waitFor(async () => expect(await stage(world)).toBe("storing"), {
      timeout: 10_000,
      interval: 10,
    });
    expect(await catalogue(world)).toEqual({});
    await world.atShop("bulk/release", {});
    await connecting;
    expect(await catalogue(world)).toEqual(IMPORTED);
  });

  test("failed at Shopify, it is asked for anew", async () => {
    const world = await createWorld(goods);
    await bulkFault(world, { kind: "fail", errorCode: "INTERNAL_SERVER_ERROR", times: 1 });
    await world.connect();
    expect(await catalogue(world)).toEqual(IMPORTED);
    expect((await operations(world)).length).toBe(2);
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
    expect(await catalogue(world)).toEqual(IMPORTED);
    expect(await world.services.db.importBlock.count()).toBe(0);
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
    expect(await catalogue(world)).toEqual(IMPORTED);
    expect(await stage(world)).toBe("done");
  });

  test("changes in the shop while it runs are not undone by what it read before", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const shop = await readShop(world);
    await bulkFault(world, { kind: "hold", times: 1, afterObjects: 4 });
    await importCatalogue(world.ctx);
    const product = (sku: string) => shop.variant(sku).productId.split("/").at(-1);
    await world.remove(`shops/demo/products/${product("VASE")}`);
    const cup = shop.variant("cup");
    await world.atShop(`shops/demo/products/${product("cup")}`, { variants: [{ id: cup.id, sku: "CUP" }] });
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await catalogue(world)).toMatchObject({ Cup: "mapped", Mug: "mapped" });
    const vase = await world.services.db.variant.findFirst({ where: { shop: SHOP, sku: "VASE" } });
    expect(vase?.goneAt ?? "gone").not.toBeNull();
  });
});

test("a product deleted and made again is offered its mapping back", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const mug = (await readShop(world)).variant("MUG");
  await world.remove(`shops/demo/products/${mug.productId.split("/").at(-1)}`);
  await world.settle();
  await world.atShop("shops/demo/seed", { products: [{ title: "Mug again", variants: [{ sku: "MUG" }] }] });
  await importCatalogue(world.ctx);
  await world.settle();
  const { db } = world.services;
  expect(await db.variant.findFirst({ where: { shop: SHOP, productTitle: "Mug again" } })).toMatchObject({
    state: "suggested",
    reason: "recreated",
    suggestedSku: "MUG",
    suggestedFrom: mug.id,
  });
  expect(await db.mapping.count({ where: { shop: SHOP, variantId: mug.id } })).toBe(1);
});

test("a product the warehouse has made since is matched at the next reading", async () => {
  const world = await createWorld(goods);
  await world.connect();
  await world.atWarehouse("products", [{ sku: "VASE", stock: 3 }]);
  await importCatalogue(world.ctx);
  await world.settle();
  expect(await catalogue(world)).toMatchObject({ Vase: "mapped" });
  expect((await readShop(world)).onHand("VASE")).toBe(3);
  await matchVariants(world.ctx, "all");
  expect(await catalogue(world)).toMatchObject({ Vase: "mapped" });
});
