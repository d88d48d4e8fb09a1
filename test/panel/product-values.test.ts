// @module-tag proof
import { expect, test } from "vitest";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { expectNothingWrong, NARROW, openLiveStore, type Stage } from "../support/panel.ts";
import { pageOfVariant } from "../support/store-products.ts";

interface Product {
  sku: string;
  weight: number;
}

const SKU = "LANT";
const LIST = `/app/products?search=${SKU}`;

async function readProduct({ atWarehouse }: Stage): Promise<Product> {
  return (await atWarehouse<Product[]>("products")).find(({ sku }) => sku === SKU)!;
}

/** Somebody at the warehouse enters another weight, and an event has the product read. */
async function enterWeight(stage: Stage) {
  const before = await readProduct(stage);
  const [inStore, weight] = [before.weight, before.weight + 50];
  await stage.atWarehouse("products", [{ ...before, weight }]);
  await stage.atWarehouse("receive", { lines: [{ sku: SKU, quantity: 1 }] });
  return {
    inStore,
    atWarehouse: weight,
    difference: `Weight: ${inStore} g in the store, ${weight} g at the warehouse`,
    change: `Weight: ${weight} g becomes ${inStore} g`,
  };
}

test("what differs from a product that the warehouse had before is named, and updated once the merchant has seen it", async () => {
  const stage = await openLiveStore();
  const merchant = await stage.visit(LIST);
  const { page, panel } = merchant;
  await panel.getByRole("link", { name: "Camp Lantern" }).click();
  await panel.getByRole("heading", { name: "In your store and at the warehouse" }).waitFor();
  await panel.getByText("Product page: set in the store, not set at the warehouse").waitFor();
  const { inStore, atWarehouse, difference, change } = await enterWeight(stage);
  await panel.getByText(difference).waitFor();
  await expectNothingWrong(merchant);

  const phone = await stage.visit(await pageOfVariant(stage, SKU), NARROW);
  await phone.panel.getByText(difference).waitFor();
  await expectNothingWrong(phone);

  await panel.getByRole("button", { name: "Update at warehouse" }).click();
  await panel.getByText(change).waitFor();
  await expectNothingWrong(merchant);
  expect((await readProduct(stage)).weight).toBe(atWarehouse);
  await panel.getByRole("dialog").getByRole("button", { name: "Update", exact: true }).click();
  await page.getByText("Update sent to the warehouse").waitFor();
  await panel.getByText("The warehouse has the same values as your store.").waitFor();
  expect((await readProduct(stage)).weight).toBe(inStore);
});

test("a product is updated together with others, after a preview of every field", async () => {
  const stage = await openLiveStore();
  const { inStore, difference, change } = await enterWeight(stage);
  // What an update would change is shown as it stood when the page was opened.
  const path = await pageOfVariant(stage, SKU);
  await until(
    () => createMerchant(stage.store).open(path),
    (shown) => shown.includes(difference),
  );
  const merchant = await stage.visit(LIST);
  const { panel } = merchant;
  await panel.getByRole("row").filter({ hasText: SKU }).first().getByRole("checkbox").click();
  await panel.getByRole("button", { name: "Update at warehouse" }).click();
  await panel.getByText("1 product differs from your store").waitFor();
  await panel.getByText(change).waitFor();
  await expectNothingWrong(merchant);
  await panel.getByRole("button", { name: "Update 1 product" }).click();
  await panel.getByText("Last update").waitFor();
  await panel.getByText("Nothing to update").waitFor();
  await until(
    () => readProduct(stage),
    ({ weight }) => weight === inStore,
  );
});
