// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { until } from "../../sandbox/demo/observe.ts";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;
let grams: number;

interface Product {
  sku: string;
  weight: number;
  imageUrl: string | null;
  url: string | null;
}

const SKU = "LANT";
const atWarehouse = async () =>
  (await control<Product[]>(stage.world.warehouse.url, { path: "products" })).find(({ sku }) => sku === SKU)!;

/** Somebody at the warehouse enters other values, and an event has the product read. */
async function enter(values: Partial<Product>): Promise<void> {
  const { url } = stage.world.warehouse;
  await control(url, { path: "products", body: [{ ...(await atWarehouse()), ...values }] });
  await control(url, { path: "receive", body: { lines: [{ sku: SKU, quantity: 1 }] } });
}

async function openLantern(window = merchant): Promise<void> {
  await window.goTo(`/app/products?search=${SKU}`);
  await window.panel.getByRole("link", { name: "Camp Lantern" }).click();
  await window.panel.getByRole("heading", { name: "In your store and at the warehouse" }).waitFor();
}

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  merchant = await stage.open();
  grams = (await atWarehouse()).weight;
});

afterAll(() => stage?.stop());

describe("a product that the warehouse had before", () => {
  test("is shown as both systems have it, and what differs is named", async () => {
    await openLantern();
    await merchant.panel.getByText("Product page: set in the store, not set at the warehouse").waitFor();
    await enter({ weight: grams + 50 });
    await merchant.panel
      .getByText(`Weight: ${grams} g in the store, ${grams + 50} g at the warehouse`)
      .waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("is updated once the merchant has seen what would change", async () => {
    await merchant.panel.getByRole("button", { name: "Update at warehouse" }).click();
    await merchant.panel.getByText(`Weight: ${grams + 50} g becomes ${grams} g`).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    expect((await atWarehouse()).weight).toBe(grams + 50);
    await merchant.panel.getByRole("dialog").getByRole("button", { name: "Update", exact: true }).click();
    await merchant.page.getByText("Update sent to the warehouse").waitFor();
    await merchant.panel.getByText("The warehouse has the same values as your store.").waitFor();
    expect((await atWarehouse()).weight).toBe(grams);
  });

  test("is updated together with others, after a preview of every field", async () => {
    await enter({ weight: grams + 50 });
    await merchant.panel.getByText(/^Weight: .* at the warehouse$/).waitFor();
    await merchant.goTo(`/app/products?search=${SKU}`);
    await merchant.panel.getByRole("row").filter({ hasText: SKU }).first().getByRole("checkbox").click();
    await merchant.panel.getByRole("button", { name: "Update at warehouse" }).click();
    await merchant.panel.getByText("1 product differs from your store").waitFor();
    await merchant.panel.getByText(`Weight: ${grams + 50} g becomes ${grams} g`).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("button", { name: "Update 1 product" }).click();
    await merchant.panel.getByText("Last update").waitFor();
    await merchant.panel.getByText("Nothing to update").waitFor();
    await until(atWarehouse, ({ weight }) => weight === grams);
  });
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test("the values and the preview have no barriers and nothing to complain about", async () => {
    await enter({ weight: grams + 1_000 });
    await until(atWarehouse, ({ weight }) => weight !== grams);
    const visitor = await stage.open(size);
    await openLantern(visitor);
    await visitor.panel.getByText(/^Weight: /).waitFor();
    await expectNothingWrong(visitor);
    await visitor.goTo("/app/products/update");
    await visitor.panel.getByText(/products? differs? from your store/).waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
