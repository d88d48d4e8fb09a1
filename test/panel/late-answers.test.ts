import type { Frame } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  controlDrawing,
  holdAnswers,
  holdBodies,
  holdDrawing,
  releaseDrawing,
} from "../support/late-answers.ts";
import { PAUSE_MS } from "../../app/components/use-typed-search.ts";
import { connectLive, startPanelWorld, type PanelWorld, type Window } from "../support/panel.ts";

let stage: PanelWorld;
let merchant: Window;

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
});
afterAll(() => stage?.stop());

beforeEach(async () => {
  merchant = await stage.open();
  await controlDrawing(merchant.page);
});
afterEach(() => merchant.page.close());

const app = (): Frame => merchant.page.frames().at(-1)!;
const tab = (name: string) => merchant.panel.getByRole("tab", { name, exact: true });
const cell = (text: string) => merchant.panel.getByRole("cell").filter({ hasText: text });
const openSearch = () => merchant.panel.getByRole("button", { name: /^Search and filter/ }).click();
const searchField = () => merchant.panel.getByRole("textbox").first();
const QUERY = ["state", "tab", "search", "from", "until", "after", "before"];
/** What the address of the page that is here asks of the list; the admin adds parameters of its own. */
const query = async () => {
  const params = new URLSearchParams(await app().evaluate(() => location.search));
  return Object.fromEntries([...params].filter(([name]) => QUERY.includes(name)));
};
const expectQuery = (wanted: Record<string, string>) => expect.poll(query).toEqual(wanted);
const expectTyped = (text: string) => expect.poll(() => searchField().inputValue()).toBe(text);
/** Timers of a document run in the order they are due: those of fields that wait for a pause have run after this one. */
const pause = () => app().evaluate((ms) => new Promise((done) => setTimeout(done, ms)), 2 * PAUSE_MS);

/** Sends this to a path of the app, as its pages do. */
const post = (path: string, { body, type }: { body: string; type: string }) =>
  app().evaluate(
    async (asked) => {
      const headers = { "content-type": asked.type };
      const response = await fetch(asked.path, { method: "POST", body: asked.body, headers });
      if (!response.ok) throw new Error(`${asked.path} answered ${response.status}`);
    },
    { path, body, type },
  );
const sendForm = (path: string, fields: Record<string, string>) =>
  post(path, {
    body: new URLSearchParams(fields).toString(),
    type: "application/x-www-form-urlencoded;charset=UTF-8",
  });
const sendJson = (path: string, body: object) =>
  post(path, { body: JSON.stringify(body), type: "application/json" });

describe("a search", () => {
  test.each([
    ["products", "Ambiguous", { state: "ambiguous" }],
    ["returns", "Requested", { tab: "requested" }],
    ["inbounds", "Expected", { tab: "expected" }],
    ["activity", "Stock", { tab: "stock" }],
  ])("in the list of %s keeps a tab that is on its way", async (list, name, wanted) => {
    await merchant.goTo(`/app/${list}`);
    const [key = ""] = Object.keys(wanted);
    const answers = await holdAnswers(merchant.page, new RegExp(`${key}=|search=`));
    await tab(name).click();
    await answers.waitFor(1);
    await openSearch();
    await searchField().fill("lantern");
    await answers.waitFor(2);
    await answers.release();
    await expectQuery({ ...wanted, search: "lantern" });
    await expectTyped("lantern");
  });

  test("keeps letters that are typed before the last answer is drawn", async () => {
    await merchant.goTo("/app/products");
    await openSearch();
    await holdDrawing(app());
    await searchField().pressSequentially("lan");
    await expectQuery({ search: "lan" });
    const answers = await holdAnswers(merchant.page, /search=lant/);
    await searchField().pressSequentially("t");
    await answers.waitFor(1);
    await releaseDrawing(app());
    await cell("Beeswax Balm").waitFor({ state: "detached" });
    expect(await searchField().inputValue()).toBe("lant");
    await answers.release();
    await searchField().pressSequentially("ern");
    await expectQuery({ search: "lantern" });
    await expectTyped("lantern");
  });

  test("is emptied at once by its button, and starts empty when typing goes on", async () => {
    await merchant.goTo("/app/products?search=mug");
    const answers = await holdAnswers(merchant.page, /products\.data/);
    await searchField().fill("lantern");
    await answers.waitFor(1);
    await merchant.panel.getByRole("button", { name: "Clear", exact: true }).click();
    await answers.waitFor(2);
    await expectTyped("");
    await searchField().pressSequentially("lan");
    await expectTyped("lan");
    await answers.release();
    await expectQuery({ search: "lan" });
    await expectTyped("lan");
  });

  test("that isn't drawn yet isn't undone by the next page of the list before", async () => {
    await merchant.goTo("/app/products");
    await openSearch();
    await holdDrawing(app());
    await searchField().fill("lan");
    await expectQuery({ search: "lan" });
    await merchant.panel.getByRole("button", { name: "Next" }).click();
    await pause();
    await releaseDrawing(app());
    await cell("Beeswax Balm").waitFor({ state: "detached" });
    await cell("Camp Lantern").waitFor();
    await expectQuery({ search: "lan" });
  });

  test("isn't undone by the next page, which belongs to the list before", async () => {
    await merchant.goTo("/app/products");
    const answers = await holdAnswers(merchant.page, /search=/);
    await openSearch();
    await searchField().fill("lantern");
    await answers.waitFor(1);
    await merchant.panel.getByRole("button", { name: "Next" }).click();
    await answers.release();
    await cell("Beeswax Balm").waitFor({ state: "detached" });
    await expectQuery({ search: "lantern" });
  });

  test("is dropped by a link, whether it is on its way or not sent yet", async () => {
    await merchant.goTo("/app/products?search=mug");
    const answers = await holdAnswers(merchant.page, /search=lantern/);
    await searchField().fill("lantern");
    await answers.waitFor(1);
    const menu = merchant.page.locator("#app-nav").getByRole("link", { name: "Products" });
    await menu.click();
    await cell("Beeswax Balm").waitFor();
    await expectQuery({});
    await answers.release();

    const listing = await holdAnswers(merchant.page, /returns\.data|search=/);
    await searchField().fill("lantern");
    await merchant.page.locator("#app-nav").getByRole("link", { name: "Returns" }).click();
    await listing.waitFor(1);
    await pause();
    expect(listing.addresses()).toHaveLength(1);
    await listing.release();
  });

  test("leaves one entry in the browser's history, however often the typing paused", async () => {
    await merchant.goTo("/app/products");
    await openSearch();
    for (const text of ["la", "lant", "lantern"]) {
      await searchField().fill(text);
      await expectQuery({ search: text });
    }
    await app().evaluate(() => history.back());
    await expectQuery({});
    await expectTyped("");
  });

  test("stays when a dialog is closed with Escape", async () => {
    await merchant.goTo("/app/products?search=lantern");
    await merchant.panel
      .getByRole("checkbox", { name: /Select all/ })
      .first()
      .click();
    await merchant.panel.getByRole("button", { name: "Ignore" }).click();
    await merchant.panel.getByRole("dialog").waitFor();
    await merchant.page.keyboard.press("Escape");
    await merchant.panel.getByRole("dialog").waitFor({ state: "detached" });
    await expectQuery({ search: "lantern" });
    await expectTyped("lantern");
    await searchField().press("Escape");
    await expectQuery({});
  });
});

describe("a kept search", () => {
  const keep = async (search: string) => {
    await merchant.goTo("/app/products");
    const ask = (body: object) => sendJson("/app/views", { list: "products", name: "Kept", ...body });
    await ask({ intent: "delete" });
    await ask({ intent: "save", tab: null, search });
    await merchant.goTo(`/app/products?search=${search}`);
  };

  test("comes back when what was typed over it is cancelled", async () => {
    await keep("mug");
    await openSearch();
    const answers = await holdAnswers(merchant.page, /search=lantern/);
    await searchField().fill("lantern");
    await searchField().press("Escape");
    await pause();
    expect(answers.addresses()).toEqual([]);
    await expectQuery({ search: "mug" });

    await openSearch();
    await searchField().fill("lantern");
    await answers.waitFor(1);
    await merchant.panel.getByRole("button", { name: "Cancel" }).click();
    await answers.release();
    await merchant.atRest();
    await expectQuery({ search: "mug" });
    expect(await tab("Kept").getAttribute("aria-selected")).toBe("true");
  });

  test("gives way to a tab at once, and what is typed then is the whole search", async () => {
    await keep("mug");
    const answers = await holdAnswers(merchant.page, /products\.data/);
    await tab("All").click();
    await answers.waitFor(1);
    await openSearch();
    await expectTyped("");
    await searchField().pressSequentially("lan");
    await answers.release();
    await expectQuery({ search: "lan" });
  });

  test("stays on its page when the search over it is closed", async () => {
    await keep("e");
    await merchant.panel.getByRole("button", { name: "Next" }).click();
    await expect.poll(async () => Object.keys(await query())).toContain("after");
    await openSearch();
    await searchField().press("Escape");
    await merchant.atRest();
    expect(Object.keys(await query())).toContain("after");
  });
});

test("a list that is still to be seen doesn't change the address of the page that follows it", async () => {
  await merchant.goTo("/app/products");
  await openSearch();
  // The page before stays until the texts of the next one are here.
  const texts = await holdAnswers(merchant.page, /assets\/returns-[^/]*\.js/);
  await merchant.page.locator("#app-nav").getByRole("link", { name: "Returns" }).click();
  await expect.poll(() => app().evaluate(() => location.pathname)).toBe("/app/returns");
  await merchant.panel.getByRole("button", { name: "Next" }).click();
  await searchField().pressSequentially("mug");
  await pause();
  await expectQuery({});
  await texts.release();
  await merchant.panel.getByRole("heading", { name: "Returns" }).waitFor();
  await expectQuery({});
});

test("F alone opens the search, and not while a dialog is open", async () => {
  await merchant.goTo("/app/products");
  await merchant.panel
    .getByRole("checkbox", { name: /Select all/ })
    .first()
    .click();
  await merchant.page.keyboard.press("Control+f");
  await merchant.panel.getByRole("button", { name: "Ignore" }).click();
  await merchant.panel.getByRole("dialog").waitFor();
  await merchant.page.keyboard.press("f");
  await merchant.page.keyboard.press("Escape");
  await merchant.panel.getByRole("dialog").waitFor({ state: "detached" });
  expect(await searchField().count()).toBe(0);
  await merchant.page.keyboard.press("f");
  await searchField().waitFor();
});

describe("two filters of one list", () => {
  const day = async (label: string, value: string) => {
    await merchant.panel.getByLabel(label).fill(value);
  };

  test("both apply, however late the first answer is", async () => {
    await merchant.goTo("/app/activity");
    await openSearch();
    const answers = await holdAnswers(merchant.page, /from=|until=|search=/);
    await merchant.panel.getByRole("button", { name: "Days" }).click();
    await day("First day", "2026-01-01");
    await answers.waitFor(1);
    await day("Last day", "2030-01-01");
    await answers.waitFor(2);
    await answers.release();
    await expectQuery({ from: "2026-01-01", until: "2030-01-01" });
  });

  test("have an entry each in the browser's history", async () => {
    await merchant.goTo("/app/activity");
    await openSearch();
    await searchField().fill("mug");
    await expectQuery({ search: "mug" });
    await merchant.panel.getByRole("button", { name: "Days" }).click();
    await day("First day", "2026-01-01");
    await expectQuery({ search: "mug", from: "2026-01-01" });
    await app().evaluate(() => history.back());
    await expectQuery({ search: "mug" });
    await expectTyped("mug");
  });

  test("are cleared together", async () => {
    await merchant.goTo("/app/activity?search=mug-sky&from=2026-01-01");
    const entries = () => app().evaluate(() => history.length);
    const before = await entries();
    await merchant.panel.getByRole("button", { name: "Clear all" }).click();
    await pause();
    await expectQuery({});
    await expectTyped("");
    expect(await entries()).toBe(before + 1);
  });
});

test("what was found for the text before can't be added while the next answer is on its way", async () => {
  await merchant.goTo("/app/products?search=LANT");
  await merchant.panel.getByRole("link", { name: "Camp Lantern" }).click();
  const field = merchant.panel.getByLabel("Products at the warehouse");
  const add = merchant.panel.getByRole("button", { name: "Add MUG-SKY", exact: true });
  await field.fill("mug");
  await expect.poll(() => add.isEnabled()).toBe(true);
  const answers = await holdAnswers(merchant.page, /search=/);
  await field.fill("mug-s");
  expect(await add.isEnabled()).toBe(false);
  await answers.waitFor(1);
  expect(await add.isEnabled()).toBe(false);
  await answers.release();
  await expect.poll(() => add.isEnabled()).toBe(true);
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

  beforeEach(async () => {
    await merchant.goTo("/app/settings");
    await sendForm("/app/settings/stock", { buffer: "0", settleHours: "48" });
  });

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

  beforeEach(async () => {
    await openProduct();
    const path = await app().evaluate(() => location.pathname);
    await sendJson(path, { intent: "map", components: [{ sku: "LANT", quantity: 1 }] });
    await sendJson("/app/stock", { intent: "buffer", sku: "LANT", pieces: null });
  });

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
    const page = /products\/\d+\.data/;
    await merchant.page.route(page, (route) =>
      route.request().method() === "GET" ? route.abort() : route.fallback(),
    );
    await save();
    await message("Mapping saved");
    await merchant.panel.getByText("Dockline cannot be reached right now").waitFor();
    await expectValue(QUANTITY, "2");
    await field(QUANTITY).fill("3");
    await save();
    await expectSaved();
    await merchant.page.unroute(page);
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

test("a request that is called off while its answer arrives is no error", async () => {
  await merchant.goTo("/app/activity");
  await merchant.atRest();
  await using bodies = await holdBodies(merchant.page);
  const begins = merchant.page.waitForResponse((response) => response.url().includes("activity.data"));
  await begins;
  const calledOff = merchant.page.waitForEvent("requestfailed");
  await tab("Stock").click();
  await calledOff;
  await bodies.release();
  await expectQuery({ tab: "stock" });
  await merchant.atRest();
  expect(merchant.complaints).toEqual([]);
});
