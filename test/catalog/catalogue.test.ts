import { describe, expect, test } from "vitest";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { refreshProduct } from "../../app/domain/catalog/import/refresh-product.ts";
import type { ProductId, Sku, VariantId } from "../../app/domain/ids.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { createWorld, LOCATION, productPath, readShop, readStates, SHOP } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

describe("after connecting", () => {
  test("every variant has a state a merchant can understand", async () => {
    const world = await createWorld({
      warehouse: { MUG: 5, Balm: 1, balm: 1 },
      variants: [
        { title: "Mug", sku: "MUG" },
        { title: "Mug, second listing", sku: "MUG" },
        { title: "Balm", sku: "BALM" },
        { title: "Sticker", sku: null },
        { title: "Apron", sku: "APRON" },
        { title: "Gift box", sku: "BOX", requiresComponents: true },
      ],
    });
    await world.connect();
    expect(await readStates(world)).toEqual({
      Mug: "mapped",
      "Mug, second listing": "mapped",
      Balm: "ambiguous",
      Sticker: "unmapped",
      Apron: "not_at_warehouse",
      "Gift box": "bundle",
    });
  });

  test("catalogues longer than a page are read whole", async () => {
    const skus = Array.from({ length: 260 }, (_, index) => `SKU-${index}`);
    const world = await createWorld({
      warehouse: Object.fromEntries(skus.map((sku, index) => [sku, index])),
      // Every tenth is to be written, wherever in the list it stands: each write comes back as two webhooks.
      variants: skus.map((sku, index) => ({ sku, onHand: index % 10 === 0 ? 0 : index })),
    });
    await world.connect();
    const shop = await readShop(world);
    expect(skus.every((sku, index) => shop.onHand(sku) === index)).toBe(true);
  });

  test("SKUs with characters that mean something in an address are found", async () => {
    const odd = ["A/B", "50% #1", "Größe?+", ".hidden"];
    const world = await createWorld({
      warehouse: Object.fromEntries(odd.map((sku) => [sku, 4])),
      variants: odd.map((sku) => ({ sku })),
    });
    await world.connect();
    await world.atWarehouse("receive", { lines: odd.map((sku) => ({ sku, quantity: 1 })) });
    await world.settle();
    const shop = await readShop(world);
    expect(odd.map((sku) => shop.onHand(sku))).toEqual([5, 5, 5, 5]);
  });
});

describe("when the merchant changes a product", () => {
  test("a variant that gets an SKU is mapped and mirrored", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ title: "Mug", sku: null }] });
    await world.connect();
    const variant = (await readShop(world)).variants[0]!;
    await world.atShop(productPath(variant), { variants: [{ id: variant.id, sku: "MUG" }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
  });

  test("what was read of a product is kept only with what follows from it, so that the next run finds the difference", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ title: "Mug", sku: null }] });
    await world.connect();
    const { pool } = world.services;
    const variant = (await readShop(world)).variants[0]!;
    await asOwner(pool, `ALTER TABLE "Mapping" ADD CONSTRAINT "cut_off" CHECK ("shopSku" <> 'MUG')`);
    await world.atShop(productPath(variant), { variants: [{ id: variant.id, sku: "MUG" }] });
    const read = refreshProduct(world.ctx, {
      productId: variant.productId as ProductId,
      locationId: (await readShop(world)).location(LOCATION),
    });
    await expect(read).rejects.toThrow("cut_off");
    await asOwner(pool, `ALTER TABLE "Mapping" DROP CONSTRAINT "cut_off"`);
    await world.settle();
    expect(await readStates(world)).toEqual({ Mug: "mapped" });
  });

  test("a renamed variant keeps following the goods it was mapped to", async () => {
    const world = await createWorld({
      warehouse: { MUG: 5, OTHER: 40 },
      variants: [{ title: "Mug", sku: "MUG" }],
    });
    await world.connect();
    const variant = (await readShop(world)).variant("MUG");
    await world.atShop(productPath(variant), { variants: [{ id: variant.id, sku: "OTHER" }] });
    await world.settle();
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 1 }] });
    await world.settle();
    expect((await readShop(world)).onHand("OTHER")).toBe(6);
    expect(await readStates(world)).toEqual({ Mug: "mapped" });
  });

  test("an answer that comes late never replaces a figure read after it was asked for", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    const { productId } = (await readShop(world)).variant("MUG");
    const locationId = (await readShop(world)).location(LOCATION);
    await world.atShop("faults", { path: "graphql", when: "answer", times: 1, action: { kind: "hold" } });
    const late = refreshProduct(world.ctx, { productId: productId as ProductId, locationId });
    await world.held();
    await world.atWarehouse("correct", { sku: "MUG", stock: 9 });
    await compareStock(world.services.openShop(SHOP));
    await world.atShop("release", {});
    await late;
    expect((await listVariants(world.ctx, {})).rows).toMatchObject([{ sku: "MUG", onHand: 9 }]);
  });

  test("a deleted product is remembered with its mapping", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ title: "Mug", sku: "MUG" }] });
    await world.connect();
    const variant = (await readShop(world)).variant("MUG");
    await world.remove(productPath(variant));
    await world.settle();
    expect(await readStates(world)).toEqual({ Mug: "tombstoned" });
    expect(await world.services.db.mapping.count({ where: { shop: SHOP } })).toBe(1);
  });

  test("a product with hundreds of variants is read to its last one, and what is taken out of it is gone", async () => {
    const world = await createWorld({});
    await world.atShop("shops/demo/seed", { generate: { products: 1, variantsPerProduct: 300 } });
    await world.connect();
    const { db } = world.services;
    const shown = () => db.variant.findMany({ where: { shop: SHOP, goneAt: null } });
    expect(await shown()).toHaveLength(300);

    const { variants } = await readShop(world);
    const [first, last] = [variants[0]!, variants.at(-1)!];
    await world.atShop(productPath(first), { title: "Renamed", removeVariants: [last.id] });
    await world.settle();
    expect((await shown()).map(({ productTitle }) => productTitle)).toEqual(Array(299).fill("Renamed"));
    expect(await db.variant.count({ where: { shop: SHOP, variantId: last.id, goneAt: null } })).toBe(0);
  });

  test("a mapped variant that becomes a bundle is still shown, and its stock is never written again", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ title: "Mug", sku: "MUG" }] });
    await world.connect();
    const mug = (await readShop(world)).variant("MUG");
    await world.atShop(productPath(mug), { variants: [{ id: mug.id, requiresComponents: true }] });
    await world.settle();
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 4 }] });
    await world.sweep();
    expect(await readStates(world)).toEqual({ Mug: "bundle" });
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    const written = await world.services.db.ledgerEntry.findMany({ where: { shop: SHOP } });
    expect(written.map(({ target }) => target)).toEqual([5]);
  });

  test("a draft is shown as any other product, a gift card never", async () => {
    const world = await createWorld({ warehouse: { DRAFT: 1, GIFT: 1 } });
    await world.connect();
    await world.atShop("shops/demo/seed", {
      products: [
        { title: "Draft", status: "DRAFT", variants: [{ sku: "DRAFT" }] },
        { title: "Gift card", isGiftCard: true, variants: [{ sku: "GIFT" }] },
      ],
    });
    await world.settle();
    expect(await readStates(world)).toEqual({ Draft: "mapped" });
  });
});

test("a variant that is given the SKU another uses is mapped to it too, and stays so without the other", async () => {
  const world = await createWorld({
    warehouse: { MUG: 5 },
    variants: [
      { title: "First", sku: "X" },
      { title: "Second", sku: "Y" },
    ],
  });
  await world.connect();
  const shop = await readShop(world);
  const [first, second] = [shop.variant("X"), shop.variant("Y")];
  const components = [{ sku: "MUG" as Sku, quantity: 1 }];
  await mapVariant(world.ctx, { variantId: first.id as VariantId, components });
  await world.atShop(productPath(second), { variants: [{ id: second.id, sku: "MUG" }] });
  await world.settle();
  expect(await readStates(world)).toEqual({ First: "mapped", Second: "mapped" });

  await world.remove(productPath(first));
  await world.settle();
  expect(await readStates(world)).toEqual({ First: "tombstoned", Second: "mapped" });
  expect((await readShop(world)).onHand("MUG")).toBe(5);
});

test("a page asked for with what is no cursor is the first page", async () => {
  const skus = Array.from({ length: 60 }, (_, index) => `SKU-${String(index).padStart(2, "0")}`);
  const world = await createWorld({ variants: skus.map((sku) => ({ sku })) });
  await world.connect();
  for (const garbage of ["garbage", "", "WyJ0b28gZmV3Il0"])
    for (const query of [{ before: garbage }, { after: garbage }]) {
      const { rows, previous } = await listVariants(world.ctx, query);
      expect(rows[0]?.sku).toBe("SKU-00");
      expect(previous).toBeNull();
    }
});
