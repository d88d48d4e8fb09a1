// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { holdAnswers } from "../support/late-answers.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;

/** More variants than are changed while a page waits, with SKUs that the warehouse writes in small letters. */
const MANY = 240;
/** And so many that it does not know at all. */
const MISSING = 230;

const titled = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `${name} ${index + 1}`,
    variants: [{ sku: `${name.toUpperCase()}-${index + 1}`, onHand: { Warehouse: 1 } }],
  }));

beforeAll(async () => {
  stage = await startPanelWorld();
  const { shopUrl, warehouse } = stage.world;
  const products = [...titled("Tile", MANY), ...titled("Bead", MISSING)];
  await control(shopUrl, { path: "shops/demo/seed", body: { products } });
  await control(warehouse.url, {
    path: "products",
    body: Array.from({ length: MANY }, (_, index) => {
      return { sku: `tile-${index + 1}`, description: `Tile ${index + 1}`, stock: 3 };
    }),
  });
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const bulkFault = () =>
  control(stage.world.shopUrl, { path: "bulk/faults", body: { kind: "hold", times: 1 } });

/** The same after a reload, and in another window on a phone, with nothing wrong in either. */
async function everywhere(path: string, look: (window: Window) => Promise<unknown>): Promise<void> {
  await merchant.goTo(path);
  await merchant.page.reload();
  const phone = await stage.open(NARROW);
  await phone.goTo(path);
  for (const window of [merchant, phone]) {
    await look(window);
    await expectNothingWrong(window);
  }
  await phone.page.close();
}
describe("reading the products", () => {
  test("shows how far it is after a reload, and can be cancelled before anything was read", async () => {
    await bulkFault();
    await connectApp(stage.world);
    await merchant.goTo("/app");
    const gathering = ({ panel }: Window) => panel.getByText(/Your shop has gathered/).waitFor();
    await gathering(merchant);
    await everywhere("/app", gathering);
    await merchant.panel.getByRole("button", { name: "Cancel: Reading your products" }).click();
    await merchant.panel.getByText("Reading your products was stopped").first().waitFor();
    await everywhere("/app", ({ panel }) =>
      panel.getByText(/Nothing is matched, and no stock follows/).waitFor(),
    );
  });

  test("offered again, goes through, and says what waits for the merchant, until that is put away", async () => {
    await merchant.panel.getByRole("button", { name: "Read again" }).first().click();
    await merchant.panel.getByText(/^Your products were read: /).waitFor();
    await everywhere("/app", ({ panel }) => panel.getByRole("link", { name: /\d+ to confirm/ }).waitFor());
    await merchant.panel.getByRole("link", { name: /\d+ to confirm/ }).click();
    await merchant.panel.getByRole("row").filter({ hasText: "Maybe tile-1 at" }).waitFor();
    await merchant.goTo("/app");
    await merchant.panel.getByRole("button", { name: "Dismiss notification" }).click();
    await merchant.panel.getByText(/^Your products were read: /).waitFor({ state: "detached" });
  });
});

describe("confirming many suggestions", () => {
  const working = ({ panel }: Window) =>
    panel.getByRole("heading", { name: /^Confirming the suggestions for \d+ variants/ }).waitFor();

  async function confirmAll(): Promise<void> {
    const { panel } = merchant;
    await merchant.goTo("/app/products?state=suggested");
    await panel.getByRole("checkbox", { name: "Select all variants" }).first().check();
    await panel.getByRole("button", { name: "Select every variant in this view" }).click();
    await panel.getByRole("button", { name: "Confirm suggestions" }).first().click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByText(/variants are mapped to what is suggested/).waitFor();
    await dialog.getByRole("button", { name: "Confirm suggestions" }).click();
    await dialog.getByRole("button", { name: /^Yes, change \d+ variants/ }).click();
  }

  /** The card's script comes after the page was read again. */
  async function lateScript() {
    const visitor = await stage.open();
    const script = await holdAnswers(visitor.page, /\/task-card-[^/]*\.js$/);
    await visitor.goTo("/app/products");
    await script.waitFor(1);
    for (let reads = 0; reads < 2; reads++) await visitor.page.waitForResponse(/products\.data/);
    await script.release();
    await working(visitor);
    await expectNothingWrong(visitor);
    await visitor.page.close();
  }

  test("goes on without the page, is there after a reload and on Home, and can be cancelled", async () => {
    await stage.world.worker.kill();
    await confirmAll();
    await working(merchant);
    await everywhere("/app/products", working);
    await lateScript();
    await everywhere("/app", ({ panel }) => panel.getByText(/^Confirming the suggestions for/).waitFor());
    await merchant.goTo("/app/products");
    await merchant.panel.getByRole("button", { name: /^Cancel: Confirming/ }).click();
    await merchant.page.getByText("Stopped. Nothing was changed.").waitFor();
    await stage.world.worker.start();
    await merchant.goTo("/app/products?state=suggested&search=tile-7");
    await merchant.panel.getByRole("row").filter({ hasText: "Maybe tile-7 at" }).first().waitFor();
  });

  test("asked for again, says how many it changed, until that is put away", async () => {
    await confirmAll();
    await merchant.panel.getByText(/^\d+ variants changed$/).waitFor();
    await everywhere("/app/products", ({ panel }) => panel.getByText(/^\d+ variants changed$/).waitFor());
    await everywhere("/app", ({ panel }) => panel.getByText(/^\d+ variants changed$/).waitFor());
    await merchant.goTo("/app");
    await merchant.panel.getByRole("button", { name: /^Dismiss: \d+ variants changed/ }).click();
    await merchant.panel.getByText(/^\d+ variants changed$/).waitFor({ state: "detached" });
  });
});

describe("comparing all stock", () => {
  test("is asked for on the stock page, shows how far it is, and can be stopped", async () => {
    await createMerchant(stage.world).goLive();
    await until(
      () => readWorlds(stage.world),
      ({ differing }) => differing === 0,
    );
    await merchant.goTo("/app/stock");
    // What going live began is through.
    await merchant.panel.getByRole("heading", { name: "Comparing all stock" }).waitFor({ state: "detached" });
    await bulkFault();
    await merchant.panel.getByRole("button", { name: "Compare now" }).click();
    const gathering = ({ panel }: Window) => panel.getByText("Your shop gathers its figures.").waitFor();
    await gathering(merchant);
    await everywhere("/app/stock", gathering);
    await everywhere("/app", ({ panel }) => panel.getByText("Comparing all stock").first().waitFor());
    await merchant.goTo("/app/stock");
    await merchant.panel.getByRole("button", { name: "Cancel: Comparing all stock" }).click();
    await merchant.page.getByText(/^Comparing stock was stopped/).waitFor();
  });

  test("asked for again, says what it found", async () => {
    await control(stage.world.warehouse.url, { path: "correct", body: { sku: "tile-9", stock: 44 } });
    await merchant.panel.getByRole("button", { name: "Compare now" }).click();
    const found = ({ panel }: Window) => panel.getByText(/^All stock was compared: \d+ variants$/).waitFor();
    await merchant.panel.getByText(/^All stock was compared/).waitFor();
    await merchant.panel.getByText(/^1 differed\. /).waitFor();
    await everywhere("/app/stock", found);
    await merchant.panel.getByRole("button", { name: "Dismiss notification" }).click();
    await merchant.panel.getByText(/^All stock was compared/).waitFor({ state: "detached" });
  });
});

describe("creating many products at the warehouse", () => {
  test("asks first, shows how far it is, and can be stopped; what was made stays", async () => {
    const { panel } = merchant;
    await merchant.goTo("/app/products/create");
    // The first hundred are made; of the next nothing is heard.
    const { url } = stage.world.warehouse;
    const fault = { method: "POST", path: "/bulk/", skip: 1, action: { kind: "hold" } };
    await control(url, { path: "faults", body: fault });
    await panel.getByRole("button", { name: /^Create \d+ products$/ }).click();
    await panel.getByText(/^Create \d+ products\?$/).waitFor();
    await panel.getByRole("button", { name: "Yes, go on" }).click();
    const creating = (window: Window) =>
      window.panel
        .getByText(/^\d+ products still wait to be created\./)
        .first()
        .waitFor();
    await creating(merchant);
    await panel.getByText("So far").waitFor();
    await everywhere("/app/products/create", creating);
    await everywhere("/app", creating);
    await merchant.goTo("/app/products/create");
    await panel.getByRole("button", { name: "Cancel: Creating products" }).click();
    await panel
      .getByRole("dialog")
      .getByText(/still wait are not created/)
      .waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await panel.getByRole("dialog").getByRole("button", { name: "Stop creating" }).click();
    await merchant.page.getByText(/^Stopped: \d+ products are not created$/).waitFor();
    await control(url, { path: "faults", method: "DELETE" });
    await control(url, { path: "release", body: {} });
    await panel.getByText("Last time").waitFor();
    await panel.getByText(/^\d+ products will be created$/).waitFor();
  });
});

describe("a file of many mappings", () => {
  const file = Array.from({ length: MANY }, (_, index) => `TILE-${index + 1},unmapped`);

  test("is applied without the page; what changed meanwhile is left, counted, and listed with its reason", async () => {
    const { panel } = merchant;
    await merchant.goTo("/app/mappings");
    const buffer = Buffer.from(["Shop SKU,Decision", ...file].join("\n"));
    await panel
      .locator("input[type=file]")
      .setInputFiles({ name: "tiles.csv", mimeType: "text/csv", buffer });
    await panel.getByText(`Applying it changes the variants of ${MANY} rows.`).waitFor();
    await stage.world.worker.kill();
    await panel.getByRole("button", { name: "Apply", exact: true }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await dialog.getByRole("button", { name: "Apply all the same" }).click();
    const applying = (window: Window) =>
      window.panel.getByRole("heading", { name: "Applying tiles.csv" }).waitFor();
    await applying(merchant);
    await everywhere("/app/mappings", applying);

    const other = await stage.open();
    await other.goTo("/app/products?search=TILE-5");
    await other.panel.getByRole("link", { name: "Tile 5", exact: true }).click();
    await other.panel.getByRole("button", { name: "Ignore" }).first().click();
    await other.panel.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
    await other.page.getByText("1 variant changed").waitFor();
    await other.page.close();

    await stage.world.worker.start();
    await panel
      .getByText(`${MANY - 1} variants changed.`)
      .first()
      .waitFor();
    const result = ({ panel: shown }: Window) => shown.getByText(/1 was left as it is/).waitFor();
    await everywhere("/app/mappings", result);
    await everywhere("/app", result);
    await panel.getByRole("heading", { name: "Just finished" }).waitFor();
    await merchant.goTo("/app");
    await merchant.panel.getByRole("link", { name: /^See: \d+ variants changed/ }).click();
    await panel.getByRole("button", { name: "Changed meanwhile: 1" }).click();
    await panel.getByRole("row", { name: /Tile 5 .*Changed meanwhile/ }).waitFor();
  });
});
