import { beforeAll, expect, test } from "vitest";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import {
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  expectToFit,
  NARROW,
  shareLiveStore,
  type Window,
} from "../support/panel.ts";
import { contentOf, FORM, REF } from "../support/purchases.ts";
import { sendLanternBack, untilAnnounced, WALES } from "../support/send-back.ts";
import { numberOf } from "../support/store-products.ts";

const stage = shareLiveStore();
/** A return that somebody's address is too long for, and one that came back. */
let [held, received] = ["", ""];

/** Something of everything that has a page. */
beforeAll(async () => {
  const { store, atWarehouse } = stage();
  held = numberOf((await sendLanternBack(store, { order: { shippingAddress: WALES } })).id);
  const back = await sendLanternBack(store);
  received = numberOf(back.id);
  const inboundRef = await untilAnnounced(store, back);
  await atWarehouse("receive", { inboundRef, lines: [{ sku: "LANT", quantity: 1 }] });
  await atWarehouse("correct", { sku: "REP", stock: 2_000_000_000 });
  await atWarehouse("receive", { lines: [{ sku: "REP", quantity: 1 }] });
  await createMerchant(store).say("/app/inbounds/new", {
    formId: FORM,
    content: contentOf({ lines: { "MUG-SKY": 8 } }),
  });
});

const PAGES: [name: string, path: () => string, shows: string][] = [
  ["Home", () => "/app", "Latest stock changes"],
  ["the set-up guide", () => "/app/setup", "Set-up is complete"],
  ["the connection", () => "/app/connect", "Warehouse account"],
  ["a problem of several kinds", () => "/app/problems?kind=stock-absurd", "pieces of REP"],
  ["products", () => "/app/products", "Beeswax Balm"],
  ["products to be created", () => "/app/products/create", "2 products will be created"],
  [
    "products that are not created",
    () => "/app/products/create?show=skipped",
    "All of them are in the other list.",
  ],
  ["products to be updated", () => "/app/products/update", "Fields that would change"],
  ["a product to be deleted", () => "/app/products/delete", "Which product?"],
  ["the product to be deleted", () => "/app/products/delete?sku=MUG-SKY", "Type the SKU to delete it"],
  ["mappings", () => "/app/mappings", "Import"],
  ["stock", () => "/app/stock", "Last comparisons"],
  ["returns", () => "/app/returns", "#1001-R1"],
  ["a return that needs the merchant", () => `/app/returns/${held}`, "does not take the sender as it stands"],
  ["a return that came back", () => `/app/returns/${received}`, "Timeline"],
  ["inbounds", () => "/app/inbounds", "Potter & Sons"],
  ["a new inbound", () => "/app/inbounds/new", "Goods from a file"],
  ["an inbound", () => `/app/inbounds/${REF}`, "Announced and received"],
  ["a change of an inbound", () => `/app/inbounds/${REF}/edit`, "Goods from a file"],
  ["activity", () => "/app/activity", "Heard: goods received"],
  ["activity of one SKU", () => "/app/activity?search=LANT", "LANT"],
  ["the support bundle", () => "/app/activity/support", "What is not in it"],
  ["settings", () => "/app/settings", "Settings"],
  ["settings of products", () => "/app/settings/products", "Width"],
  ["settings of stock", () => "/app/settings/stock", "Usual safety stock"],
  ["settings of returns", () => "/app/settings/returns", "What is received"],
  ["settings of privacy", () => "/app/settings/privacy", "Before you uninstall"],
];

/** A state of a page that only a story leads to is looked at in that story. */
test.each(PAGES)("%s: no barriers, and fits windows of both sizes", async (_name, path, shows) => {
  const visitor = await stage().visit(path());
  await shownIn(visitor, shows).waitFor();
  await expectNothingWrong(visitor);
  await visitor.page.setViewportSize(NARROW);
  await shownIn(visitor, shows).waitFor();
  await expectToFit(visitor);
  await visitor.page.close();
});

test.each(PAGES)("%s: no barriers on a phone", { tags: ["proof"] }, async (_name, path, shows) => {
  const visitor = await stage().visit(path(), NARROW);
  await shownIn(visitor, shows).waitFor();
  await expectNothingWrong(visitor);
  await visitor.page.close();
});

test("a page that had barriers would not pass", async () => {
  const visitor = await stage().visit("/app");
  await visitor.panel.locator("html").evaluate((html) => {
    html.removeAttribute("lang");
    html.querySelector("h1")!.after(document.createElement("button"));
  });
  expect(await visitor.barriers()).toEqual([expect.stringMatching(/^button-name: /), "html-has-lang: html"]);
  await visitor.page.close();
});

const shownIn = ({ panel }: Window, text: string) => panel.getByText(text).filter({ visible: true }).first();

test.each([
  ["a variant that is mapped", "Camp Lantern"],
  ["a variant that isn't at the warehouse", "Camp Coffee Set"],
])("%s: no barriers, at both sizes", async (_name, product) => {
  const visitor = await stage().visit(`/app/products?search=${encodeURIComponent(product)}`);
  await visitor.panel.getByRole("link", { name: product }).click();
  await expectNothingWrongAtBothSizes(visitor, () =>
    visitor.panel.getByRole("heading", { name: "Stock history" }).waitFor(),
  );
  await visitor.page.close();
});
