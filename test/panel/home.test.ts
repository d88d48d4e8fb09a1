import { describe, expect, test } from "vitest";
import {
  become,
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  NARROW,
  openLiveStore,
  type Stage,
  type Window,
} from "../support/panel.ts";

const heading = ({ panel }: Window, name: string | RegExp) => panel.getByRole("heading", { name });
const link = ({ panel }: Window, name: string | RegExp) => panel.getByRole("link", { name });

const HEALTHY = "Everything is in order: your shop’s stock follows the warehouse";

const receive = ({ atWarehouse }: Stage, sku: string, quantity = 1) =>
  atWarehouse("receive", { lines: [{ sku, quantity }] });

/** The warehouse corrects what it has of each, and says so with the next piece that arrives. */
async function correct(stage: Stage, skus: string[], stock: number): Promise<void> {
  for (const sku of skus) {
    await stage.atWarehouse("correct", { sku, stock });
    await receive(stage, sku);
  }
}

/** How many pieces Dockline has added in the shop so far. */
async function raisedIn({ atShop }: Stage): Promise<number> {
  const history = await atShop<{ by: string; from: number; to: number }[]>("history");
  return history
    .filter(({ by }) => by === "app")
    .reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
}

describe("on a good day", () => {
  test("the first line says that all is in order, and returns are counted by how far they are", async () => {
    const { visit } = await openLiveStore();
    const visitor = await visit("");
    await heading(visitor, HEALTHY).waitFor();
    await visitor.panel.getByText("Answers", { exact: true }).waitFor();
    await visitor.panel.getByText("On their way").waitFor();
    await visitor.panel.getByText("Waiting for your approval").waitFor();
  });

  test("an event counts toward how fresh the store is, and toward its day", async () => {
    const stage = await openLiveStore();
    const visitor = await stage.visit("");
    const { panel } = visitor;
    const chart = (raised: number) =>
      panel.getByRole("img", {
        name: new RegExp(`^Chart of the last 7 days: ${raised.toLocaleString("en")} pieces up`),
      });
    const before = await raisedIn(stage);
    await chart(before).waitFor();
    await panel.getByText("No change that the warehouse told of was written").waitFor();
    await receive(stage, "LANT", 7);
    await panel.getByText("Measured over 1 change of the last 7 days.").waitFor();
    await panel.getByText("95 of 100 changes within").waitFor();
    // The chart shows it, in words too, and the table.
    await chart(before + 7).waitFor();
    await panel.getByText("As a table").click();
    const rows = panel.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(8); // Seven days, and the headings.
    await rows
      .last()
      .getByText((before + 7).toLocaleString("en"), { exact: true })
      .waitFor();
    await expectNothingWrong(visitor);
  });
});

describe("a product with an impossible figure", () => {
  test("appears as a problem that says what it costs and what to do, and leads to the product’s page", async () => {
    const stage = await openLiveStore();
    await correct(stage, ["LANT"], 2_000_000_000);
    const visitor = await stage.visit("");
    const { panel } = visitor;
    await heading(visitor, "The warehouse reports 2,000,000,001 pieces of LANT").waitFor();
    await heading(visitor, "1 problem needs you").waitFor();
    await panel.getByText(/Ask the fulfilment service to correct its figure/).waitFor();
    await panel.getByText(/^First noticed/).waitFor();
    await expectNothingWrong(visitor);
    const onPhone = await stage.visit("/app", NARROW);
    await link(onPhone, "Open product").waitFor();
    await expectNothingWrong(onPhone);
    await link(visitor, "Open product").click();
    await heading(visitor, "Camp Lantern").waitFor();
    await panel.getByText("Impossible figure").waitFor();
  });

  test("is shown together with others of its kind, and one click opens their list, until they are fixed", async () => {
    const stage = await openLiveStore();
    const skus = ["LANT", "MUG-SKY", "REP"];
    await correct(stage, skus, 2_000_000_000);
    const visitor = await stage.visit("");
    await heading(visitor, "The warehouse reports impossible figures for 3 products").waitFor();
    await link(visitor, "See which").click();
    await link(visitor, /REP$/).waitFor();
    await link(visitor, /MUG-SKY$/).waitFor();
    await expectNothingWrong(visitor);
    await link(visitor, /REP$/).click();
    await heading(visitor, /Repair Kit/).waitFor();

    await visitor.goTo("/app/problems?kind=stock-absurd");
    await link(visitor, /REP$/).waitFor();
    await correct(stage, skus, 20);
    await expectNothingWrongAtBothSizes(visitor, () => heading(visitor, "This is fixed").first().waitFor());
    await link(visitor, "Home").first().click();
    await heading(visitor, HEALTHY).waitFor();
  });
});

test("a warehouse that does not answer is a problem to wait out, or to have tried now, until it answers", async () => {
  const stage = await openLiveStore();
  const visitor = await stage.visit("");
  const { panel } = visitor;
  // Asked for so much patience, Dockline says so at once and tries again later.
  const action = { kind: "status", status: 503, headers: { "retry-after": "60" } };
  await stage.atWarehouse("faults", { method: "GET", path: "/fulfilment/", action });
  await receive(stage, "LANT");
  await heading(visitor, "The warehouse does not answer").waitFor();
  await heading(visitor, "Your shop’s stock does not follow the warehouse").waitFor();
  await panel.getByText("Not working").waitFor();
  await panel.getByText("Does not answer", { exact: true }).waitFor();
  await panel.getByText(/Next try in|It is being tried right now/).waitFor();
  await expectNothingWrong(visitor);

  // Dockline also tries on its own, which would remove the button.
  await become(visitor, "hidden");
  await visitor.atRest();
  await stage.clearFaults();
  await panel.getByRole("button", { name: "Try again now" }).click();
  await become(visitor, "visible");
  await heading(visitor, HEALTHY).waitFor();
});
