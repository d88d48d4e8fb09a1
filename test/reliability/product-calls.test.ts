// @module-tag proof
import { describe, expect, test } from "vitest";
import { checkSkus, type CheckedSkus } from "../../app/domain/catalog/check-skus.ts";
import { loadCatalogueSettings } from "../../app/domain/catalog/catalogue-settings.ts";
import { changeCatalogueSettings } from "../../app/domain/catalog/change-catalogue-settings.ts";
import { deleteWarehouseProduct } from "../../app/domain/catalog/push/delete-warehouse-product.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { previewUpdate } from "../../app/domain/catalog/update/preview-update.ts";
import { startUpdate } from "../../app/domain/catalog/update/start-update.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { trackStock } from "../../app/domain/stock/settings/track-stock.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { productPath, readShop, SHOP, type World } from "../support/world.ts";
import { GOOD, tryAnswers } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { expectOtherEvent, forgetJobs, run, tryTogether } from "./jobs.ts";
import { namesFor } from "./table.ts";

/** More than the tests ever create or change. */
const CONFIRMED = 1_000;

const pushed = (world: World, sku: string) =>
  world.services.db.pushedProduct.findUnique({ where: { shop_sku: { shop: SHOP, sku } } });

async function created(world: World, sku: string): Promise<string> {
  const row = await pushed(world, sku);
  switch (row?.state) {
    case "created":
    case "present":
      return "processed";
    case "rejected":
      return "refused";
    default:
      return row?.state ?? "not there";
  }
}

async function changed(world: World, sku: string): Promise<string> {
  const { db } = world.services;
  const where = { shop: SHOP, kind: "edit-rejected", subject: sku };
  if ((await db.problem.count({ where })) > 0) return "quarantined";
  return ((await pushed(world, sku))?.tries ?? 0) > 0 ? "retried" : "processed";
}

async function updated(world: World, sku: string): Promise<string> {
  const where = { shop_sku: { shop: SHOP, sku } };
  const { state, tries } = await world.services.db.productUpdate.findUniqueOrThrow({ where });
  switch (state) {
    case "updated":
    case "gone":
      return "processed";
    case "rejected":
      return "quarantined";
    default:
      return tries > 0 ? "retried" : state;
  }
}

async function mapped(world: World, skus: readonly string[]): Promise<{ variantIds: VariantId[] }> {
  const shop = await readShop(world);
  return { variantIds: skus.map((sku) => shop.variant(sku).id as VariantId) };
}

async function push(world: World, skus: readonly string[]): Promise<void> {
  await startPush(world.ctx, { selection: "missing", confirmed: CONFIRMED });
  await forgetJobs(world);
  expect(await run(world, { name: "push-products" })).toBeUndefined();
  const states = await Promise.all(skus.map((sku) => created(world, sku)));
  expect(states).toEqual(skus.map(() => "processed"));
}

/** Only the warehouse's products that have no stock are missing in `skus`. */
async function selling(skus: readonly string[], more: object = {}): Promise<World> {
  const world = await createFastWorld({
    warehouse: { GOOD: 5 },
    variants: [{ sku: GOOD, onHand: 5 }, ...skus.map((sku) => ({ sku, ...more }))],
  });
  await world.connect();
  await forgetJobs(world);
  return world;
}

describe("a call about one product", () => {
  test("creates it at the warehouse, changes it and deletes it", async () => {
    const { recordOf, all } = namesFor("createProducts");
    const world = await selling(all);
    await startPush(world.ctx, { selection: "missing", confirmed: CONFIRMED });
    await forgetJobs(world);
    await tryAnswers(world, {
      call: "createProducts",
      system: "warehouse",
      recordOf,
      targetOf: (sku) => ({ method: "POST", path: "/products", body: `"sku":"${sku}"` }),
      async trigger() {
        expect(await run(world, { name: "push-products" })).toBeUndefined();
      },
      expectOther: () => expectOtherEvent(world),
      outcomeOf: (sku) => created(world, sku),
    });
    await push(world, all);

    const settings = await loadCatalogueSettings(world.ctx);
    await changeCatalogueSettings(world.ctx, { ...settings, pushEdits: true, confirmed: CONFIRMED });
    const shop = await readShop(world);
    for (const sku of all) await world.atShop(productPath(shop.variant(sku)), { title: `New ${sku}` });
    await world.delivered();
    expect(await run(world, { name: "follow-shop-hints" })).toBeUndefined();
    await forgetJobs(world);
    await tryAnswers(world, {
      call: "updateProduct",
      system: "warehouse",
      recordOf,
      targetOf: (sku) => ({ method: "PUT", path: `/products/${sku}$` }),
      async trigger() {
        await run(world, { name: "push-edits" });
      },
      expectOther: () => expectOtherEvent(world),
      outcomeOf: (sku) => changed(world, sku),
    });

    await tryTogether(world, {
      call: "deleteProduct",
      system: "warehouse",
      records: all,
      targetOf: (sku) => ({ method: "DELETE", path: `/products/${sku}$` }),
      async runOne(sku) {
        const { outcome } = await deleteWarehouseProduct(world.ctx, { sku: sku as Sku, typedSku: sku });
        return { "warehouse-failed": "told", deleted: "processed" }[outcome as string] ?? outcome;
      },
    });
  });

  test.each(["PUT", "GET"])(
    "updates it when the merchant wants that, whatever a %s answers",
    async (method) => {
      const { recordOf, all } = namesFor("updateProduct");
      const world = await createFastWorld({
        warehouse: { GOOD: 5, ...Object.fromEntries(all.map((sku) => [sku, 0])) },
        variants: [{ sku: GOOD, onHand: 5 }, ...all.map((sku) => ({ sku, title: `New ${sku}` }))],
      });
      await world.connect();
      const selection = await mapped(world, all);
      const { fingerprint } = await previewUpdate(world.ctx, { selection });
      const wanted = { selection, fingerprint, confirmed: CONFIRMED };
      expect(await startUpdate(world.ctx, wanted)).toEqual({ outcome: "started", queued: all.length });
      await forgetJobs(world);
      await tryAnswers(world, {
        call: "updateProduct",
        system: "warehouse",
        recordOf,
        targetOf: (sku) => ({ method, path: `/products/${sku}$` }),
        async trigger() {
          await run(world, { name: "push-edits" });
        },
        expectOther: () => expectOtherEvent(world),
        outcomeOf: (sku) => updated(world, sku),
      });
    },
  );

  test("is asked about where the merchant typed or uploaded an SKU that is not stored", async () => {
    const { recordOf, all } = namesFor("getProduct, typed");
    const world = await selling([]);
    const products = [...all, "NEW"].map((sku) => ({ sku, description: sku, stock: 0 }));
    await world.atWarehouse("products", products);
    let checked: CheckedSkus | undefined;
    await tryAnswers(world, {
      call: "getProduct, typed",
      system: "warehouse",
      recordOf,
      targetOf: (sku) => ({ method: "GET", path: `/products/${sku}$` }),
      async trigger() {
        checked = await checkSkus(world.ctx, { skus: ["NEW", ...all] as Sku[] });
        expect([...checked.unknown]).toEqual([recordOf("404")]);
        expect(checked.found.has("NEW" as Sku)).toBe(true);
      },
      expectOther: () => expectOtherEvent(world),
      outcomeOf: async (sku) => (checked?.found.has(sku as Sku) ? "processed" : "told"),
    });
  });

  test("has its stock tracked in Shopify", async () => {
    const { all } = namesFor("TrackInventory");
    const world = await selling(all, { tracked: false });
    const shop = await readShop(world);
    await tryTogether(world, {
      call: "TrackInventory",
      system: "shop",
      records: all,
      targetOf: (sku) => ({ operation: "TrackInventory", body: `"${shop.variant(sku).inventoryItemId}"` }),
      async runOne(sku) {
        try {
          const reason = await trackStock(world.ctx, { variantId: shop.variant(sku).id as VariantId });
          return reason === null ? "processed" : "told";
        } catch (error) {
          return error instanceof ShopifyError ? "told" : String(error);
        }
      },
    });
  });
});
