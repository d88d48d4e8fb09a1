// @module-tag proof
import { describe, test } from "vitest";
import { askForLooks, changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import { correct } from "../support/stock.ts";
import { productPath, readShop, SHOP, TOKEN, type SeedVariant, type World } from "../support/world.ts";
import { GOOD, outcomeOfEvent, switchOn, tryAnswers } from "./cells.ts";
import { announceReceipt } from "./events.ts";
import { createFastWorld } from "./fast.ts";
import { CHECKED_ROWS } from "../../app/fulfilment/listing.ts";
import { namesFor } from "./table.ts";

async function stocked(skus: readonly string[], variant: Partial<SeedVariant> = {}): Promise<World> {
  const world = await createFastWorld({
    warehouse: Object.fromEntries([GOOD, ...skus].map((sku) => [sku, 5])),
    variants: [{ sku: GOOD, onHand: 5 }, ...skus.map((sku) => ({ sku, onHand: 5, ...variant }))],
  });
  await world.connect();
  return world;
}

async function requestSync(world: World, skus: readonly string[]): Promise<void> {
  const shop = await readShop(world);
  const variantIds = skus.map((sku) => shop.variant(sku).id as VariantId);
  await askForLooks(world.ctx.db, { shop: SHOP, variantIds });
}

describe("a call about one record of an event", () => {
  test("fetches an inbound", async () => {
    const world = await stocked([]);
    const { recordOf, all } = namesFor("getInbound");
    const sender = {
      senderName: "Potter",
      senderAddressLine1: "Kiln Lane 4",
      senderCity: "Delft",
      senderCountryCode: "NL",
    };
    for (const ref of all)
      await world.ctx.warehouse(TOKEN).inbounds.create({
        ref,
        type: "purchase",
        supplierRef: "1",
        expectedReceiveDate: "2027-01-01",
        ...sender,
        lines: [{ ref: "1", sku: GOOD, quantity: 1 }],
      });
    await tryAnswers(world, {
      call: "getInbound",
      system: "warehouse",
      recordOf,
      targetOf: (ref) => ({ path: `/inbounds/${ref}\\?` }),
      async trigger() {
        for (const ref of all) await announceReceipt(world, ref);
      },
      outcomeOf: (ref) => outcomeOfEvent(world, ref),
    });
  });

  test("fetches a product's stock", async () => {
    const { recordOf, all } = namesFor("getProduct");
    const world = await stocked(all);
    await tryAnswers(world, {
      call: "getProduct",
      system: "warehouse",
      recordOf,
      targetOf: (sku) => ({ path: `/products/${sku}$` }),
      async trigger() {
        // More at once are fetched with the list, if there is one.
        const list = {
          path: `/products\\?.*take=(?!${CHECKED_ROWS}$)`,
          action: { kind: "status", status: 400 },
        };
        await switchOn(world, { system: "warehouse", fault: list });
        await requestSync(world, all);
      },
      outcomeOf: (sku) => outcomeOfEvent(world, sku),
    });
  });

  test("fetches an item's quantities", async () => {
    const { recordOf, all } = namesFor("StockLevels");
    const world = await stocked(all);
    const shop = await readShop(world);
    await tryAnswers(world, {
      call: "StockLevels",
      system: "shop",
      recordOf,
      targetOf: (sku) => ({ operation: "StockLevels", body: `"${shop.variant(sku).inventoryItemId}"` }),
      trigger: () => requestSync(world, all),
      outcomeOf: (sku) => outcomeOfEvent(world, sku),
    });
  });

  test("writes an item's quantity", async () => {
    const { recordOf, all } = namesFor("SetQuantities");
    const world = await stocked(all);
    const shop = await readShop(world);
    await tryAnswers(world, {
      call: "SetQuantities",
      system: "shop",
      recordOf,
      targetOf: (sku) => ({ operation: "SetQuantities", body: `"${shop.variant(sku).inventoryItemId}"` }),
      async trigger() {
        for (const sku of all) await correct(world, { sku, pieces: 8 });
        await requestSync(world, all);
      },
      outcomeOf: (sku) => outcomeOfEvent(world, sku),
    });
  });

  test("stocks an item at the location", async () => {
    const { recordOf, all } = namesFor("ActivateInventory");
    const world = await stocked(all, { onHand: null });
    const shop = await readShop(world);
    await tryAnswers(world, {
      call: "ActivateInventory",
      system: "shop",
      recordOf,
      targetOf: (sku) => ({ operation: "ActivateInventory", body: `"${shop.variant(sku).inventoryItemId}"` }),
      async trigger() {
        await changeStockSettings(world.ctx, { activate: true });
        await requestSync(world, all);
      },
      outcomeOf: (sku) => outcomeOfEvent(world, sku),
    });
  });

  test("fetches a product that changed in Shopify", async () => {
    const { recordOf, all } = namesFor("VariantsOfProduct");
    const world = await stocked(all);
    const shop = await readShop(world);
    const productOf = (answer: string) => shop.variant(recordOf(answer)).productId;
    await tryAnswers(world, {
      call: "VariantsOfProduct",
      system: "shop",
      recordOf: productOf,
      targetOf: (id) => ({ operation: "VariantsOfProduct", body: `"${id}"` }),
      async trigger() {
        for (const sku of all) await world.atShop(productPath(shop.variant(sku)), { title: `New ${sku}` });
      },
      outcomeOf: (id) => outcomeOfEvent(world, id),
    });
  });
});
