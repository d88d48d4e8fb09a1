// @module-tag proof
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { quiet, until } from "../../sandbox/demo/observe.ts";
import {
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  openLiveStore,
  shareLiveStore,
  type Stage,
} from "../support/panel.ts";
import { contentOf } from "../support/purchases.ts";

interface Inbound {
  ref: string;
  status: string;
  supplierRef: string;
  senderName: string;
  lines: { sku: string; quantity: number }[];
}

const purchases = async ({ atWarehouse }: Stage) =>
  (await atWarehouse<Inbound[]>("inbounds")).filter(({ ref }) => ref.startsWith("purchase-"));
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Goods of Potter & Sons are announced. @returns their reference at the warehouse, which has them now. */
async function announce(
  stage: Stage,
  { lines, ...fields }: { lines: Record<string, number>; supplierRef?: string; expectedReceiveDate?: string },
): Promise<string> {
  const body = { formId: randomUUID(), content: contentOf({ fields, lines }) };
  await createMerchant(stage.store).say("/app/inbounds/new", body);
  const [inbound] = await until(
    () => purchases(stage),
    ({ length }) => length > 0,
  );
  return inbound!.ref;
}

/** A merchant's window at a page of the app, of which the browser has nothing to complain about. */
async function openAt(stage: Stage, path: string) {
  const window = await stage.visit(path);
  onTestFinished(async () => {
    await window.page.close();
    expect(window.complaints).toEqual([]);
  });
  const { panel } = window;
  const button = (name: string) => panel.getByRole("button", { name, exact: true });
  const field = (label: string) => panel.getByLabel(label, { exact: true });
  return {
    ...window,
    ...{ button, field },
    link: (name: string) => panel.getByRole("link", { name, exact: true }),
    heading: (name: string) => panel.getByRole("heading", { name }),
    text: (words: string | RegExp) => panel.getByText(words, { exact: true }).first(),
    row: (sku: string) => panel.getByRole("row").filter({ hasText: sku }),
    upload: (name: string, rows: string) =>
      panel
        .locator("input[type=file]")
        .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(rows) }),
    /** Looks for goods and adds them. */
    async add(sku: string, pieces: number) {
      await field("Products at the warehouse").fill(sku);
      await button(`Add ${sku}`).click();
      await field(`Pieces of ${sku}`).fill(String(pieces));
    },
  };
}

test("announcing begins at the menu, and says field by field what is missing or too long before anything is sent", async () => {
  const stage = await openLiveStore();
  const merchant = await openAt(stage, "");
  const { button, field, text, link, heading } = merchant;
  await merchant.page.locator("#app-nav").getByRole("link", { name: "Inbounds" }).click();
  await text("Nothing announced yet").waitFor();
  await expectNothingWrong(merchant);
  await link("Announce goods").click();
  await heading("Announce goods").waitFor();
  await expectNothingWrong(merchant);

  await button("Announce").click();
  await text("Nothing was sent").waitFor();
  await text("Enter a day.").or(text("Fill this in.")).first().waitFor();
  await text("Add the goods that are coming.").waitFor();
  expect(await purchases(stage)).toEqual([]);
  await expectNothingWrong(merchant);

  const long = "Potter & Sons ".repeat(10);
  await field("Supplier").fill(long);
  await text("It has 140 characters; the warehouse takes 100. Shorten it.").waitFor();
  expect(await field("Supplier").inputValue()).toBe(long);
  await field("Supplier").fill("Potter & Sons");
  await text("It has 140 characters; the warehouse takes 100. Shorten it.").waitFor({ state: "detached" });
});

test("goods come from the warehouse's products and from a file whose every row is judged, and are announced once", async () => {
  const stage = await openLiveStore();
  const merchant = await openAt(stage, "/app/inbounds/new");
  const { button, field, text, upload } = merchant;
  await field("Supplier").fill("Potter & Sons");
  await field("Reference on the parcel").fill("PO-77");
  await field("Expected date").fill(day(-8));
  await merchant.add("MUG-SKY", 12);
  await upload("goods.csv", "sku;quantity\nLANT;30\nNOBODY;1\nMUG-SKY;many\n\nLANT-X;2\n");
  await text("All rows: 4").waitFor();
  await button("SKU not at the warehouse: 2").click();
  await text("LANT").waitFor({ state: "detached" });
  await expectNothingWrong(merchant);
  await button("Add 1 row").click();
  await text("1 row added.").waitFor();
  expect(await field("Pieces of LANT").inputValue()).toBe("30");
  expect(await field("Pieces of MUG-SKY").inputValue()).toBe("12");

  await upload("wrong.csv", "Name,Price\nMug,5\n");
  await text("It has no column “sku”. Head one so, in the first row.").waitFor();
  await expectNothingWrong(merchant);

  await button("Announce").dblclick();
  await merchant.heading("Potter & Sons").waitFor();
  await text("Announce 42 pieces to the warehouse").waitFor();
  await text("Expected").waitFor();
  await text("8 days late").waitFor();
  await quiet(stage.store);
  const [inbound, ...others] = await purchases(stage);
  expect(others).toEqual([]);
  expect(inbound).toMatchObject({ supplierRef: "PO-77", senderName: "Potter & Sons", status: "new" });
  expect(inbound?.lines.map(({ sku, quantity }) => [sku, quantity]).sort()).toEqual([
    ["LANT", 30],
    ["MUG-SKY", 12],
  ]);
  await expectNothingWrong(merchant);
});

test("an SKU that cannot be checked is not called unknown, and is sent when the merchant says so", async () => {
  const stage = await openLiveStore();
  await stage.atWarehouse("products", [{ sku: "NEW-LAMP", description: "New lamp", stock: 0 }]);
  const ref = await announce(stage, { lines: { LANT: 30 } });
  const merchant = await openAt(stage, `/app/inbounds/${ref}/edit`);
  const { button, field, panel, text, upload } = merchant;
  await stage.atWarehouse("faults", { path: "/products", action: { kind: "status", status: 503 } });
  await upload("goods.csv", "sku;quantity\nNEW-LAMP;5\nLANT;25\n;1\n");
  await button("Not checked: 1").waitFor();
  await text(
    "Dockline couldn’t ask the warehouse about this SKU. You can add it: Dockline asks again before anything is sent.",
  ).waitFor();
  await expectNothingWrongAtBothSizes(merchant, () => button("Add 2 rows").waitFor());
  await button("Add 2 rows").click();
  expect(await field("Pieces of NEW-LAMP").inputValue()).toBe("5");

  await button("Save changes").click();
  await text(/^Dockline couldn’t ask the warehouse about NEW-LAMP\./).waitFor();
  await panel.locator(":focus").filter({ hasText: "Nothing was sent" }).waitFor();
  await expectNothingWrongAtBothSizes(merchant, () => button("Send anyway").waitFor());
  expect(await field("Pieces of NEW-LAMP").inputValue()).toBe("5");
  await button("Send anyway").click();
  await button("Send anyway").waitFor({ state: "detached" });
  await until(
    () => purchases(stage),
    ([inbound]) => inbound!.lines.length === 2,
  );
  await quiet(stage.store);
  expect((await purchases(stage))[0]?.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ["LANT", 25],
    ["NEW-LAMP", 5],
  ]);
});

test("what was announced is changed while it is new", async () => {
  const stage = await openLiveStore();
  const ref = await announce(stage, { lines: { LANT: 30, "MUG-SKY": 12 } });
  const merchant = await openAt(stage, `/app/inbounds/${ref}`);
  await merchant.link("Change").click();
  await merchant.heading("Change Potter & Sons").waitFor();
  await merchant.field("Pieces of LANT").fill("25");
  await expectNothingWrong(merchant);
  await merchant.button("Save changes").click();
  await merchant.text("Change LANT to 25 at the warehouse").waitFor();
  expect((await purchases(stage))[0]?.lines).toContainEqual(
    expect.objectContaining({ sku: "LANT", quantity: 25 }),
  );
});

test("what comes in is seen without reloading: short, over, defective and what nobody announced", async () => {
  const stage = await openLiveStore();
  const { atWarehouse } = stage;
  const ref = await announce(stage, { lines: { LANT: 25, "MUG-SKY": 12 } });
  const merchant = await openAt(stage, `/app/inbounds/${ref}`);
  const { text, row } = merchant;
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
  await row("LANT").getByText("3 awaited").waitFor();
  await row("LANT").getByText("2 defective").waitFor();
  await row("MUG-SKY").getByText("1 over").waitFor();
  await row("MUG-FOR").getByText("4 not announced").waitFor();
  await text("Heard: goods received").waitFor();
  await text("Received so far of LANT: 20 good, 2 defective").waitFor();
  expect(await merchant.link("Change").count()).toBe(0);
  await expectNothingWrong(merchant);

  await atWarehouse(`inbounds/${ref}/status`, { status: "cancelled" });
  await row("LANT").getByText("3 short").waitFor();
  await expectNothingWrongAtBothSizes(merchant, () => text("Announced and received").waitFor());
});

test("a change that comes when the warehouse has begun is told as such, and what it is now is shown", async () => {
  const stage = await openLiveStore();
  const { atWarehouse } = stage;
  const ref = await announce(stage, { lines: { "MUG-SKY": 5 } });
  const merchant = await openAt(stage, `/app/inbounds/${ref}`);
  const { button, text } = merchant;
  await text("Announce 5 pieces to the warehouse").waitFor();
  await merchant.link("Change").click();
  await merchant.field("Pieces of MUG-SKY").fill("50");
  // What the app reads before it changes anything is held until the warehouse has begun.
  const action = { kind: "hold" };
  await atWarehouse("faults", { path: `/inbounds/${ref}`, times: 1, action });
  await button("Save changes").click();
  await button("Save changes").waitFor({ state: "detached" });
  await until(
    () => atWarehouse<{ held: number }>("held"),
    ({ held }) => held === 1,
  );
  await atWarehouse(`inbounds/${ref}/status`, { status: "in_progress" });
  await atWarehouse("release", {});
  await text("Your change came too late").waitFor();
  await merchant.panel.getByText(/the warehouse had this inbound as in progress/).waitFor();
  await text("0 of 5 announced pieces have come in").waitFor();
  await expectNothingWrong(merchant);
  await button("Leave it as it is").click();
  await text("Your change came too late").waitFor({ state: "detached" });
});

test("it is deleted after a question, and remembered", async () => {
  const stage = await openLiveStore();
  const ref = await announce(stage, { lines: { "MUG-SKY": 5 } });
  const merchant = await openAt(stage, `/app/inbounds/${ref}`);
  await merchant.text("Announce 5 pieces to the warehouse").waitFor();
  await merchant.button("Delete").click();
  const dialog = merchant.panel.getByRole("dialog");
  await dialog.getByText("Delete this inbound?").waitFor();
  await expectNothingWrong(merchant);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await merchant.text("Deleted").waitFor();
  expect(await purchases(stage)).toEqual([]);
});

describe("the list and its pages", () => {
  const shared = shareLiveStore();

  beforeAll(async () => {
    const late = { supplierRef: "PO-77", expectedReceiveDate: day(-8) };
    await announce(shared(), { lines: { LANT: 30 }, ...late });
    await shared().atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 3 }] });
  });

  test("what is late has a tab of its own, and is found by its supplier", async () => {
    const merchant = await openAt(shared(), "/app/inbounds");
    const { panel, text } = merchant;
    await panel.getByRole("tab", { name: "Receiving" }).click();
    await text("No inbounds here").waitFor();
    await panel.getByRole("tab", { name: "Late" }).click();
    await text("8 days late").waitFor();
    await merchant.goTo("/app/inbounds?search=potter");
    await text("PO-77").waitFor();
    await expectNothingWrong(merchant);
    await merchant.goTo("/app/inbounds?search=nobody");
    await text("No inbounds here").waitFor();
  });

  test("a page there is not says so", async () => {
    const { page, panel } = await shared().visit("/app/inbounds/purchase-0");
    await panel.getByRole("link", { name: "Home" }).waitFor();
    await page.close();
  });

  test("what was made elsewhere has a tab and pages of its own, on which nothing can be changed", async () => {
    const merchant = await openAt(shared(), "/app/inbounds");
    const { panel, text } = merchant;
    await panel.getByRole("tab", { name: "Made elsewhere" }).click();
    await panel.getByRole("columnheader", { name: "Reference" }).waitFor();
    const made = panel.getByRole("link", { name: /^WH-/ }).first();
    await made.waitFor();
    const unannounced = await made.innerText();
    await expectNothingWrongAtBothSizes(merchant, () => text(unannounced).waitFor());

    await made.click();
    await text("Made elsewhere. You can only view it here.").waitFor();
    await text("3 good").first().waitFor();
    expect(await panel.getByRole("heading", { level: 1 }).innerText()).toBe(unannounced);
    expect(await panel.getByRole("button", { name: /^(Change|Delete|More actions)$/ }).count()).toBe(0);
    await expectNothingWrongAtBothSizes(merchant, () => text("Announced and received").waitFor());
  });
});
