import { describe, expect, test } from "vitest";
import { connectApp } from "../../sandbox/demo/stage.ts";
import {
  expectNothingWrongAtBothSizes,
  openLiveStore,
  openStore,
  shareLiveStore,
  type Stage,
} from "../support/panel.ts";

const productsThere = ({ atWarehouse }: Stage) =>
  atWarehouse<{ sku: string; description: string }[]>("products");

const stage = shareLiveStore();

describe("creating products", () => {
  test("the merchant sees what would be sent before anything is", async () => {
    const before = await productsThere(stage());
    const { panel, barriers } = await stage().visit("/app/products/create");
    await panel.getByText(/products? will be created/).waitFor();
    await panel.getByRole("columnheader", { name: "On the packing slip" }).waitFor();
    expect(await barriers()).toEqual([]);
    expect(await productsThere(stage())).toEqual(before);
  });

  test("of selected ones, each that is skipped has its reason", async () => {
    const visitor = await stage().visit("/app/products?search=MUG-SKY");
    const { panel } = visitor;
    await panel.getByRole("row").filter({ hasText: "MUG-SKY" }).getByRole("checkbox").click();
    await panel.getByRole("button", { name: "Create at the warehouse" }).click();
    await panel.getByText("0 products will be created").waitFor();
    await panel.getByRole("tab", { name: "Will be skipped" }).click();
    await panel.getByRole("columnheader", { name: "Reason" }).waitFor();
    expect(await panel.getByText("The warehouse has it already.").count()).toBe(2); // Counted, and listed.
    await expectNothingWrongAtBothSizes(visitor, () =>
      panel.getByText("0 products will be created").waitFor(),
    );
  });

  test("from its own page, one that the warehouse does not have is shown alone", async () => {
    const { panel } = await stage().visit("/app/products?state=not_at_warehouse");
    await panel.getByRole("link", { name: "Camp Coffee Set" }).click();
    await panel.getByRole("link", { name: "Create at the warehouse" }).click();
    await panel.getByText("1 product will be created").waitFor();
  });

  test("they are created, the page follows along, and a reload shows the same", async () => {
    const own = await openLiveStore();
    const before = (await productsThere(own)).length;
    const { page, panel, barriers } = await own.visit("/app/products/create");
    const create = panel.getByRole("button", { name: /^Create \d+ products?$/ });
    const wanted = Number(/\d+/.exec(await create.innerText())?.[0]);
    await create.click();
    await panel.getByText("Last time").waitFor();
    await panel.getByText("0 products will be created").waitFor();
    expect((await productsThere(own)).length).toBe(before + wanted);
    await page.reload();
    await panel.getByText("Last time").waitFor();
    expect(await barriers()).toEqual([]);
  });
});

describe("deleting a product", () => {
  test("it takes the SKU typed in, and nothing in the warehouse", async () => {
    const there = await productsThere(stage());
    const { panel, barriers } = await stage().visit("/app/products/delete");
    await panel.getByLabel("Which product?").fill("MUG-SKY");
    await panel.getByRole("button", { name: "Continue" }).click();
    const typed = panel.getByLabel("Type the SKU to delete it");
    await typed.fill("MUG");
    await panel.getByRole("button", { name: "Delete at the warehouse" }).click();
    await panel.getByText("This is not its SKU").waitFor();
    await typed.fill("MUG-SKY");
    await panel.getByRole("button", { name: "Delete at the warehouse" }).click();
    await panel.getByText(/pieces? of MUG-SKY lies? in the warehouse/).waitFor();
    expect(await barriers()).toEqual([]);
    expect(await productsThere(stage())).toHaveLength(there.length);
  });

  test("one that has never been read is said to be so, and another can be chosen", async () => {
    const { panel } = await stage().visit("/app/products/delete?sku=MUG-SKI");
    await panel.getByText("No such product has been read from the warehouse.").waitFor();
    await panel.getByRole("link", { name: "Choose another" }).click();
    await panel.getByLabel("Which product?").waitFor();
  });
});

describe("product settings", () => {
  test("what is no metafield's name is said where it stands; what is right is kept", async () => {
    const { store, visit } = await openStore();
    await connectApp(store);
    const { page, panel, barriers, saveBar } = await visit("/app/settings/products");
    await panel.getByLabel("Width").fill("width");
    await saveBar.getByRole("button", { name: "Save" }).click();
    await panel.getByText("This is not the name of a metafield").waitFor();
    expect(await barriers()).toEqual([]);
    await panel.getByLabel("Width").fill("custom.width");
    await panel.getByLabel("Send changes made in the shop to the warehouse").check();
    await saveBar.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await saveBar.waitFor({ state: "hidden" });
    await page.reload();
    expect(await panel.getByLabel("Width").inputValue()).toBe("custom.width");
  });
});
