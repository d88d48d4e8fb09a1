import { describe, expect, test } from "vitest";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { readVariant } from "../../app/domain/catalog/read-variant.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { explainStock } from "../../app/domain/stock/report/explain-stock.ts";
import { createWorld, productPath, readShop, readStates, SHOP, type World } from "../support/world.ts";
import { goods, IMPORTED, operations } from "./import-bench.ts";

test("the shop's catalogue is read with one bulk operation, and a late word of its end begins no other", async () => {
  const world = await createWorld(goods);
  await world.connect();
  expect(await readStates(world)).toEqual(IMPORTED);
  await world.sweep();
  expect(await operations(world)).toHaveLength(1);
});

test("hundreds of products changed at once are read with one bulk query, not one by one", async () => {
  const world = await createWorld({ warehouse: {}, variants: [] });
  await world.connect();
  await world.atShop("shops/demo/seed", { generate: { products: 600, variantsPerProduct: 1 } });
  const { products } = await world.atShop<{ products: { id: string }[] }>("shops/demo/state");
  for (const { id } of products)
    await recordHint(world.services.db, {
      shop: SHOP,
      source: "shop",
      event: "products/update",
      identifier: id,
    });
  await world.remove("calls");
  await world.settle();
  const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
  expect(calls).toMatchObject({ bulkOperationRunQuery: 1 });
  expect(calls.product ?? 0).toBe(0);
  expect(await world.services.db.variant.count({ where: { shop: SHOP } })).toBe(600);
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

test("a product deleted and made again is offered its mapping back", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const mug = (await readShop(world)).variant("MUG");
  await world.remove(productPath(mug));
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
  expect(await readStates(world)).toMatchObject({ Vase: "mapped" });
  expect((await readShop(world)).onHand("VASE")).toBe(3);
});

/** What the shop just told of itself never comes to anything. */
async function losesWebhooks({ services, atShop }: World): Promise<void> {
  await expect.poll(() => atShop("webhooks?state=pending")).toEqual([]);
  await services.db.hint.deleteMany({ where: { shop: SHOP, source: "shop" } });
}

async function importAgain(world: World): Promise<void> {
  await importCatalogue(world.ctx);
  await world.settle();
}

describe("what no webhook told is found by the next reading:", () => {
  test("a variant renamed in the shop keeps its mapping, and says what it was called", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const mug = (await readShop(world)).variant("MUG");
    await world.atShop(productPath(mug), { variants: [{ id: mug.id, sku: "SET" }] });
    await losesWebhooks(world);
    await importAgain(world);
    expect(await readVariant(world.ctx, { variantId: mug.id as VariantId })).toMatchObject({
      ...{ state: "mapped", sku: "SET", renamed: { from: "MUG" } },
      components: [{ sku: "MUG", stock: 5 }],
    });
    expect((await readShop(world)).onHand("SET")).toBe(5);
  });

  test("a product deleted and made again is offered its mapping, though neither was told", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const mug = (await readShop(world)).variant("MUG");
    await world.remove(productPath(mug));
    await world.atShop("shops/demo/seed", { products: [{ title: "Mug again", variants: [{ sku: "MUG" }] }] });
    await losesWebhooks(world);
    await importAgain(world);
    expect(await readStates(world)).toMatchObject({ Mug: "tombstoned", "Mug again": "suggested" });
    const again = (await readShop(world)).variant("MUG");
    expect(await readVariant(world.ctx, { variantId: again.id as VariantId })).toMatchObject({
      former: { variantId: mug.id, components: [{ sku: "MUG", quantity: 1 }] },
    });
  });
});

test("goods renamed at the warehouse keep the mapping until the merchant points it at the new name", async () => {
  const world = await createWorld({ variants: [] });
  await world.atWarehouse("products", [{ sku: "MUG", barcode: "400", stock: 5 }]);
  await world.atShop("shops/demo/seed", {
    products: [{ title: "Mug", variants: [{ sku: "MUG", barcode: "400", onHand: { Warehouse: 5 } }] }],
  });
  await world.connect();
  const variantId = (await readShop(world)).variant("MUG").id as VariantId;
  await world.atWarehouse("reset", {});
  await world.atWarehouse("products", [{ sku: "MUG-2", barcode: "400", stock: 7 }]);
  await importAgain(world);
  expect(await readVariant(world.ctx, { variantId })).toMatchObject({
    ...{ state: "mapped", components: [{ sku: "MUG", known: false }] },
    candidates: [{ sku: "MUG-2", stock: 7 }],
  });

  await mapVariant(world.ctx, { variantId, components: [{ sku: "MUG-2" as Sku, quantity: 1 }] });
  await world.settle();
  expect((await readShop(world)).onHand("MUG")).toBe(7);
  const { entries } = await explainStock(world.ctx, { variantId });
  expect(entries.map(({ sku }) => sku)).toContain("MUG-2");
});
