// @module-tag proof
import { readFileSync } from "node:fs";
import { TZDate } from "@date-fns/tz";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's first day does. */
let stage: PanelWorld;
let merchant: Window;

const atShop = <T>(path: string, body?: unknown) => control<T>(stage.world.shopUrl, { path, body });
const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });
const shop = () => readWorlds(stage.world);

beforeAll(async () => {
  stage = await startPanelWorld();
  await atShop("shops/demo/seed", {
    products: [
      { title: "Mud Guard", variants: [{ sku: "GUARD-1", onHand: { Warehouse: 2 } }] },
      { title: "Bike Bell", variants: [{ sku: "BELL-1", onHand: { Warehouse: 20 } }] },
      { title: "Camp Stove", variants: [{ sku: "STOVE-1", tracked: false, onHand: { Warehouse: 2 } }] },
      { title: "Pannier", variants: [{ sku: "PANNIER-1", onHand: { "Harbour Street shop": 2 } }] },
    ],
  });
  await atWarehouse("products", [
    { sku: "GUARD-1", description: "Mud guard", stock: 9 },
    { sku: "BELL-1", description: "Bike bell", stock: 5 },
    { sku: "STOVE-1", description: "Camp stove", stock: 5 },
    { sku: "PANNIER-1", description: "Pannier", stock: 4 },
  ]);
  await connectApp(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const rowOf = (name: string) => merchant.panel.getByRole("row").filter({ hasText: name });
const button = (name: string) => merchant.panel.getByRole("button", { name, exact: true });
const dialog = () => merchant.panel.getByRole("dialog");

/** What the shop shows of an SKU. */
const shows = (sku: string, pieces: number) => until(shop, ({ onHand }) => onHand(sku) === pieces);
const receive = (sku: string, quantity: number) => atWarehouse("receive", { lines: [{ sku, quantity }] });

/** Goes on to the next page, and waits until it is there. */
async function turnPage(): Promise<void> {
  const first = await merchant.panel.getByRole("row").nth(1).innerText();
  await merchant.panel.getByRole("button", { name: "Next" }).click();
  await until(
    () => merchant.panel.getByRole("row").nth(1).innerText(),
    (now) => now !== first,
  );
}

/** Opens a variant's page from the list. */
async function openVariant(search: string, name: string, window = merchant): Promise<void> {
  await window.goTo(`/app/products?search=${search}`);
  await window.panel.getByRole("link", { name }).click();
  await window.panel.getByRole("heading", { name: "Stock history" }).waitFor();
}

/** Changes one of the settings, by its label. */
async function set(values: Record<string, string>): Promise<void> {
  await merchant.goTo("/app/settings/stock");
  for (const [label, value] of Object.entries(values)) await merchant.panel.getByLabel(label).fill(value);
  await merchant.saveBar.getByRole("button", { name: "Save" }).click();
}

const saved = () => merchant.saveBar.waitFor({ state: "hidden" });

/** As the field takes it, in the shop's time zone. */
const inHours = (hours: number) =>
  new TZDate(Date.now() + hours * 3_600_000, "Europe/Amsterdam").toISOString().slice(0, 16);

describe("before going live", () => {
  test("Home says that nothing is written, and leads to what would change", async () => {
    await merchant.goTo("");
    await merchant.panel.getByText("Nothing is written into your shop yet").waitFor();
    await merchant.panel.getByText(/variants would change\./).waitFor();
    await merchant.panel.getByText("Found to differ then").waitFor();
    await merchant.panel.getByRole("link", { name: "See what would change" }).click();
    await merchant.panel.getByRole("heading", { name: "Stock", level: 1 }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("the report lists what each variant shows and should show, kind by kind", async () => {
    await merchant.panel.getByRole("tab", { name: "Differs" }).click();
    // Until then, the pages are those of the list before.
    await merchant.panel.getByRole("tab", { name: "Differs", selected: true }).waitFor();
    await turnPage();
    await turnPage();
    await rowOf("Mud Guard").getByText("2 → 9").waitFor();
    await rowOf("Bike Bell").getByText("20 → 5").waitFor();
    await merchant.panel.getByRole("button", { name: "Previous" }).click();
    await rowOf("Mud Guard").waitFor({ state: "detached" });
    await merchant.panel.getByRole("tab", { name: "Not stocked" }).click();
    await rowOf("Pannier").getByText("– → 4").waitFor();
    await merchant.panel.getByRole("tab", { name: "Stopped" }).click();
    await merchant.panel.getByText("Nothing of this kind").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("nothing has been written, also when goods arrive", async () => {
    await receive("GUARD-1", 1);
    await openVariant("GUARD", "Mud Guard");
    await merchant.panel.getByRole("heading", { name: "Why does your store show 2?" }).waitFor();
    await merchant.panel.getByText("Nothing is written yet: you have not gone live.").waitFor();
    await merchant.panel.getByText(/cause: (goods received|inbound status)/).waitFor();
    await quiet(stage.world);
    expect((await shop()).writes).toBe(0);
  });
});

describe("going live", () => {
  test("with one variant writes that one and no other", async () => {
    await button("Go live").click();
    await shows("GUARD-1", 10);
    await merchant.panel.getByRole("heading", { name: "Why does your store show 10?" }).waitFor();
    await merchant.panel.getByText("2 → 10", { exact: true }).waitFor();
    await quiet(stage.world);
    expect((await shop()).writes).toBe(1);
    await merchant.goTo("/app/stock");
    await merchant.panel.getByText("Only the variants you chose are written").waitFor();
  });

  test("with some of a page at once", async () => {
    await merchant.goTo("/app/stock?verdict=write");
    const before = (await shop()).writes;
    for (const row of [1, 2]) await merchant.panel.getByRole("row").nth(row).getByRole("checkbox").check();
    await merchant.panel.getByRole("button", { name: "Go live", exact: true }).first().click();
    await merchant.page.getByText("2 variants are live").waitFor();
    await until(shop, ({ writes }) => writes === before + 2);
  });

  test("with all shows first, counted, what changes", async () => {
    await button("Go live with all").click();
    await dialog().getByText("1 shows less").waitFor();
    await dialog()
      .getByText(/\d+ show more/)
      .waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog().getByRole("button", { name: "Go live with all" }).click();
    await merchant.panel.getByText("Your shop’s stock follows the warehouse").waitFor();
    await shows("BELL-1", 5);
    await dialog().waitFor({ state: "detached" });
  });

  test("leaves what the shop does not count alone, until the merchant has it counted", async () => {
    await merchant.goTo("/app/stock?verdict=untracked");
    await rowOf("Camp Stove").getByRole("button", { name: "Count stock for Camp Stove" }).click();
    await merchant.page.getByText("Your shop counts stock for it now").waitFor();
    await rowOf("Camp Stove").waitFor({ state: "detached" });
    await shows("STOVE-1", 5);
  });

  test("stocks what is not stocked at the location only when the merchant wants it", async () => {
    await merchant.goTo("/app/settings/stock");
    await merchant.panel.getByLabel("Stock items at your location").check();
    await merchant.saveBar.getByRole("button", { name: "Save" }).click();
    await saved();
    await shows("PANNIER-1", 4);
  });
});

describe("safety stock", () => {
  test("of one SKU is kept unsold of its variants, and its page says so", async () => {
    await openVariant("GUARD", "Mud Guard");
    await merchant.panel.getByLabel("Safety stock of GUARD-1").fill("many");
    await merchant.panel.getByText("Enter a whole number from 0 to 1,000,000, or leave it empty.").waitFor();
    await merchant.panel.getByLabel("Safety stock of GUARD-1").fill("3");
    await button("Save").click();
    await shows("GUARD-1", 7);
    await merchant.panel.getByRole("heading", { name: "Why does your store show 7?" }).waitFor();
    await merchant.panel.getByText("−3", { exact: true }).waitFor();
    await merchant.panel.getByText(/safety stock 3/).waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("of the store counts for all others", async () => {
    await set({ "Usual safety stock": "1" });
    await saved();
    await shows("BELL-1", 4);
    await set({ "Usual safety stock": "0" });
    await saved();
    await shows("BELL-1", 5);
    expect((await shop()).onHand("GUARD-1")).toBe(7);
  });

  test("that is no number is marked, and nothing is saved", async () => {
    await set({ "Usual safety stock": "-1", "Wait for dispatch": "2000", Ends: "2026-11-27T08:00" });
    await merchant.panel.getByText("Nothing was saved.").waitFor();
    await merchant.panel.getByText("Enter a whole number from 0 to 1,000,000.").waitFor();
    await merchant.panel.getByText("Enter a whole number from 1 to 336, which is 14 days.").waitFor();
    await merchant.panel.getByText("Say when the sale starts.").waitFor();
    expect(await merchant.panel.getByLabel("Usual safety stock").inputValue()).toBe("-1");
    expect(await merchant.barriers()).toEqual([]);
  });
});

describe("sale mode", () => {
  test("keeps more back and raises nothing until it ends", async () => {
    await set({ Starts: inHours(-1), Ends: inHours(1), "Safety stock during the sale": "4" });
    await saved();
    await shows("BELL-1", 1);
    await receive("BELL-1", 6);
    await merchant.goTo("/app/stock?verdict=sale");
    await merchant.panel.getByText("Sale mode is on").waitFor();
    await rowOf("Bike Bell").getByText("1 → 7").waitFor();
    await set({ Starts: "", Ends: "" });
    await saved();
    await shows("BELL-1", 11);
  });

  test("has to end after it starts", async () => {
    await set({ Starts: inHours(2), Ends: inHours(1) });
    await merchant.panel.getByText("The end has to come after the start.").waitFor();
  });
});

describe("when the warehouse seems to have lost everything", () => {
  test("many variants going to 0 wait for the merchant, and Home leads there", async () => {
    const there = await atWarehouse<{ sku: string; stock: number }[]>("products");
    const full = there.filter(({ sku, stock }) => stock > 0 && !sku.endsWith("-1"));
    for (const { sku } of full.slice(0, 30)) await atWarehouse("correct", { sku, stock: 0 });
    await set({ "Safety stock during the sale": "5" }); // Saving has everything compared.
    await saved();
    await merchant.goTo("");
    await merchant.panel.getByText("30 variants would go to 0 at once").waitFor();
    await merchant.panel.getByRole("link", { name: "Look at them" }).click();
    await rowOf("Stopped").nth(29).waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("and go there when the merchant says that this is right", async () => {
    const { differing } = await shop();
    expect(differing).toBeGreaterThanOrEqual(30);
    await button("Let these go to 0").click();
    await dialog().getByText("Let 30 variants go to 0?").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog().getByRole("button", { name: "Yes, let 30 go to 0" }).click();
    await merchant.page.getByText("30 variants may go to 0").waitFor();
    await merchant.panel.getByText("Nothing of this kind").waitFor();
    // What is left are those with a safety stock.
    await until(shop, (now) => now.differing === differing - 30);
  });
});

describe("pausing", () => {
  test("stops all writing, and resuming catches up", async () => {
    await merchant.goTo("/app/stock");
    await button("Pause").click();
    await merchant.panel.getByText("Stock is paused", { exact: true }).waitFor();
    await receive("BELL-1", 1);
    await merchant.panel.getByText("1 variant would change.").waitFor();
    await rowOf("Bike Bell").getByText("11 → 12").waitFor();
    await quiet(stage.world);
    expect((await shop()).onHand("BELL-1")).toBe(11);
    expect(await merchant.barriers()).toEqual([]);
    await button("Resume").click();
    await shows("BELL-1", 12);
    await merchant.panel.getByText("Your shop’s stock follows the warehouse").waitFor();
    await receive("GUARD-1", 2);
    await shows("GUARD-1", 9); // 12, of which 3 are safety stock.
  });
});

describe("why it is what it is", () => {
  test("units of an order that is fulfilled before it is packed stay reserved, and the page says until when", async () => {
    const line = { sku: "BELL-1", quantity: 2 };
    const { id } = await atShop<{ id: string }>("shops/demo/orders", {
      location: "Warehouse",
      lines: [line],
    });
    await atShop(`shops/demo/orders/${id.split("/").at(-1)}/fulfill`, { lines: [line] });
    await openVariant("BELL", "Bike Bell");
    await merchant.panel
      .getByText("These units have left your store’s quantity and not the warehouse.")
      .waitFor();
    await merchant.panel
      .getByText(/It stays reserved until the warehouse ships|so it ends .* at the earliest/)
      .waitFor();
    await merchant.panel.getByRole("heading", { name: "Why does your store show 10?" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("somebody else's change is named as theirs, and set right", async () => {
    await atWarehouse("correct", { sku: "BELL-1", stock: 10 }); // What was fulfilled leaves the warehouse.
    await set({ "Safety stock during the sale": "3" }); // Saving has everything compared.
    await saved();
    await openVariant("BELL", "Bike Bell");
    await merchant.panel
      .getByText("These units have left your store’s quantity")
      .waitFor({ state: "detached" });
    await atShop("shops/demo/inventory", {
      sku: "BELL-1",
      location: "Warehouse",
      quantities: { on_hand: 40 },
    });
    await shows("BELL-1", 10);
    await openVariant("BELL", "Bike Bell");
    await merchant.panel.getByText("10 → 40 on hand").waitFor();
    await merchant.panel
      .getByText(/changed by someone other than Dockline/)
      .first()
      .waitFor();
    await merchant.panel.getByText("40 → 10 on hand").waitFor();
  });

  test("the ledger can be taken along, of one variant or of all", async () => {
    const download = merchant.page.waitForEvent("download");
    await button("Download as CSV").click();
    const one = readFileSync(await (await download).path(), "utf8");
    expect(one).toContain("Time,Variant ID,Warehouse SKU,Figure,From,To,Outcome,Actor");
    expect(one).toContain("BELL-1,on_hand,20,5,written,Dockline");
    expect(one).not.toContain("GUARD-1");

    await merchant.goTo("/app/stock");
    const whole = merchant.page.waitForEvent("download");
    await button("Download the ledger").click();
    const all = readFileSync(await (await whole).path(), "utf8");
    expect(all).toContain("GUARD-1,on_hand,2,10,written,Dockline");
    expect(all).toMatch(/receipt-received|inbound-status/); // A receipt is announced as both.
  });
});

test("none of which the browser complains about", () => {
  expect(merchant.complaints).toEqual([]);
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test("a variant's page has no barriers", async () => {
    const visitor = await stage.open(size);
    await openVariant("BELL", "Bike Bell", visitor);
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
