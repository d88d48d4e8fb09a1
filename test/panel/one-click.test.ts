// @module-tag proof
import { describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import {
  connectLive,
  expectNothingWrong,
  openLiveStore,
  openStore,
  type Stage,
  type Window,
} from "../support/panel.ts";
import { findProduct, numberOf, type StoreProduct } from "../support/store-products.ts";

const rowOf = ({ panel }: Window, name: string) => panel.getByRole("row").filter({ hasText: name });

/** A product whose SKU differs from the warehouse's in capitals and space. */
async function openStoreWithPole(): Promise<Stage> {
  const stage = await openStore();
  await stage.atShop("seed", {
    products: [{ title: "Trekking Pole", variants: [{ sku: " pole-1 ", onHand: { Warehouse: 2 } }] }],
  });
  await stage.atWarehouse("products", [{ sku: "POLE-1", description: "Trekking pole", stock: 12 }]);
  await connectLive(stage.store);
  return stage;
}

/** As a colleague in another window. @returns the product's page that follows. */
async function map(stage: Stage, title: string, mapping: object): Promise<string> {
  const [variant] = (await findProduct(stage, title)).variants;
  return createMerchant(stage.store).say(`/app/products/${numberOf(variant!.id)}`, {
    intent: "map",
    ...mapping,
  });
}

describe("a suggestion whose SKU differs in capitals and space", () => {
  test("is confirmed in one click, and its stock follows the warehouse", async () => {
    const { visit } = await openStoreWithPole();
    const visitor = await visit("/app/products?state=suggested");
    const row = rowOf(visitor, "Trekking Pole");
    await row.getByText("Maybe POLE-1 at the warehouse").waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await row.getByRole("button", { name: "Confirm: Trekking Pole" }).click();
    await visitor.page.getByText("Mapping saved").waitFor();
    await row.waitFor({ state: "detached" });
    await visitor.goTo("/app/products?state=mapped&search=pole-1");
    await row.getByText("Mapped to POLE-1").waitFor();
    await row.getByText("12", { exact: true }).nth(1).waitFor(); // There, and on hand.
    expect(visitor.complaints).toEqual([]);
  });

  test("is confirmed too when another variant was mapped to the same SKU meanwhile", async () => {
    const stage = await openStoreWithPole();
    const visitor = await stage.visit("/app/products?state=suggested");
    const confirm = visitor.panel.getByRole("button", { name: "Confirm: Trekking Pole" });
    await confirm.waitFor();
    const replaces = [{ sku: "CPI", quantity: 1 }];
    const page = await map(stage, "Camp Pillow", { components: [{ sku: "POLE-1", quantity: 1 }], replaces });
    expect(page).toContain("Its stock follows POLE-1 at the warehouse.");
    await confirm.click();
    await visitor.page.getByText("Mapping saved").waitFor();
    await visitor.goTo("/app/products?search=pole-1");
    await rowOf(visitor, "Trekking Pole").getByText("Mapped to POLE-1").waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

/** In the shop's admin. */
async function deleteProduct(stage: Stage, title: string): Promise<StoreProduct> {
  const { shopUrl, shop } = stage.store;
  const product = await findProduct(stage, title);
  await control(shopUrl, { path: `shops/${shop}/products/${numberOf(product.id)}`, method: "DELETE" });
  return product;
}

/** As a merchant who wants to start a product over: it gets new ids. */
async function deleteAndMakeAgain(stage: Stage, title: string): Promise<void> {
  const { variants } = await deleteProduct(stage, title);
  const again = variants.map(({ sku, barcode, levels }) => {
    const onHand = Object.entries(levels).map(([location, { on_hand }]) => [location, on_hand]);
    return { sku, barcode, onHand: Object.fromEntries(onHand) as Record<string, number> };
  });
  await stage.atShop("seed", { products: [{ title, variants: again }] });
}

describe("a product that was deleted and made again", () => {
  test("takes its mapping over in one click, and keeps its history", async () => {
    const stage = await openLiveStore();
    await deleteAndMakeAgain(stage, "Camp Lantern");
    const visitor = await stage.visit("/app/products?search=LANT");
    const { page, panel } = visitor;
    const row = rowOf(visitor, "Camp Lantern");
    const made = row.filter({ hasText: "Suggested" });
    await made.getByText("Made again: may take over the mapping to LANT").waitFor();
    await row.filter({ hasText: "Gone from the shop" }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await made.getByRole("button", { name: "Relink: Camp Lantern" }).dblclick();
    await page.getByText("Mapping saved").first().waitFor();
    await row.filter({ hasText: "Gone from the shop" }).waitFor({ state: "detached" });
    await row.getByText("Mapped", { exact: true }).waitFor();

    const before = (await readWorlds(stage.store)).onHand("LANT");
    await stage.atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 5 }] });
    await until(
      () => readWorlds(stage.store),
      ({ onHand }) => onHand("LANT") === before + 5,
    );
    await panel.getByRole("link", { name: "Camp Lantern" }).click();
    await panel.getByText(`${before} → ${before + 5} on hand`).waitFor();
    await panel.getByText("as the variant before").waitFor();
    await expectNothingWrong(visitor);
  });

  test("from the page of what is gone, the click leads to the one that took it over", async () => {
    const stage = await openLiveStore();
    await deleteAndMakeAgain(stage, "Repair Kit");
    const visitor = await stage.visit("/app/products?state=tombstoned");
    const { panel } = visitor;
    await panel.getByRole("link", { name: "Repair Kit" }).click();
    await panel.getByText("Repair Kit carries its SKU now").waitFor();
    await panel.getByRole("button", { name: "Relink: Repair Kit" }).click();
    await panel.getByText("Its stock follows REP at the warehouse.").waitFor();
    await panel.getByText("as the variant before").waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});

test("what is remembered of a product that was deleted and stays away can be forgotten", async () => {
  const stage = await openStoreWithPole();
  await map(stage, "Trekking Pole", { components: [{ sku: "POLE-1", quantity: 1 }], seen: "suggested" });
  await deleteProduct(stage, "Trekking Pole");
  const visitor = await stage.visit("/app/products?state=tombstoned");
  const { panel } = visitor;
  await panel.getByRole("link", { name: "Trekking Pole" }).click();
  await panel.getByRole("button", { name: "Unmap" }).click();
  await panel.getByRole("dialog").getByRole("button", { name: "Unmap" }).click();
  await panel.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  expect(await rowOf(visitor, "Trekking Pole").count()).toBe(0);
  await visitor.goTo("/app/products?state=tombstoned");
  await panel.getByText("No variants here").waitFor();
});
