import { text } from "node:stream/consumers";
import { TZDate } from "@date-fns/tz";
import { expect, onTestFinished, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { quiet, readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import {
  connectLive,
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  openLiveStore,
  openStore,
  type Stage,
} from "../support/panel.ts";
import { numberOf, pageOfVariant } from "../support/store-products.ts";

/** Goods besides the demo's, as the shop has them, and how many the warehouse has. */
const GOODS = {
  "GUARD-1": { title: "Mud Guard", variant: { onHand: { Warehouse: 2 } }, stock: 9 },
  "BELL-1": { title: "Bike Bell", variant: { onHand: { Warehouse: 20 } }, stock: 5 },
  "STOVE-1": { title: "Camp Stove", variant: { tracked: false, onHand: { Warehouse: 2 } }, stock: 5 },
  "PANNIER-1": { title: "Pannier", variant: { onHand: { "Harbour Street shop": 2 } }, stock: 4 },
};
type Sku = keyof typeof GOODS;

async function openStoreWith(...skus: Sku[]): Promise<Stage> {
  const stage = await openStore();
  const goods = skus.map((sku) => ({ sku, ...GOODS[sku] }));
  await stage.atShop("seed", {
    products: goods.map(({ title, sku, variant }) => ({ title, variants: [{ sku, ...variant }] })),
  });
  await stage.atWarehouse(
    "products",
    goods.map(({ sku, title, stock }) => ({ sku, description: title, stock })),
  );
  return stage;
}

/** Connected, and not live: the app has compared all stock, and writes none of it. */
async function openStoreBeforeGoingLive(...skus: Sku[]): Promise<Stage> {
  const stage = await openStoreWith(...skus);
  await connectApp(stage.store);
  const { open } = createMerchant(stage.store);
  await until(
    () => open("/app"),
    (page) => page.includes("Found to differ then"),
  );
  return stage;
}

/** All stock is live, and the shop shows what the warehouse has. */
async function openLiveStoreWith(...skus: Sku[]): Promise<Stage> {
  const stage = await openStoreWith(...skus);
  await connectLive(stage.store);
  return stage;
}

const shop = (stage: Stage) => () => readWorlds(stage.store);
/** Waits until the shop shows so many pieces of an SKU. */
const shows = (stage: Stage, sku: Sku, pieces: number) =>
  until(shop(stage), ({ onHand }) => onHand(sku) === pieces);
/** Waits until the app has followed all that it was told so far, also of its own writes: what comes last is set right then. */
async function untilFollowed(stage: Stage, last: Sku): Promise<void> {
  const { shopUrl, shop: domain } = stage.store;
  await until(
    () => control<unknown[]>(shopUrl, { path: `webhooks?shop=${domain}&state=pending` }),
    ({ length }) => length === 0,
  );
  await changeInShop(stage, last);
  await shows(stage, last, GOODS[last].stock);
}

/** Somebody counts an SKU in the shop, and finds 40. */
const changeInShop = ({ atShop }: Stage, sku: Sku) =>
  atShop("inventory", { sku, location: "Warehouse", quantities: { on_hand: 40 } });
const receive = ({ atWarehouse }: Stage, sku: Sku, quantity: number) =>
  atWarehouse("receive", { lines: [{ sku, quantity }] });
/** Has all stock compared. */
const compare = ({ store }: Stage) => createMerchant(store).say("/app/stock", { intent: "compare" });
const keepUnsold = ({ store }: Stage, sku: Sku, pieces: number) =>
  createMerchant(store).say("/app/stock", { intent: "buffer", sku, pieces });

/** A merchant's window at a page of the app, of which the browser has nothing to complain about. */
async function openAt(stage: Stage, path: string) {
  const window = await stage.visit(path);
  onTestFinished(() => expect(window.complaints).toEqual([]));
  const { panel, saveBar } = window;
  return {
    ...window,
    rowOf: (name: string) => panel.getByRole("row").filter({ hasText: name }),
    button: (name: string) => panel.getByRole("button", { name, exact: true }),
    heading: (name: string) => panel.getByRole("heading", { name }),
    says: (text: string | RegExp) => panel.getByText(text).first().waitFor(),
    dialog: panel.getByRole("dialog"),
    /** Goes on to the next page, and waits until it is there. */
    async turnPage() {
      const first = await panel.getByRole("row").nth(1).innerText();
      await panel.getByRole("button", { name: "Next" }).click();
      await expect.poll(() => panel.getByRole("row").nth(1).innerText()).not.toBe(first);
    },
    /** Changes some of the settings, by their labels, on the page that is open. */
    async set(values: Record<string, string>) {
      for (const [label, value] of Object.entries(values)) await panel.getByLabel(label).fill(value);
      await saveBar.getByRole("button", { name: "Save" }).click();
    },
    saved: () => saveBar.waitFor({ state: "hidden" }),
  };
}

/** As the field takes it, in the shop's time zone. */
const inHours = (hours: number) =>
  new TZDate(Date.now() + hours * 3_600_000, "Europe/Amsterdam").toISOString().slice(0, 16);

test("before going live, Home leads to a report of what each variant shows and should show, kind by kind", async () => {
  const stage = await openStoreBeforeGoingLive("GUARD-1", "BELL-1", "PANNIER-1");
  const merchant = await openAt(stage, "");
  const { panel, says, rowOf, turnPage } = merchant;
  await says("Nothing is written into your shop yet");
  await says(/variants would change\./);
  await says("Found to differ then");
  await panel.getByRole("link", { name: "See what would change" }).click();
  await panel.getByRole("heading", { name: "Stock", level: 1 }).waitFor();
  await expectNothingWrong(merchant);

  await panel.getByRole("tab", { name: "Differs" }).click();
  // Until then, the pages are those of the list before.
  await panel.getByRole("tab", { name: "Differs", selected: true }).waitFor();
  await turnPage();
  await turnPage();
  await rowOf("Mud Guard").getByText("2 → 9").waitFor();
  await rowOf("Bike Bell").getByText("20 → 5").waitFor();
  await panel.getByRole("button", { name: "Previous" }).click();
  await rowOf("Mud Guard").waitFor({ state: "detached" });
  await panel.getByRole("tab", { name: "Not stocked" }).click();
  await rowOf("Pannier").getByText("– → 4").waitFor();
  await panel.getByRole("tab", { name: "Needs review" }).click();
  await says("Nothing of this kind");
  await expectNothingWrong(merchant);
});

test("before going live nothing is written, also when goods arrive; one variant that goes live is written alone", async () => {
  const stage = await openStoreBeforeGoingLive("GUARD-1");
  await receive(stage, "GUARD-1", 1);
  const merchant = await openAt(stage, "/app/products?search=GUARD");
  const { panel, says, heading } = merchant;
  await panel.getByRole("link", { name: "Mud Guard" }).click();
  await heading("Stock history").waitFor();
  await heading("Why does your store show 2?").waitFor();
  await says("Nothing is written yet: you have not gone live.");
  await says(/cause: (goods received|inbound status)/);
  await quiet(stage.store);
  expect((await shop(stage)()).writes).toBe(0);

  await merchant.button("Go live").click();
  await shows(stage, "GUARD-1", 10);
  await heading("Why does your store show 10?").waitFor();
  await panel.getByText("2 → 10", { exact: true }).waitFor();
  await quiet(stage.store);
  expect((await shop(stage)()).writes).toBe(1);
  await merchant.goTo("/app/stock");
  await says("Only the variants you chose are written");
});

test("going live with some of a page writes these; with all it is shown first, counted, what changes", async () => {
  const stage = await openStoreBeforeGoingLive("BELL-1");
  const merchant = await openAt(stage, "/app/stock?verdict=write");
  const { page, panel, button, dialog, says } = merchant;
  for (const row of [1, 2]) await panel.getByRole("row").nth(row).getByRole("checkbox").check();
  await button("Go live").first().click();
  await page.getByText("2 variants are live").waitFor();
  await until(shop(stage), ({ writes }) => writes === 2);

  await button("Go live with all").click();
  await dialog.getByText("1 shows less").waitFor();
  await dialog.getByText(/\d+ show more/).waitFor();
  await dialog.getByText(/Together they show [\d,]+ units instead of [\d,]+\./).waitFor();
  await expectNothingWrong(merchant);
  await dialog.getByRole("button", { name: "Go live with all" }).click();
  await says("Your shop’s stock follows the warehouse");
  await shows(stage, "BELL-1", 5);
  await dialog.waitFor({ state: "detached" });
});

test("what the shop does not count, or does not stock at the location, is left alone until the merchant wants it", async () => {
  const stage = await openStoreWith("STOVE-1", "PANNIER-1");
  await connectApp(stage.store);
  await createMerchant(stage.store).goLive();
  await until(shop(stage), ({ differing }) => differing === 2);
  const { goTo, page, panel, rowOf, set, saved } = await openAt(stage, "/app/stock?verdict=untracked");
  await rowOf("Camp Stove").getByRole("button", { name: "Count stock for Camp Stove" }).click();
  await page.getByText("Your shop counts stock for it now").waitFor();
  await rowOf("Camp Stove").waitFor({ state: "detached" });
  await shows(stage, "STOVE-1", 5);

  await goTo("/app/settings/stock");
  await panel.getByLabel("Stock items at your location").check();
  await set({});
  await saved();
  await shows(stage, "PANNIER-1", 4);
});

test("safety stock of one SKU is kept unsold of its variants, that of the store of all others", async () => {
  const stage = await openLiveStoreWith("GUARD-1", "BELL-1");
  const merchant = await openAt(stage, await pageOfVariant(stage, "GUARD-1"));
  const { panel, heading, says, set, saved } = merchant;
  await panel.getByLabel("Safety stock of GUARD-1").fill("many");
  await says("Enter a whole number from 0 to 1,000,000, or leave it empty.");
  await panel.getByLabel("Safety stock of GUARD-1").fill("3");
  await merchant.button("Save").click();
  await shows(stage, "GUARD-1", 6);
  await heading("Why does your store show 6?").waitFor();
  await panel.getByText("−3", { exact: true }).waitFor();
  await says(/safety stock 3/);
  await expectNothingWrong(merchant);

  await merchant.goTo("/app/settings/stock");
  await set({ "Usual safety stock": "1" });
  await saved();
  await shows(stage, "BELL-1", 4);
  await set({ "Usual safety stock": "0" });
  await saved();
  const { onHand } = await shows(stage, "BELL-1", 5);
  expect(onHand("GUARD-1")).toBe(6);
});

test("the merchant says in the settings that others sell from the warehouse's stock, and the connection's page warns", async () => {
  const merchant = await openAt(await openLiveStore(), "/app/settings/stock");
  const { panel, says, set, saved, goTo } = merchant;
  await says("Do other stores or channels sell from this warehouse stock?");
  await panel.getByText("Yes", { exact: true }).click();
  expect(await panel.getByLabel("Yes", { exact: true }).isChecked()).toBe(true);
  await expectNothingWrongAtBothSizes(merchant, () => says(/We recommend a safety stock of 2/));
  await set({});
  await saved();
  await goTo("/app/connect");
  await expectNothingWrongAtBothSizes(merchant, () => says("Others sell from this warehouse stock too"));
});

test("settings that cannot be meant are marked, and nothing is saved", async () => {
  const merchant = await openAt(await openLiveStore(), "/app/settings/stock");
  const { panel, says, set } = merchant;
  await set({ "Usual safety stock": "-1", "Wait for dispatch": "2000", Ends: "2026-11-27T08:00" });
  await says("Nothing was saved.");
  await says("Enter a whole number from 0 to 1,000,000.");
  await says("Enter a whole number from 1 to 336, which is 14 days.");
  await says("Say when the sale starts.");
  expect(await panel.getByLabel("Usual safety stock").inputValue()).toBe("-1");
  await expectNothingWrong(merchant);

  await set({ Starts: inHours(2), Ends: inHours(1) });
  await says("The end has to come after the start.");
});

test("sale mode keeps more back, and raises nothing until it ends", async () => {
  const stage = await openLiveStoreWith("BELL-1");
  const { goTo, rowOf, says, set, saved } = await openAt(stage, "/app/settings/stock");
  await set({ Starts: inHours(-1), Ends: inHours(1), "Safety stock during the sale": "4" });
  await saved();
  await shows(stage, "BELL-1", 1);
  await receive(stage, "BELL-1", 6);
  await goTo("/app/stock?verdict=sale");
  await says("Sale mode is on");
  await rowOf("Bike Bell").getByText("1 → 7").waitFor();
  await goTo("/app/settings/stock");
  await set({ Starts: "", Ends: "" });
  await saved();
  await shows(stage, "BELL-1", 11);
});

test("many variants whose stock jumps wait for the merchant, to whom Home says so, and change when that is confirmed", async () => {
  const stage = await openLiveStoreWith("BELL-1");
  const { atWarehouse } = stage;
  await untilFollowed(stage, "BELL-1");
  const there = await atWarehouse<{ sku: string; stock: number }[]>("products");
  const full = there.filter(({ stock }) => stock > 1).slice(0, 30);
  const [emptied, raised] = [full.slice(0, 10), full.slice(10)];
  const unitsOf = (products: typeof full) => products.reduce((sum, { stock }) => sum + stock, 0);
  // All in one moment: few at a time would be ordinary.
  await atWarehouse("products", [
    ...emptied.map((product) => ({ ...product, stock: 0 })),
    ...raised.map((product) => ({ ...product, stock: product.stock * 10 })),
  ]);
  await compare(stage);
  const merchant = await openAt(stage, "");
  const { panel, dialog, says, rowOf } = merchant;
  await says("The stock of 30 variants waits for your confirmation");
  await panel.getByRole("link", { name: "See variants" }).click();
  await rowOf("Needs review").nth(29).waitFor();
  await expectNothingWrong(merchant);

  expect((await shop(stage)()).differing).toBe(30);
  await merchant.button("Confirm stock").click();
  await dialog.getByText("Confirm the stock of 30 variants?").waitFor();
  const [few, more] = [unitsOf(emptied), unitsOf(raised)].map((units) => units.toLocaleString("en"));
  const tenfold = (unitsOf(raised) * 10).toLocaleString("en");
  await dialog.getByText(`10 variants go to 0, from ${few} units`).waitFor();
  await dialog.getByText(`20 variants rise without a receipt, from ${more} to ${tenfold} units`).waitFor();
  await expectNothingWrongAtBothSizes(merchant, () => dialog.getByText(/20 variants rise/).waitFor());

  // Meanwhile the warehouse shows even more, which the merchant has not seen.
  await atWarehouse(
    "products",
    raised.map((product) => ({ ...product, stock: product.stock * 20 })),
  );
  await compare(stage);
  const twentyfold = (unitsOf(raised) * 20).toLocaleString("en");
  const [before, after] = [1, 20].map((times) => (raised[0]!.stock * times).toLocaleString("en"));
  await panel.getByText(`${before} → ${after}`).first().waitFor();
  await dialog.getByRole("button", { name: "Confirm 30 variants" }).click();
  await dialog.getByText("The stock has changed since").waitFor();
  await dialog.getByText(`to ${twentyfold} units`).waitFor();
  await expectNothingWrong(merchant);
  await dialog.getByRole("button", { name: "Confirm 30 variants" }).click();
  await merchant.page.getByText("Stock of 30 variants confirmed").waitFor();
  await says("Nothing of this kind");
  await until(shop(stage), ({ differing }) => differing === 0);
});

test("pausing stops all writing, and resuming catches up", async () => {
  const stage = await openLiveStoreWith("GUARD-1", "BELL-1");
  await keepUnsold(stage, "GUARD-1", 3);
  await shows(stage, "GUARD-1", 6);
  const merchant = await openAt(stage, "/app/stock");
  const { panel, button, rowOf, says } = merchant;
  await button("Pause").click();
  await panel.getByText("Stock is paused", { exact: true }).waitFor();
  await receive(stage, "BELL-1", 1);
  await says("1 variant would change.");
  await rowOf("Bike Bell").getByText("5 → 6").waitFor();
  await quiet(stage.store);
  expect((await shop(stage)()).onHand("BELL-1")).toBe(5);
  await expectNothingWrong(merchant);
  await button("Resume").click();
  await shows(stage, "BELL-1", 6);
  await says("Your shop’s stock follows the warehouse");
  await receive(stage, "GUARD-1", 2);
  await shows(stage, "GUARD-1", 8); // 11, of which 3 are safety stock.
});

test("units of an order that is fulfilled before it is packed stay reserved, and the page says until when", async () => {
  const stage = await openLiveStoreWith("BELL-1");
  const { atShop, atWarehouse } = stage;
  const lines = [{ sku: "BELL-1", quantity: 2 }];
  const { id } = await atShop<{ id: string }>("orders", { location: "Warehouse", lines });
  await atShop(`orders/${numberOf(id)}/fulfill`, { lines });
  const merchant = await openAt(stage, await pageOfVariant(stage, "BELL-1"));
  const { panel, heading, says } = merchant;
  await says("These units have left your store’s quantity and not the warehouse.");
  await says(/It stays reserved until the warehouse ships|so it ends .* at the earliest/);
  await heading("Why does your store show 3?").waitFor();
  await expectNothingWrong(merchant);

  await atWarehouse("correct", { sku: "BELL-1", stock: 3 }); // What was fulfilled leaves the warehouse.
  await compare(stage);
  await panel.getByText("These units have left your store’s quantity").waitFor({ state: "detached" });
});

test("somebody else's change is named as theirs and set right, and the ledger is there to take along", async () => {
  const stage = await openLiveStoreWith("GUARD-1", "BELL-1");
  await changeInShop(stage, "BELL-1");
  await receive(stage, "GUARD-1", 1);
  await shows(stage, "BELL-1", 5);
  await shows(stage, "GUARD-1", 10);
  const { page, button, goTo, says } = await openAt(stage, await pageOfVariant(stage, "BELL-1"));
  await says("5 → 40 on hand");
  await says(/changed by someone other than Dockline/);
  await says("40 → 5 on hand");

  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
    return text(await file.createReadStream());
  };
  const one = await download("Download as CSV");
  expect(one).toContain("Time,Variant ID,Warehouse SKU,Figure,From,To,Outcome,Actor");
  expect(one).toContain("BELL-1,on_hand,20,5,written,Dockline");
  expect(one).not.toContain("GUARD-1");

  await goTo("/app/stock");
  const all = await download("Download the ledger");
  expect(all).toContain("GUARD-1,on_hand,2,9,written,Dockline");
  expect(all).toMatch(/receipt-received|inbound-status/); // A receipt is announced as both.
  const now = await download("Download inventory");
  expect(now).toMatch(/Mud Guard,.*,GUARD-1,In sync,,Yes,On hand,GUARD-1,1,Yes,10,/);
});
