// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { NARROW, startPanelWorld, type PanelWorld, type Window } from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;
let ref: string;
/** The reference that the warehouse gave to what nobody announced. */
let unannounced: string;

interface Inbound {
  ref: string;
  status: string;
  supplierRef: string;
  senderName: string;
  lines: { sku: string; quantity: number }[];
}

const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });
const purchases = async () =>
  (await atWarehouse<Inbound[]>("inbounds")).filter((one) => one.ref.startsWith("purchase-"));
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectApp(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const button = (name: string) => merchant.panel.getByRole("button", { name, exact: true });
const field = (label: string) => merchant.panel.getByLabel(label, { exact: true });
const text = (words: string | RegExp) => merchant.panel.getByText(words, { exact: true }).first();
const upload = (name: string, rows: string) =>
  merchant.panel
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(rows) });

/** Looks for goods and adds them. */
async function add(sku: string, pieces: number): Promise<void> {
  await field("Products at the warehouse").fill(sku);
  await button(`Add ${sku}`).click();
  await field(`Pieces of ${sku}`).fill(String(pieces));
}

describe("announcing goods", () => {
  test("begins at the menu, where nothing is announced yet", async () => {
    await merchant.goTo("");
    await merchant.page.locator("#app-nav").getByRole("link", { name: "Inbounds" }).click();
    await text("Nothing announced yet").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("link", { name: "Announce goods" }).click();
    await merchant.panel.getByRole("heading", { name: "Announce goods" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("says what is missing, field by field, and sends nothing", async () => {
    await button("Announce").click();
    await text("Nothing was sent").waitFor();
    await text("Enter a day.").or(text("Fill this in.")).first().waitFor();
    await text("Add the goods that are coming.").waitFor();
    expect(await purchases()).toEqual([]);
    expect(await merchant.barriers()).toEqual([]);
  });

  test("says that a field is too long while it is typed, and keeps every letter of it", async () => {
    const long = "Potter & Sons ".repeat(10);
    await field("Supplier").fill(long);
    await text("It has 140 characters; the warehouse takes 100. Shorten it.").waitFor();
    expect(await field("Supplier").inputValue()).toBe(long);
    await field("Supplier").fill("Potter & Sons");
    await text("It has 140 characters; the warehouse takes 100. Shorten it.").waitFor({ state: "detached" });
  });

  test("takes goods from the warehouse's products, and from a file whose every row is judged first", async () => {
    await field("Reference on the parcel").fill("PO-77");
    await field("Expected date").fill(day(-8));
    await add("MUG-SKY", 12);
    await upload("goods.csv", "sku;quantity\nLANT;30\nNOBODY;1\nMUG-SKY;many\n\nLANT-X;2\n");
    await text("All rows: 4").waitFor();
    await button("SKU not at the warehouse: 2").click();
    await text("LANT").waitFor({ state: "detached" });
    expect(await merchant.barriers()).toEqual([]);
    await button("Add 1 good row").click();
    await text("1 row added.").waitFor();
    expect(await field("Pieces of LANT").inputValue()).toBe("30");
    expect(await field("Pieces of MUG-SKY").inputValue()).toBe("12");
  });

  test("a file that is no such file is refused in words", async () => {
    await upload("wrong.csv", "Name,Price\nMug,5\n");
    await text("It has no column “sku”. Head one so, in the first row.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("pressed twice is announced once, and seen to arrive at the warehouse", async () => {
    await button("Announce").dblclick();
    await merchant.panel.getByRole("heading", { name: "Potter & Sons" }).waitFor();
    await text("Announce 42 pieces to the warehouse").waitFor();
    await text("Expected").waitFor();
    await text("8 days late").waitFor();
    const [inbound, ...others] = await purchases();
    expect(others).toEqual([]);
    expect(inbound).toMatchObject({ supplierRef: "PO-77", senderName: "Potter & Sons", status: "new" });
    expect(inbound?.lines.map(({ sku, quantity }) => [sku, quantity]).sort()).toEqual([
      ["LANT", 30],
      ["MUG-SKY", 12],
    ]);
    ref = inbound!.ref;
    expect(await merchant.barriers()).toEqual([]);
  });
});

describe("following what was announced", () => {
  test("it is changed while it is new", async () => {
    await merchant.panel.getByRole("link", { name: "Change", exact: true }).click();
    await merchant.panel.getByRole("heading", { name: "Change Potter & Sons" }).waitFor();
    await field("Pieces of LANT").fill("25");
    expect(await merchant.barriers()).toEqual([]);
    await button("Save changes").click();
    await text("Change LANT to 25 at the warehouse").waitFor();
    expect((await purchases())[0]?.lines).toContainEqual(
      expect.objectContaining({ sku: "LANT", quantity: 25 }),
    );
  });

  test("it stands in the list, among the late ones, and is found by its supplier", async () => {
    await merchant.goTo("/app/inbounds");
    await merchant.panel.getByRole("tab", { name: "Receiving" }).click();
    await text("No inbounds here").waitFor();
    await merchant.panel.getByRole("tab", { name: "Late" }).click();
    await text("8 days late").waitFor();
    await merchant.goTo("/app/inbounds?search=potter");
    await text("PO-77").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.goTo("/app/inbounds?search=nobody");
    await text("No inbounds here").waitFor();
  });

  test("what comes in is seen without reloading: short, over, defective and what nobody announced", async () => {
    await merchant.goTo(`/app/inbounds/${ref}`);
    await text("Nothing has come in yet.").waitFor();
    await atWarehouse("receive", {
      inboundRef: ref,
      lines: [
        { sku: "MUG-SKY", quantity: 13 },
        { sku: "LANT", quantity: 20 },
        { sku: "LANT", quantity: 2, defective: true },
        { sku: "MUG-FOR", quantity: 4 },
      ],
    });
    await text("Receiving").waitFor();
    const row = (sku: string) => merchant.panel.getByRole("row").filter({ hasText: sku });
    await row("LANT").getByText("3 awaited").waitFor();
    await row("LANT").getByText("2 defective").waitFor();
    await row("MUG-SKY").getByText("1 over").waitFor();
    await row("MUG-FOR").getByText("4 not announced").waitFor();
    await text("Heard: goods received").waitFor();
    await text("Received so far of LANT: 20 good, 2 defective").waitFor();
    expect(await merchant.panel.getByRole("link", { name: "Change", exact: true }).count()).toBe(0);
    expect(await merchant.barriers()).toEqual([]);

    await atWarehouse(`inbounds/${ref}/status`, { status: "cancelled" });
    await row("LANT").getByText("3 short").waitFor();
  });

  test("a change that comes when the warehouse has begun is told as such, and what it is now is shown", async () => {
    await merchant.goTo("/app/inbounds/new");
    await field("Supplier").fill("Late Change Ltd");
    await field("Expected date").fill(day(3));
    await add("MUG-SKY", 5);
    await button("Announce").click();
    await text("Announce 5 pieces to the warehouse").waitFor();
    const [second] = (await purchases()).filter((one) => one.senderName === "Late Change Ltd");
    await merchant.panel.getByRole("link", { name: "Change", exact: true }).click();
    await field("Pieces of MUG-SKY").fill("50");
    await atWarehouse("deliveries/faults", { kind: "drop" });
    await atWarehouse(`inbounds/${second!.ref}/status`, { status: "in_progress" });
    await button("Save changes").click();
    await text("Your change came too late").waitFor();
    await merchant.panel.getByText(/the warehouse had this inbound as in progress/).waitFor();
    await text("0 of 5 announced pieces have come in").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await button("Leave it as it is").click();
    await text("Your change came too late").waitFor({ state: "detached" });
    await control(stage.world.warehouse.url, { path: "deliveries/faults", method: "DELETE" });
  });

  test("it is deleted after a question, and remembered", async () => {
    await merchant.goTo("/app/inbounds/new");
    await field("Supplier").fill("Changed My Mind Ltd");
    await field("Expected date").fill(day(3));
    await add("MUG-SKY", 5);
    await button("Announce").click();
    await text("Announce 5 pieces to the warehouse").waitFor();
    await button("Delete").click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByText("Delete this inbound?").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await text("Deleted").waitFor();
    expect((await purchases()).map(({ senderName }) => senderName)).not.toContain("Changed My Mind Ltd");
  });

  test("a page there is not says so", async () => {
    const visitor = await stage.open();
    await visitor.goTo("/app/inbounds/purchase-0");
    await visitor.panel.getByRole("link", { name: "Home" }).waitFor();
    await visitor.page.close();
  });
});

describe("what was made elsewhere", () => {
  test("has a tab and pages of its own, on which nothing can be changed", async () => {
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 3 }] });
    await merchant.goTo("/app/inbounds");
    await merchant.panel.getByRole("tab", { name: "Made elsewhere" }).click();
    await merchant.panel.getByRole("columnheader", { name: "Reference" }).waitFor();
    const made = merchant.panel.getByRole("link", { name: /^WH-/ });
    await made.first().waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await made.first().click();
    await text("Made elsewhere. You can only view it here.").waitFor();
    await text("3 good").first().waitFor();
    expect(await merchant.panel.getByRole("button", { name: /^(Change|Delete|More actions)$/ }).count()).toBe(
      0,
    );
    expect(await merchant.barriers()).toEqual([]);
    unannounced = await merchant.panel.getByRole("heading", { level: 1 }).innerText();
  });
});

test("on a phone there are no barriers, and nothing runs over the edge", async () => {
  const visitor = await stage.open(NARROW);
  for (const [path, shows] of [
    ["/app/inbounds", "PO-77"],
    [`/app/inbounds/${ref}`, "Announced and received"],
    ["/app/inbounds?tab=elsewhere", unannounced],
    [`/app/inbounds/${unannounced}`, "Announced and received"],
    ["/app/inbounds/new", "Goods from a file"],
  ] as const) {
    await visitor.goTo(path);
    await visitor.panel.getByText(shows).first().waitFor();
    expect(await visitor.barriers(), path).toEqual([]);
    const frame = visitor.page.frames()[1]!;
    const overflow = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(overflow, path).toBe(false);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.page.close();
});

test("nothing on the way was complained about", () => {
  expect(merchant.complaints).toEqual([]);
});
