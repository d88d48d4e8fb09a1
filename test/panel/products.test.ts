// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";
import { control } from "../../sandbox/demo/control.ts";
import { productPath, type ShownVariant } from "../support/world.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const rowOf = (name: string, { panel } = merchant) => panel.getByRole("row").filter({ hasText: name });

/** Opens a variant's page from the list. */
async function openVariant(search: string, name: string): Promise<void> {
  await merchant.goTo(`/app/products?search=${search}`);
  await merchant.panel.getByRole("link", { name }).click();
  await merchant.panel.getByRole("heading", { name: "How it stands to the warehouse" }).waitFor();
}

/** Adds goods of the warehouse to the mapping on a variant's page. */
async function add(sku: string): Promise<void> {
  await merchant.panel.getByLabel("Products at the warehouse").fill(sku);
  await merchant.panel.getByRole("button", { name: `Add ${sku}`, exact: true }).click();
}

/** Changes an SKU in Shopify. */
async function renameSku(from: string, to: string): Promise<void> {
  const { shopUrl } = stage.world;
  interface State {
    products: { id: string; variants: Pick<ShownVariant, "id" | "sku">[] }[];
  }
  const { products } = await control<State>(shopUrl, { path: "shops/demo/state" });
  for (const { id: productId, variants } of products)
    for (const { id } of variants.filter(({ sku }) => sku === from))
      await control(shopUrl, { path: productPath({ productId }), body: { variants: [{ id, sku: to }] } });
}

const save = () => merchant.page.getByRole("button", { name: "Save", exact: true }).click();

describe("one variant", () => {
  test("its page says how it stands to the warehouse, and why", async () => {
    await openVariant("LANT", "Camp Lantern");
    await merchant.panel.getByText("Its stock follows LANT at the warehouse.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("a kit is put together from several goods with quantities", async () => {
    await merchant.panel.getByRole("heading", { name: "Mapped to" }).waitFor();
    await merchant.panel.getByLabel("Pieces of LANT in one").fill("2");
    await add("PACK-S");
    await save();
    await merchant.panel.getByText("Its stock follows 2 × LANT + PACK-S at the warehouse.").waitFor();
  });

  test("a second listing of an item is mapped without a question, and names the others that use its SKU", async () => {
    await openVariant("CPI", "Camp Pillow");
    await merchant.panel.getByRole("button", { name: "Remove CPI" }).click();
    await add("LANT");
    await merchant.panel.getByText("Also used by: Camp Lantern").waitFor();
    await save();
    await merchant.page.getByText("Mapping saved").waitFor();
    await merchant.panel.getByText("Its stock follows LANT at the warehouse.").waitFor();
    await merchant.panel.getByText("Variants that use the same SKU share its stock.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("link", { name: "Camp Lantern" }).click();
    await merchant.panel.getByText("Also used by: Camp Pillow").waitFor();
  });

  test("what is changed and not saved can be discarded", async () => {
    await openVariant("REP", "Repair Kit");
    await merchant.panel.getByRole("button", { name: "Remove REP" }).click();
    await merchant.panel.getByText("Nothing yet.").waitFor();
    await merchant.page.getByRole("button", { name: "Discard" }).click();
    await merchant.panel.getByRole("button", { name: "Remove REP" }).waitFor();
  });

  test("an SKU that changed in Shopify is named on Home until its mapping is kept", async () => {
    await renameSku("REP", "REP-2");
    await merchant.goTo("/app");
    await merchant.panel.getByText("REP is now REP-2 in Shopify").waitFor();
    await merchant.panel.getByRole("link", { name: "Open product" }).click();
    await merchant.panel.getByText("The SKU in your shop has changed").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("button", { name: "Keep mapping" }).click();
    await merchant.panel.getByText("The SKU in your shop has changed").waitFor({ state: "detached" });
    await merchant.panel.getByText("Its stock follows REP at the warehouse.").waitFor();
    await merchant.goTo("/app/products?state=sku_renamed");
    await merchant.panel.getByText("No variants here").waitFor();
  });

  test("an address of no variant says so", async () => {
    await merchant.goTo("/app/products/1");
    await merchant.panel.getByText("There is no such page").waitFor();
  });
});

describe("many variants", () => {
  test("ignoring some is shown first, then done", async () => {
    await merchant.goTo("/app/products?state=ambiguous");
    await rowOf("Leather Grease").first().waitFor();
    await merchant.panel.getByRole("checkbox", { name: "Select all" }).first().click();
    await merchant.panel.getByRole("button", { name: "Ignore" }).first().click();
    await merchant.panel.getByText("2 variants have nothing to do with the warehouse from now on.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
    await merchant.panel.getByText("No variants here").waitFor();
  });

  test("a whole view is asked about twice when it is much", async () => {
    await merchant.goTo("/app/products?state=mapped");
    await merchant.panel.getByRole("checkbox", { name: "Select all" }).first().click();
    await merchant.panel.getByRole("button", { name: "Select every variant in this view" }).click();
    await merchant.panel.getByRole("button", { name: "Unmap" }).first().click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByText(/variants are no longer mapped/).waitFor();
    await dialog.getByRole("button", { name: "Unmap" }).click();
    await dialog.getByText("This changes as much as 100 % of what is mapped").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await rowOf("Camp Lantern").waitFor();
  });

  test("on a phone, something can be said of a whole view", async () => {
    const phone = await stage.open(NARROW);
    await phone.goTo("/app/products?state=ignored");
    await phone.panel.getByRole("button", { name: "Change every variant in this view" }).click();
    await phone.panel.getByRole("button", { name: "Match again", exact: true }).click();
    const dialog = phone.panel.getByRole("dialog");
    await dialog.getByText("What you said of 2 variants is forgotten.").waitFor();
    expect(await phone.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Match again" }).click();
    await phone.panel.getByText("No variants here").waitFor();
    await phone.page.close();
  });
});

test("both catalogues can be read again", async () => {
  await merchant.goTo("/app");
  await merchant.panel.getByRole("button", { name: "Read again" }).click();
  await merchant.page.getByText("Your products are being read again").waitFor();
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each(["Camp Lantern", "Camp Pillow"])("the page of %s has no barriers", async (name) => {
    const visitor = await stage.open(size);
    await visitor.goTo(`/app/products?search=${name.split(" ").at(-1)}`);
    await visitor.panel.getByRole("link", { name }).click();
    await visitor.panel.getByRole("heading", { name: "Stock history" }).waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
