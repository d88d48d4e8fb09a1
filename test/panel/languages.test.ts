// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
} from "../support/panel.ts";

const PAGES = ["", "/products", "/stock", "/returns", "/inbounds", "/inbounds/new", "/mappings"];

let panel: PanelWorld;

beforeAll(async () => {
  panel = await startPanelWorld();
  await connectLive(panel.world);
});

afterAll(() => panel?.stop());

describe.each([
  ["de", "Produkte"],
  ["nl", "Producten"],
  ["fr", "Produits"],
])("a merchant whose admin speaks %s", (locale, products) => {
  test("chooses it in the admin, and the panel follows", async () => {
    const { page, panel: app, goTo } = await panel.open();
    await goTo("/app/products");
    await app.getByRole("heading", { name: "Products" }).waitFor();
    await page.getByLabel("Your language, for apps").selectOption(locale);
    await app.getByRole("heading", { name: products }).waitFor();
    expect(await app.locator("html").getAttribute("lang")).toBe(locale);
  });

  describe.each([WIDE, NARROW])("at $width pixels", (size) => {
    test.each(PAGES)("/app%s is in it", async (path) => {
      const window = await panel.open(size, { locale });
      await window.goTo(`/app${path}`);
      await window.panel.getByRole("heading", { level: 1 }).waitFor();
      await expectNothingWrong(window);
      // A text that is missing is shown as its key.
      expect(await window.panel.locator("body").innerText()).not.toMatch(/\b[a-z]+(\.[a-zA-Z-]+){2,}\b/);
      await window.page.close();
    });
  });
});

test("going from page to page brings the next page's texts", async () => {
  const { panel: app, page, goTo, complaints } = await panel.open(WIDE, { locale: "de" });
  await goTo("/app");
  await page.getByRole("link", { name: "Rückgaben" }).click();
  await app.getByRole("heading", { name: "Rückgaben", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Produkte" }).first().click();
  await app
    .getByPlaceholder(/Suchen|suchen/)
    .or(app.getByRole("tab", { name: "Alle" }))
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test("numbers follow the region, the words the language", async () => {
  const { panel: app, goTo } = await panel.open(WIDE, { locale: "de-CH" });
  await goTo("/app/products");
  await app.getByRole("heading", { name: "Produkte" }).waitFor();
  expect(await app.locator("html").getAttribute("lang")).toBe("de-CH");
});

test("who speaks another language is answered in English", async () => {
  const { panel: app, goTo } = await panel.open(WIDE, { locale: "es" });
  await goTo("/app/products");
  await app.getByRole("heading", { name: "Products" }).waitFor();
});
