// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectLive, startPanelWorld, type PanelWorld, type Window } from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;

beforeAll(async () => {
  stage = await startPanelWorld();
  const { shopUrl, warehouse } = stage.world;
  await control(shopUrl, {
    path: "shops/demo/seed",
    body: {
      products: [
        { title: "Trekking Pole", variants: [{ sku: " pole-1 ", onHand: { Warehouse: 2 } }] },
        { title: "Head Torch", variants: [{ sku: "torch-1", onHand: { Warehouse: 2 } }] },
      ],
    },
  });
  await control(warehouse.url, {
    path: "products",
    body: [
      { sku: "POLE-1", description: "Trekking pole", stock: 12 },
      { sku: "TORCH-1", description: "Head torch", stock: 9 },
    ],
  });
  await connectLive(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const rowOf = (name: string, { panel } = merchant) => panel.getByRole("row").filter({ hasText: name });

/** What the shop shows of an SKU. */
const shows = (sku: string, pieces: number) =>
  until(
    () => readWorlds(stage.world),
    ({ onHand }) => onHand(sku) === pieces,
  );

const receive = (sku: string, quantity: number) =>
  control(stage.world.warehouse.url, { path: "receive", body: { lines: [{ sku, quantity }] } });

describe("a suggestion whose SKU differs in capitals and space", () => {
  test("is confirmed in one click, and its stock follows the warehouse", async () => {
    await merchant.goTo("/app/products?state=suggested");
    const row = rowOf("Trekking Pole");
    await row.getByText("Maybe POLE-1 at the warehouse").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await row.getByRole("button", { name: "Confirm: Trekking Pole" }).click();
    await merchant.page.getByText("Mapping saved").waitFor();
    await row.waitFor({ state: "detached" });
    await merchant.goTo("/app/products?state=mapped&search=pole-1");
    await rowOf("Trekking Pole").getByText("Mapped to POLE-1").waitFor();
    await rowOf("Trekking Pole").getByText("12", { exact: true }).nth(1).waitFor(); // There, and on hand.
  });

  test("is confirmed too when another variant was mapped to the same SKU meanwhile", async () => {
    await merchant.goTo("/app/products?state=suggested");
    const confirm = merchant.panel.getByRole("button", { name: "Confirm: Head Torch" });
    await confirm.waitFor();

    const colleague = await stage.open();
    await colleague.goTo("/app/products?search=CPI");
    await colleague.panel.getByRole("link", { name: "Camp Pillow" }).click();
    await colleague.panel.getByRole("button", { name: "Remove CPI" }).click();
    await colleague.panel.getByLabel("Products at the warehouse").fill("TORCH-1");
    await colleague.panel.getByRole("button", { name: "Add TORCH-1", exact: true }).click();
    await colleague.page.getByRole("button", { name: "Save", exact: true }).click();
    await colleague.panel.getByText("Its stock follows TORCH-1 at the warehouse.").waitFor();
    await colleague.page.close();

    await confirm.click();
    await merchant.page.getByText("Mapping saved").waitFor();
    await merchant.goTo("/app/products?search=torch-1");
    await rowOf("Head Torch").getByText("Mapped to TORCH-1").waitFor();
  });
});

/** In the shop's admin. */
async function deleteProduct(title: string): Promise<void> {
  const { page } = merchant;
  await page.goto(`${stage.world.shopUrl}/store/demo/products?search=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `Delete ${title}`, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`Deleted ${title}`).waitFor();
}

/** As a merchant who wants to start a product over. */
async function deleteAndMakeAgain(title: string): Promise<void> {
  await deleteProduct(title);
  await merchant.page.getByRole("button", { name: "Make it again" }).click();
  await merchant.page.getByRole("button", { name: `Delete ${title}`, exact: true }).waitFor();
}

describe("a product that was deleted and made again", () => {
  test("takes its mapping over in one click, and keeps its history", async () => {
    await deleteAndMakeAgain("Camp Lantern");
    await merchant.goTo("/app/products?search=LANT");
    const made = rowOf("Camp Lantern").filter({ hasText: "Suggested" });
    await made.getByText("Made again: may take over the mapping to LANT").waitFor();
    await rowOf("Camp Lantern").filter({ hasText: "Gone from the shop" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await made.getByRole("button", { name: "Relink: Camp Lantern" }).dblclick();
    await merchant.page.getByText("Mapping saved").first().waitFor();
    await rowOf("Camp Lantern").filter({ hasText: "Gone from the shop" }).waitFor({ state: "detached" });
    await rowOf("Camp Lantern").getByText("Mapped", { exact: true }).waitFor();

    const before = (await readWorlds(stage.world)).onHand("LANT");
    await receive("LANT", 5);
    await shows("LANT", before + 5);
    await merchant.panel.getByRole("link", { name: "Camp Lantern" }).click();
    await merchant.panel.getByText(`${before} → ${before + 5} on hand`).waitFor();
    await merchant.panel.getByText("as the variant before").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("from the page of what is gone, the click leads to the one that took it over", async () => {
    await deleteAndMakeAgain("Repair Kit");
    await merchant.goTo("/app/products?state=tombstoned");
    await merchant.panel.getByRole("link", { name: "Repair Kit" }).click();
    await merchant.panel.getByText("Repair Kit carries its SKU now").waitFor();
    await merchant.panel.getByRole("button", { name: "Relink: Repair Kit" }).click();
    await merchant.panel.getByText("Its stock follows REP at the warehouse.").waitFor();
    await merchant.panel.getByText("as the variant before").waitFor();
  });

  test("none of which the browser complains about", () => {
    expect(merchant.complaints).toEqual([]);
  });

  test("what is remembered of one that stays away can be forgotten", async () => {
    const { panel } = merchant;
    await deleteProduct("Trekking Pole");
    await merchant.goTo("/app/products?state=tombstoned");
    await panel.getByRole("link", { name: "Trekking Pole" }).click();
    await panel.getByRole("button", { name: "Unmap" }).click();
    await panel.getByRole("dialog").getByRole("button", { name: "Unmap" }).click();
    await panel.getByRole("heading", { name: "Products", level: 1 }).waitFor();
    expect(await rowOf("Trekking Pole").count()).toBe(0);
  });
});
