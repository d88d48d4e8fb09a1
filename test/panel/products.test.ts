// @module-tag proof
import { describe, test } from "vitest";
import {
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  NARROW,
  openLiveStore,
  shareLiveStore,
  type Window,
} from "../support/panel.ts";
import { findProduct, numberOf, pageOfVariant } from "../support/store-products.ts";
import { sayWords } from "../support/words.ts";

const looking = shareLiveStore();

/** Adds goods of the warehouse to the mapping on a variant's page. */
async function add(sku: string, { panel }: Window): Promise<void> {
  await panel.getByLabel("Products at the warehouse").fill(sku);
  await panel.getByRole("button", { name: `Add ${sku}`, exact: true }).click();
}

const save = ({ page }: Window) => page.getByRole("button", { name: "Save", exact: true }).click();

/** A variant's page has nothing wrong, also when it is opened again. */
async function expectGoodPage(merchant: Window, path: string): Promise<void> {
  await expectNothingWrong(merchant);
  await expectNothingWrongAtBothSizes(merchant, async () => {
    await merchant.goTo(path);
    await merchant.panel.getByRole("heading", { name: "Stock history" }).waitFor();
  });
}

describe("one variant", () => {
  test("its page, to which the list leads, says how it stands to the warehouse, and why", async () => {
    const merchant = await looking().visit("/app/products?search=LANT");
    await merchant.panel.getByRole("link", { name: "Camp Lantern" }).click();
    await merchant.panel.getByRole("heading", { name: "How it stands to the warehouse" }).waitFor();
    await merchant.panel.getByText("Its stock follows LANT at the warehouse.").waitFor();
    await expectNothingWrong(merchant);
    await merchant.page.close();
  });

  test("what is changed and not saved can be discarded", async () => {
    const { page, panel } = await looking().visit(await pageOfVariant(looking(), "REP"));
    await panel.getByRole("button", { name: "Remove REP" }).click();
    await panel.getByText("Nothing yet.").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await panel.getByRole("button", { name: "Remove REP" }).waitFor();
    await page.close();
  });

  test("an address of no variant says so", async () => {
    const { page, panel } = await looking().visit("/app/products/1");
    await panel.getByText("There is no such page").waitFor();
    await page.close();
  });

  test("a kit is put together from several goods with quantities", async () => {
    const stage = await openLiveStore();
    const path = await pageOfVariant(stage, "LANT");
    const merchant = await stage.visit(path);
    await merchant.panel.getByRole("heading", { name: "Mapped to" }).waitFor();
    await merchant.panel.getByLabel("Pieces of LANT in one").fill("2");
    await add("PACK-S", merchant);
    await save(merchant);
    await merchant.panel.getByText("Its stock follows 2 × LANT + PACK-S at the warehouse.").waitFor();
    await expectGoodPage(merchant, path);
  });

  test("a second listing of an item is mapped without a question, and names the others that use its SKU", async () => {
    const stage = await openLiveStore();
    const path = await pageOfVariant(stage, "CPI");
    const merchant = await stage.visit(path);
    const { page, panel } = merchant;
    await panel.getByRole("button", { name: "Remove CPI" }).click();
    await add("LANT", merchant);
    await panel.getByText("Also used by: Camp Lantern").waitFor();
    await save(merchant);
    await page.getByText("Mapping saved").waitFor();
    await panel.getByText("Its stock follows LANT at the warehouse.").waitFor();
    await panel.getByText("Variants that use the same SKU share its stock.").waitFor();
    await expectGoodPage(merchant, path);
    await panel.getByRole("link", { name: "Camp Lantern" }).click();
    await panel.getByText("Also used by: Camp Pillow").waitFor();
  });

  test("an SKU that changed in Shopify is named on Home until its mapping is kept", async () => {
    const stage = await openLiveStore();
    const product = await findProduct(stage, "Repair Kit");
    const variants = [{ id: product.variants[0]!.id, sku: "REP-2" }];
    await stage.atShop(`products/${numberOf(product.id)}`, { variants });
    const merchant = await stage.visit("/app");
    const { panel } = merchant;
    await panel.getByText("REP is now REP-2 in Shopify").waitFor();
    await panel.getByRole("link", { name: "Open product" }).click();
    await panel.getByText("The SKU in your shop has changed").waitFor();
    await expectNothingWrong(merchant);
    await panel.getByRole("button", { name: "Keep mapping" }).click();
    await panel.getByText("The SKU in your shop has changed").waitFor({ state: "detached" });
    await panel.getByText("Its stock follows REP at the warehouse.").waitFor();
    await merchant.goTo("/app/products?state=sku_renamed");
    await panel.getByText("No variants here").waitFor();
  });
});

describe("many variants", () => {
  test("ignoring some is shown first, then done", async () => {
    const { visit } = await openLiveStore();
    const merchant = await visit("/app/products?state=ambiguous");
    const { panel } = merchant;
    await panel.getByRole("row").filter({ hasText: "Leather Grease" }).first().waitFor();
    await panel.getByRole("checkbox", { name: "Select all" }).first().click();
    await panel.getByRole("button", { name: "Ignore" }).first().click();
    await panel.getByText("2 variants have nothing to do with the warehouse from now on.").waitFor();
    await expectNothingWrong(merchant);
    await panel.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
    await panel.getByText("No variants here").waitFor();
  });

  test("a whole view is asked about twice when it is much", async () => {
    const merchant = await looking().visit("/app/products?state=mapped");
    const { page, panel } = merchant;
    await panel.getByRole("checkbox", { name: "Select all" }).first().click();
    await panel.getByRole("button", { name: "Select every variant in this view" }).click();
    await panel.getByRole("button", { name: "Unmap" }).first().click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByText(/variants are no longer mapped/).waitFor();
    await dialog.getByRole("button", { name: "Unmap" }).click();
    await dialog.getByText("This changes as much as 100 % of what is mapped").waitFor();
    await expectNothingWrong(merchant);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await panel.getByRole("row").filter({ hasText: "Camp Lantern" }).waitFor();
    await page.close();
  });

  test("on a phone, something can be said of a whole view", async () => {
    const { store, visit } = await openLiveStore();
    await sayWords(store, { action: "ignore", selection: { state: "ambiguous" } });
    const phone = await visit("/app/products?state=ignored", NARROW);
    await phone.panel.getByRole("button", { name: "Change every variant in this view" }).click();
    await phone.panel.getByRole("button", { name: "Match again", exact: true }).click();
    const dialog = phone.panel.getByRole("dialog");
    await dialog.getByText("What you said of 2 variants is forgotten.").waitFor();
    await expectNothingWrong(phone);
    await dialog.getByRole("button", { name: "Match again" }).click();
    await phone.panel.getByText("No variants here").waitFor();
  });
});

test("both catalogues can be read again", async () => {
  const { visit } = await openLiveStore();
  const { page, panel } = await visit("/app");
  await panel.getByRole("button", { name: "Read again" }).click();
  await page.getByText("Your products are being read again").waitFor();
});
