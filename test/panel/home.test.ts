// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
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

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const atWarehouse = (path: string, body?: unknown) => control(stage.world.warehouse.url, { path, body });
const receive = (sku: string, quantity = 1) => atWarehouse("receive", { lines: [{ sku, quantity }] });
const heading = (name: string | RegExp) => merchant.panel.getByRole("heading", { name });
const link = (name: string | RegExp) => merchant.panel.getByRole("link", { name });
const button = (name: string | RegExp) => merchant.panel.getByRole("button", { name });
const HEALTHY = "Everything is in order: your shop’s stock follows the warehouse";

describe("on a good day", () => {
  test("the first line says that all is in order", async () => {
    await merchant.goTo("");
    await heading(HEALTHY).waitFor();
    await merchant.panel.getByText("Answers", { exact: true }).waitFor();
  });

  test("what the warehouse told is counted into how fresh the shop is", async () => {
    await merchant.panel.getByText("No change that the warehouse told of was written").waitFor();
    await receive("LANT", 7);
    await merchant.panel.getByText("Measured over 1 change of the last 7 days.").waitFor();
    await merchant.panel.getByText("95 of 100 changes within").waitFor();
  });

  test("and into the day, which the chart shows, in words too, and the table", async () => {
    const chart = merchant.panel.getByRole("img", { name: /^Chart of the last 7 days: [\d,]+ pieces up/ });
    const upOf = async () =>
      Number(
        /([\d,]+) pieces up/.exec((await chart.getAttribute("aria-label")) ?? "")?.[1]?.replace(",", ""),
      );
    const before = await upOf();
    await receive("LANT", 5);
    await merchant.panel
      .getByRole("img", { name: new RegExp(`${(before + 5).toLocaleString("en")} pieces up`) })
      .waitFor();
    await merchant.panel.getByText("As a table").click();
    const rows = merchant.panel.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(8); // Seven days, and the headings.
    await rows
      .last()
      .getByText((before + 5).toLocaleString("en"), { exact: true })
      .waitFor();
    await expectNothingWrong(merchant);
  });

  test("returns are counted by how far they are, each with the list of them", async () => {
    await merchant.panel.getByText("On their way").waitFor();
    await merchant.panel.getByText("Waiting for your approval").waitFor();
  });
});

describe("a product with an impossible figure", () => {
  test("appears as a problem that says what it costs and what to do", async () => {
    await atWarehouse("correct", { sku: "LANT", stock: 2_000_000_000 });
    await receive("LANT");
    await heading("The warehouse reports 2,000,000,001 pieces of LANT").waitFor();
    await heading("1 problem needs you").waitFor();
    await merchant.panel.getByText(/Ask the fulfilment service to correct its figure/).waitFor();
    await merchant.panel.getByText(/^First noticed/).waitFor();
    await expectNothingWrong(merchant);
    const onPhone = await stage.open(NARROW);
    await onPhone.goTo("/app");
    await onPhone.panel.getByRole("link", { name: "Open product" }).waitFor();
    await expectNothingWrong(onPhone);
    await onPhone.page.close();
  });

  test("leads to the product’s page", async () => {
    await link("Open product").click();
    await heading("Camp Lantern").waitFor();
    await merchant.panel.getByText("Impossible figure").waitFor();
  });

  test("is one of several, which are told of together, with the list one click away", async () => {
    for (const sku of ["MUG-SKY", "REP"]) {
      await atWarehouse("correct", { sku, stock: 2_000_000_000 });
      await receive(sku);
    }
    await merchant.goTo("");
    await heading("The warehouse reports impossible figures for 3 products").waitFor();
    await link("See which").click();
    await link(/REP$/).waitFor();
    await link(/MUG-SKY$/).waitFor();
    await expectNothingWrong(merchant);
    await link(/REP$/).click();
    await heading(/Repair Kit/).waitFor();
  });

  test("is gone as soon as the warehouse has mended it", async () => {
    await merchant.goTo("/app/problems?kind=stock-absurd");
    for (const sku of ["LANT", "MUG-SKY", "REP"]) {
      await atWarehouse("correct", { sku, stock: 20 });
      await receive(sku);
    }
    await heading("This is fixed").first().waitFor();
    await link("Home").first().click();
    await heading(HEALTHY).waitFor();
  });
});

describe("a warehouse that does not answer", () => {
  test("is a problem with nothing to do about it but to wait, or to have it tried now", async () => {
    const fault = { method: "GET", path: "/fulfilment/", action: { kind: "status", status: 503 } };
    await atWarehouse("faults", fault);
    await receive("LANT");
    await heading("The warehouse does not answer").waitFor();
    await heading("Your shop’s stock does not follow the warehouse").waitFor();
    await merchant.panel.getByText("Not working").waitFor();
    await merchant.panel.getByText("Does not answer", { exact: true }).waitFor();
    await merchant.panel.getByText(/Next try in|It is being tried right now/).waitFor();
    await expectNothingWrong(merchant);
  });

  test("is over as soon as it answers", async () => {
    await control(stage.world.warehouse.url, { path: "faults", method: "DELETE" });
    await button("Try again now").click();
    await heading(HEALTHY).waitFor();
  });
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each(["/app", "/app/problems?kind=stock-absurd"])(
    "%s has no barriers and nothing to complain about",
    async (path) => {
      const visitor = await stage.open(size);
      await visitor.goTo(path);
      await visitor.panel.getByRole("heading", { level: 1 }).waitFor();
      await expectNothingWrong(visitor);
      await visitor.page.close();
    },
  );
});
