import { beforeEach, describe, expect, test } from "vitest";
import { failRequests, holdAnswers } from "../support/late-answers.ts";
import { openLiveStore, type Stage, type Window } from "../support/panel.ts";

let stage: Stage;
let merchant: Window;

beforeEach(async () => {
  stage = await openLiveStore();
  merchant = await stage.open();
});

const field = (label: string, { panel } = merchant) => panel.getByLabel(label, { exact: true });
const save = ({ saveBar } = merchant) => saveBar.getByRole("button", { name: "Save" }).click();
const expectSaved = ({ saveBar } = merchant) => saveBar.waitFor({ state: "hidden" });
const expectValue = (label: string, value: string, of = merchant) =>
  expect.poll(() => field(label, of).inputValue()).toBe(value);
const message = (text: string) => merchant.page.getByText(text, { exact: true }).waitFor();

describe("settings", () => {
  const BUFFER = "Usual safety stock";
  const WAIT = "Wait for dispatch";

  test.each([
    ["products", "Width", "  ", ""],
    ["products", "Ask again when a bulk action changes more than", "020", "20"],
    ["stock", BUFFER, "000", "0"],
    ["returns", "Overdue returns need you after another", " 014", "14"],
  ])("of %s count as saved when %s is stored as it was before", async (page, label, typed, stored) => {
    await merchant.goTo(`/app/settings/${page}`);
    await expectValue(label, stored);
    await field(label).fill(typed);
    await save();
    await message("Saved");
    await expectSaved();
    await expectValue(label, stored);
  });

  test("count as saved with the answer, before the page is read again", async () => {
    await merchant.goTo("/app/settings/stock");
    await field(BUFFER).fill("3");
    const answers = await holdAnswers(merchant.page, /^GET .*settings\/stock/);
    await save();
    await message("Saved");
    await expectSaved();
    await answers.waitFor(1);
    await field(WAIT).fill("72");
    await merchant.saveBar.waitFor();
    await answers.release();
    await merchant.atRest();
    await expectValue(BUFFER, "3");
    await expectValue(WAIT, "72");
    await save();
    await expectSaved();
  });

  test("keep what is typed while they are being saved", async () => {
    await merchant.goTo("/app/settings/stock");
    await field(BUFFER).fill("4");
    const answers = await holdAnswers(merchant.page, /^POST/);
    await save();
    await answers.waitFor(1);
    await field(BUFFER).fill("5");
    await field(WAIT).fill("60");
    await answers.release();
    await message("Saved");
    await merchant.atRest();
    await expectValue(BUFFER, "5");
    await expectValue(WAIT, "60");
    await save();
    await expectSaved();
    await merchant.goTo("/app/settings/stock");
    await expectValue(BUFFER, "5");
    await expectValue(WAIT, "60");
  });

  test("that are changed back while they are being saved are unsaved then", async () => {
    await merchant.goTo("/app/settings/stock");
    await field(BUFFER).fill("4");
    const answers = await holdAnswers(merchant.page, /^POST/);
    await save();
    await answers.waitFor(1);
    await field(BUFFER).fill("0");
    await answers.release();
    await message("Saved");
    await merchant.atRest();
    await expectValue(BUFFER, "0");
    await save();
    await expectSaved();
    await merchant.goTo("/app/settings/stock");
    await expectValue(BUFFER, "0");
  });

  test("of two people both hold, where they changed different ones", async () => {
    const colleague = await stage.open();
    await merchant.goTo("/app/settings/stock");
    await colleague.goTo("/app/settings/stock");
    await field(WAIT).fill("50");
    await save();
    await expectSaved();
    await field(BUFFER, colleague).fill("7");
    await save(colleague);
    await expectSaved(colleague);
    await expectValue(WAIT, "50", colleague);
    await merchant.goTo("/app/settings/stock");
    await expectValue(WAIT, "50");
    await expectValue(BUFFER, "7");
    await colleague.page.close();
  });
});

describe("a product's page", () => {
  const QUANTITY = "Pieces of LANT in one";
  const openProduct = async (of = merchant) => {
    await of.goTo("/app/products?search=LANT");
    await of.panel.getByRole("link", { name: "Camp Lantern" }).click();
    await field(QUANTITY, of).waitFor();
  };

  test("shows the saved mapping before it is read again, and the next change begins with it", async () => {
    await openProduct();
    await field(QUANTITY).fill("2");
    const answers = await holdAnswers(merchant.page, /^GET .*products\/\d/);
    await save();
    await message("Mapping saved");
    await expectSaved();
    expect(await field(QUANTITY).inputValue()).toBe("2");
    await field(QUANTITY).fill("3");
    await answers.waitFor(1);
    await answers.release();
    await save();
    await expectSaved();
    await merchant.panel.getByText("Its stock follows 3 × LANT at the warehouse.").waitFor();
  });

  test("keeps a mapping that is changed while the one before is being saved", async () => {
    await openProduct();
    await field(QUANTITY).fill("4");
    const answers = await holdAnswers(merchant.page, /^POST/);
    await save();
    await answers.waitFor(1);
    await field(QUANTITY).fill("5");
    await answers.release();
    await message("Mapping saved");
    await merchant.panel.getByText("Its stock follows 4 × LANT at the warehouse.").waitFor();
    await expectValue(QUANTITY, "5");
    await save();
    await expectSaved();
    await merchant.panel.getByText("Its stock follows 5 × LANT at the warehouse.").waitFor();
  });

  test("begins the next change with the saved mapping, though it was discarded while being saved", async () => {
    await openProduct();
    await field(QUANTITY).fill("2");
    const posts = await holdAnswers(merchant.page, /^POST/);
    await save();
    await posts.waitFor(1);
    await merchant.saveBar.getByRole("button", { name: "Discard" }).click();
    const reads = await holdAnswers(merchant.page, /^GET .*products\/\d/);
    await posts.release();
    await message("Mapping saved");
    await expectValue(QUANTITY, "2");
    await field(QUANTITY).fill("3");
    await reads.release();
    await save();
    await merchant.panel.getByText("Its stock follows 3 × LANT at the warehouse.").waitFor();
  });

  test("shows the saved mapping though it can't be read again", async () => {
    await openProduct();
    await field(QUANTITY).fill("2");
    const letPass = await failRequests(merchant.page, /^GET .*products\/\d+\.data/);
    await save();
    await message("Mapping saved");
    await merchant.panel.getByText("Dockline cannot be reached right now").waitFor();
    await expectValue(QUANTITY, "2");
    await field(QUANTITY).fill("3");
    await save();
    await expectSaved();
    letPass();
    await merchant.panel.getByText("Its stock follows 3 × LANT at the warehouse.").waitFor();
  });

  test("doesn't replace a mapping that somebody else saved meanwhile", async () => {
    const colleague = await stage.open();
    await openProduct(colleague);
    await field(QUANTITY, colleague).fill("9");
    await openProduct();
    await field(QUANTITY).fill("6");
    await save();
    await expectSaved();
    await save(colleague);
    await colleague.panel.getByText("This has changed meanwhile").waitFor();
    await expectValue(QUANTITY, "9", colleague);
    await colleague.saveBar.getByRole("button", { name: "Discard" }).click();
    await expectValue(QUANTITY, "6", colleague);
    await colleague.page.close();
  });

  test("shows the safety stock that somebody else saved", async () => {
    const colleague = await stage.open();
    await openProduct(colleague);
    await openProduct();
    // Changed back: what is stored is followed again.
    for (const typed of ["5", ""]) await field("Safety stock of LANT").fill(typed);
    await field("Safety stock of LANT", colleague).fill("3");
    await colleague.panel.getByRole("button", { name: "Save", exact: true }).click();
    await expectValue("Safety stock of LANT", "3");
    await colleague.page.close();
  });
});
