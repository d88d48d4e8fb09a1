// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectApp(stage.world);
  merchant = await stage.open();
  const { panel } = merchant;
  await merchant.goTo("");
  await panel.getByText("Connected", { exact: true }).waitFor();
  await panel.getByText("All stock last compared").waitFor();
  await panel.getByRole("link", { name: /^Mapped: [1-9]/ }).waitFor();
});

afterAll(() => stage?.stop());

const productsThere = () =>
  control<{ sku: string; description: string }[]>(stage.world.warehouse.url, { path: "products" });

describe("creating products", () => {
  test("the merchant sees what would be sent before anything is", async () => {
    const before = await productsThere();
    await merchant.goTo("/app/products/create");
    await merchant.panel.getByText(/products? will be created/).waitFor();
    await merchant.panel.getByRole("columnheader", { name: "On the packing slip" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    expect(await productsThere()).toEqual(before);
  });

  test("of selected ones, each that is skipped has its reason", async () => {
    await merchant.goTo("/app/products?search=MUG-SKY");
    await merchant.panel.getByRole("row").filter({ hasText: "MUG-SKY" }).getByRole("checkbox").click();
    await merchant.panel.getByRole("button", { name: "Create at the warehouse" }).click();
    await merchant.panel.getByText("0 products will be created").waitFor();
    await merchant.panel.getByRole("tab", { name: "Will be skipped" }).click();
    await merchant.panel.getByRole("columnheader", { name: "Reason" }).waitFor();
    expect(await merchant.panel.getByText("The warehouse has it already.").count()).toBe(2); // Counted, and listed.
    expect(await merchant.barriers()).toEqual([]);
  });

  test("from its own page, one that the warehouse does not have is shown alone", async () => {
    await merchant.goTo("/app/products?state=not_at_warehouse");
    await merchant.panel.getByRole("link", { name: "Camp Coffee Set" }).click();
    await merchant.panel.getByRole("link", { name: "Create at the warehouse" }).click();
    await merchant.panel.getByText("1 product will be created").waitFor();
  });

  test("they are created, the page follows along, and a reload shows the same", async () => {
    const before = (await productsThere()).length;
    await merchant.goTo("/app/products/create");
    const create = merchant.panel.getByRole("button", { name: /^Create \d+ products?$/ });
    const wanted = Number(/\d+/.exec(await create.innerText())?.[0]);
    await create.click();
    await merchant.panel.getByText("Last time").waitFor();
    await merchant.panel.getByText("0 products will be created").waitFor();
    expect((await productsThere()).length).toBe(before + wanted);
    await merchant.page.reload();
    await merchant.panel.getByText("Last time").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });
});

describe("deleting a product", () => {
  test("it takes the SKU typed in, and nothing in the warehouse", async () => {
    const there = await productsThere();
    await merchant.goTo("/app/products/delete");
    await merchant.panel.getByLabel("Which product?").fill("MUG-SKY");
    await merchant.panel.getByRole("button", { name: "Continue" }).click();
    const typed = merchant.panel.getByLabel("Type the SKU to delete it");
    await typed.fill("MUG");
    await merchant.panel.getByRole("button", { name: "Delete at the warehouse" }).click();
    await merchant.panel.getByText("This is not its SKU").waitFor();
    await typed.fill("MUG-SKY");
    await merchant.panel.getByRole("button", { name: "Delete at the warehouse" }).click();
    await merchant.panel.getByText(/pieces? of MUG-SKY lies? in the warehouse/).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    expect(await productsThere()).toHaveLength(there.length);
  });

  test("one that has never been read is said to be so, and another can be chosen", async () => {
    await merchant.goTo("/app/products/delete?sku=MUG-SKI");
    await merchant.panel.getByText("No such product has been read from the warehouse.").waitFor();
    await merchant.panel.getByRole("link", { name: "Choose another" }).click();
    await merchant.panel.getByLabel("Which product?").waitFor();
  });
});

describe("product settings", () => {
  test("what is no metafield's name is said where it stands; what is right is kept", async () => {
    await merchant.goTo("/app/settings/products");
    await merchant.panel.getByLabel("Width").fill("width");
    await merchant.saveBar.getByRole("button", { name: "Save" }).click();
    await merchant.panel.getByText("This is not the name of a metafield").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByLabel("Width").fill("custom.width");
    await merchant.panel.getByLabel("Send changes made in the shop to the warehouse").check();
    await merchant.saveBar.getByRole("button", { name: "Save" }).click();
    await merchant.page.getByText("Saved").waitFor();
    await merchant.saveBar.waitFor({ state: "hidden" });
    await merchant.page.reload();
    expect(await merchant.panel.getByLabel("Width").inputValue()).toBe("custom.width");
  });
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each([
    "/app/products/create?show=skipped",
    "/app/settings/products",
    "/app/products/delete?sku=MUG-SKY",
  ])("%s has no barriers and nothing to complain about", async (path) => {
    const visitor = await stage.open(size);
    await visitor.goTo(path);
    await visitor.panel.getByRole("heading", { level: 1 }).waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
