// @module-tag proof
import { afterAll, describe, onTestFinished, test } from "vitest";
import { FEW } from "../../app/domain/catalog/mapping/write-mappings.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { holdAnswers } from "../support/late-answers.ts";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  openStore,
  startPanelWorld,
  type PanelWorld,
  type Stage,
  type Window,
} from "../support/panel.ts";
import { sayWords } from "../support/words.ts";

/** More variants than are changed while a page waits. */
const MANY = FEW + 1;
/** With the demo's goods, more mapped variants than are compared in one go. */
const MANY_WITH_OTHERS = 100;

/**
 * A world of their own for the tests that end the worker, or have the shop hold bulk operations: either concerns all stores.
 */
let starting: Promise<PanelWorld> | undefined;
const openWorld = () => (starting ??= startPanelWorld());

afterAll(async () => {
  await (await starting)?.stop();
});

/** Nothing that the worker does happens meanwhile. */
async function withoutWorker({ world }: PanelWorld, work: () => Promise<void>): Promise<void> {
  await world.worker.kill();
  try {
    await work();
  } finally {
    await world.worker.start();
  }
}

/** The next bulk operation that a shop begins does not end on its own. */
async function holdBulk({ world: { shopUrl } }: PanelWorld): Promise<void> {
  onTestFinished(async () => {
    await control(shopUrl, { path: "bulk/faults", method: "DELETE" });
    await control(shopUrl, { path: "bulk/release", body: {} });
  });
  await control(shopUrl, { path: "bulk/faults", body: { kind: "hold", times: 1 } });
}

/** Goods that the shop has as Tile 1, SKU TILE-1, and so on. */
async function addTiles({ atShop }: Stage, count: number): Promise<string[]> {
  const skus = Array.from({ length: count }, (_, index) => `TILE-${index + 1}`);
  const products = skus.map((sku, index) => ({
    title: `Tile ${index + 1}`,
    variants: [{ sku, onHand: { Warehouse: 1 } }],
  }));
  await atShop("seed", { products });
  return skus;
}

async function addToWarehouse({ atWarehouse }: Stage, skus: string[]): Promise<void> {
  const products = skus.map((sku) => ({ sku, description: sku, stock: 3 }));
  await atWarehouse("products", products);
}

/** Tiles with SKUs that the warehouse writes in small letters, so that they are suggested. */
async function addSuggested(stage: Stage, count: number): Promise<void> {
  const skus = await addTiles(stage, count);
  await addToWarehouse(
    stage,
    skus.map((sku) => sku.toLowerCase()),
  );
}

/** Installs and connects the app, and waits until both catalogues have been read. */
async function connectAndRead({ store }: Stage): Promise<void> {
  await connectApp(store);
  await until(
    () => createMerchant(store).open("/app"),
    (home) => home.includes("Your products were read: "),
  );
}

interface Watched {
  merchant: Window;
  /** Opens a page again, in the merchant's window and in another one on a phone: each shows it, with nothing wrong. */
  everywhere(path: string, look: (window: Window) => Promise<unknown>): Promise<void>;
}

async function watch({ open }: Stage): Promise<Watched> {
  const [merchant, phone] = await Promise.all([open(), open(NARROW)]);
  const see = async (window: Window, path: string, look: (window: Window) => Promise<unknown>) => {
    await window.goTo(path);
    await look(window);
    await expectNothingWrong(window);
  };
  return {
    merchant,
    async everywhere(path, look) {
      await Promise.all([see(merchant, path, look), see(phone, path, look)]);
    },
  };
}

describe("reading the products", () => {
  test("shows how far it is after a reload, can be cancelled before anything was read, and is offered again", async () => {
    const world = await openWorld();
    const stage = await world.openStore();
    await holdBulk(world);
    await connectApp(stage.store);
    const { merchant, everywhere } = await watch(stage);
    const { panel } = merchant;
    await everywhere("/app", (window) => window.panel.getByText(/Your shop has gathered/).waitFor());
    await panel.getByRole("button", { name: "Cancel: Reading your products" }).click();
    await panel.getByText("Reading your products was stopped").first().waitFor();
    await everywhere("/app", (window) =>
      window.panel.getByText(/Nothing is matched, and no stock follows/).waitFor(),
    );
    await panel.getByRole("button", { name: "Read again" }).first().click();
    await panel.getByText(/^Your products were read: /).waitFor();
  });

  test("says what waits for the merchant, until it is dismissed", async () => {
    const stage = await openStore();
    await addSuggested(stage, 1);
    await connectApp(stage.store);
    const { merchant, everywhere } = await watch(stage);
    const { panel } = merchant;
    await everywhere("/app", async (window) => {
      await window.panel.getByText(/^Your products were read: /).waitFor();
      await window.panel.getByRole("link", { name: /\d+ to confirm/ }).waitFor();
    });
    await panel.getByRole("link", { name: /\d+ to confirm/ }).click();
    await panel.getByRole("row").filter({ hasText: "Maybe tile-1 at" }).waitFor();
    await merchant.goTo("/app");
    await panel.getByRole("button", { name: "Dismiss notification" }).click();
    await panel.getByText(/^Your products were read: /).waitFor({ state: "detached" });
  });
});

describe("confirming many suggestions", () => {
  const working = ({ panel }: Window) =>
    panel.getByRole("heading", { name: /^Confirming the suggestions for \d+ variants/ }).waitFor();

  async function confirmAll({ panel, goTo }: Window): Promise<void> {
    await goTo("/app/products?state=suggested");
    await panel.getByRole("checkbox", { name: "Select all variants" }).first().check();
    await panel.getByRole("button", { name: "Select every variant in this view" }).click();
    await panel.getByRole("button", { name: "Confirm suggestions" }).first().click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByText(/variants are mapped to what is suggested/).waitFor();
    await dialog.getByRole("button", { name: "Confirm suggestions" }).click();
    await dialog.getByRole("button", { name: /^Yes, change \d+ variants/ }).click();
  }

  /** The card's script comes after the page was read again. */
  async function lateScript({ open }: Stage): Promise<void> {
    const visitor = await open();
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
    const world = await openWorld();
    const stage = await world.openStore();
    await addSuggested(stage, MANY);
    await connectAndRead(stage);
    const { merchant, everywhere } = await watch(stage);
    const { page, panel } = merchant;
    await withoutWorker(world, async () => {
      await confirmAll(merchant);
      await working(merchant);
      await everywhere("/app/products", working);
      await lateScript(stage);
      await everywhere("/app", (window) =>
        window.panel.getByText(/^Confirming the suggestions for/).waitFor(),
      );
      await merchant.goTo("/app/products");
      await panel.getByRole("button", { name: /^Cancel: Confirming/ }).click();
      await page.getByText("Stopped. Nothing was changed.").waitFor();
    });
    await merchant.goTo("/app/products?state=suggested&search=tile-7");
    await panel.getByRole("row").filter({ hasText: "Maybe tile-7 at" }).first().waitFor();
  });

  test("says how many it changed, until it is dismissed", async () => {
    const stage = await openStore();
    await addSuggested(stage, MANY);
    await connectAndRead(stage);
    const { merchant, everywhere } = await watch(stage);
    const { panel } = merchant;
    await sayWords(stage.store, { action: "confirm", selection: { state: "suggested" } });
    const changed = (window: Window) => window.panel.getByText(/^\d+ variants changed$/).waitFor();
    await everywhere("/app/products", changed);
    await everywhere("/app", changed);
    await panel.getByRole("button", { name: /^Dismiss: \d+ variants changed/ }).click();
    await panel.getByText(/^\d+ variants changed$/).waitFor({ state: "detached" });
  });
});

test("a comparison of all stock shows how far it is, can be stopped, and asked for again says what it found", async () => {
  const world = await openWorld();
  const stage = await world.openStore();
  await addToWarehouse(stage, await addTiles(stage, MANY_WITH_OTHERS));
  await connectLive(stage.store);
  const { merchant, everywhere } = await watch(stage);
  const { page, panel } = merchant;
  await merchant.goTo("/app/stock");
  // What going live began is through.
  await panel.getByRole("heading", { name: "Comparing all stock" }).waitFor({ state: "detached" });
  await holdBulk(world);
  await panel.getByRole("button", { name: "Compare now" }).click();
  const gathering = (window: Window) => window.panel.getByText("Your shop gathers its figures.").waitFor();
  await gathering(merchant);
  await everywhere("/app/stock", gathering);
  await everywhere("/app", (window) => window.panel.getByText("Comparing all stock").first().waitFor());
  await merchant.goTo("/app/stock");
  await panel.getByRole("button", { name: "Cancel: Comparing all stock" }).click();
  await page.getByText(/^Comparing stock was stopped/).waitFor();

  await stage.atWarehouse("correct", { sku: "TILE-9", stock: 44 });
  await panel.getByRole("button", { name: "Compare now" }).click();
  await panel.getByText(/^All stock was compared/).waitFor();
  await panel.getByText(/^1 differed\. /).waitFor();
  await everywhere("/app/stock", (window) =>
    window.panel.getByText(/^All stock was compared: \d+ variants$/).waitFor(),
  );
  await panel.getByRole("button", { name: "Dismiss notification" }).click();
  await panel.getByText(/^All stock was compared/).waitFor({ state: "detached" });
});

test("creating many products asks first, shows how far it is, and can be stopped; what was made stays", async () => {
  const stage = await openStore();
  const { atWarehouse, clearFaults } = stage;
  await addTiles(stage, MANY);
  await connectAndRead(stage);
  // The first hundred are made; of the next nothing is heard.
  await atWarehouse("faults", { method: "POST", path: "/bulk/", skip: 1, action: { kind: "hold" } });
  const { merchant, everywhere } = await watch(stage);
  const { page, panel } = merchant;
  await merchant.goTo("/app/products/create");
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
  const dialog = panel.getByRole("dialog");
  await dialog.getByText(/still wait are not created/).waitFor();
  await expectNothingWrong(merchant);
  await dialog.getByRole("button", { name: "Stop creating" }).click();
  await page.getByText(/^Stopped: \d+ products are not created$/).waitFor();
  await clearFaults();
  await atWarehouse("release", {});
  await panel.getByText("Last time").waitFor();
  await panel.getByText(/^\d+ products will be created$/).waitFor();
});

test("a file of many mappings is applied without the page; what changed meanwhile is left, counted, and listed with its reason", async () => {
  const world = await openWorld();
  const stage = await world.openStore();
  await addSuggested(stage, MANY);
  await connectAndRead(stage);
  const { merchant, everywhere } = await watch(stage);
  const { panel } = merchant;
  await merchant.goTo("/app/mappings");
  const rows = Array.from({ length: MANY }, (_, index) => `TILE-${index + 1},unmapped`);
  const buffer = Buffer.from(["Shop SKU,Decision", ...rows].join("\n"));
  await panel.locator("input[type=file]").setInputFiles({ name: "tiles.csv", mimeType: "text/csv", buffer });
  await panel.getByText(`Applying it changes the variants of ${MANY} rows.`).waitFor();
  await withoutWorker(world, async () => {
    await panel.getByRole("button", { name: "Apply", exact: true }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByRole("button", { name: "Apply", exact: true }).click();
    await dialog.getByRole("button", { name: "Apply all the same" }).click();
    const applying = (window: Window) =>
      window.panel.getByRole("heading", { name: "Applying tiles.csv" }).waitFor();
    await applying(merchant);
    await everywhere("/app/mappings", applying);

    const other = await stage.visit("/app/products?search=TILE-5");
    await other.panel.getByRole("link", { name: "Tile 5", exact: true }).click();
    await other.panel.getByRole("button", { name: "Ignore" }).first().click();
    await other.panel.getByRole("dialog").getByRole("button", { name: "Ignore" }).click();
    await other.page.getByText("1 variant changed").waitFor();
    await other.page.close();
  });
  await panel
    .getByText(`${MANY - 1} variants changed.`)
    .first()
    .waitFor();
  const result = (window: Window) => window.panel.getByText(/1 was left as it is/).waitFor();
  await everywhere("/app/mappings", result);
  await everywhere("/app", result);
  await panel.getByRole("heading", { name: "Just finished" }).waitFor();
  await panel.getByRole("link", { name: /^See: \d+ variants changed/ }).click();
  await panel.getByRole("button", { name: "Changed meanwhile: 1" }).click();
  await panel.getByRole("row", { name: /Tile 5 .*Changed meanwhile/ }).waitFor();
});
