import { describe, expect, test } from "vitest";
import { expectNothingWrong, NARROW, shareLiveStore, WIDE } from "../support/panel.ts";

const PAGES = ["", "/products", "/stock", "/returns", "/inbounds", "/inbounds/new", "/mappings"];

const stage = shareLiveStore();

describe.each([
  ["de", "Produkte"],
  ["nl", "Producten"],
  ["fr", "Produits"],
])("a merchant whose admin speaks %s", (locale, products) => {
  test("chooses it in the admin, and the panel follows", async () => {
    const { page, panel: app } = await stage().visit("/app/products");
    await app.getByRole("heading", { name: "Products" }).waitFor();
    await page.getByLabel("Your language, for apps").selectOption(locale);
    await app.getByRole("heading", { name: products }).waitFor();
    expect(await app.locator("html").getAttribute("lang")).toBe(locale);
    await page.close();
  });

  describe.each([WIDE, NARROW])("at $width pixels", { tags: ["proof"] }, (size) => {
    test.each(PAGES)("/app%s is in it", async (path) => {
      const visitor = await stage().visit(`/app${path}`, size, { locale });
      await visitor.panel.getByRole("heading", { level: 1 }).waitFor();
      await expectNothingWrong(visitor);
      // A text that is missing is shown as its key.
      expect(await visitor.panel.locator("body").innerText()).not.toMatch(/\b[a-z]+(\.[a-zA-Z-]+){2,}\b/);
      await visitor.page.close();
    });
  });
});

test("going from page to page brings the next page's texts", async () => {
  const { panel: app, page, complaints } = await stage().visit("/app", WIDE, { locale: "de" });
  await page.getByRole("link", { name: "Rückgaben" }).click();
  await app.getByRole("heading", { name: "Rückgaben", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Produkte" }).first().click();
  await app
    .getByPlaceholder(/Suchen|suchen/)
    .or(app.getByRole("tab", { name: "Alle" }))
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test("numbers follow the region, the words the language", async () => {
  const { panel: app, page } = await stage().visit("/app/products", WIDE, { locale: "de-CH" });
  await app.getByRole("heading", { name: "Produkte" }).waitFor();
  expect(await app.locator("html").getAttribute("lang")).toBe("de-CH");
  await page.close();
});

test("who speaks another language is answered in English", async () => {
  const { panel: app, page } = await stage().visit("/app/products", WIDE, { locale: "es" });
  await app.getByRole("heading", { name: "Products" }).waitFor();
  await page.close();
});
