import type { Frame } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import {
  controlDrawing,
  holdAnswers,
  holdBodies,
  holdDrawing,
  releaseDrawing,
} from "../support/late-answers.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { PAUSE_MS } from "../../app/components/use-typed-search.ts";
import { openLiveStore, shareLiveStore, type Window } from "../support/panel.ts";

const stage = shareLiveStore();
let merchant: Window;

beforeEach(async () => {
  merchant = await stage().open();
  await controlDrawing(merchant.page);
  return () => merchant.page.close();
});

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
    // Kept, it is shown as a view in every window of its store.
    const own = await openLiveStore();
    const view = { list: "products", name: "Kept", tab: null, search };
    await createMerchant(own.store).say("/app/views", { intent: "save", ...view });
    merchant = await own.visit(`/app/products?search=${search}`);
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

test("a request that is called off while its answer arrives is no error", async () => {
  await merchant.goTo("/app/activity");
  await merchant.atRest();
  await using bodies = await holdBodies(merchant.page);
  const begins = merchant.page.waitForResponse((response) => response.url().includes("activity.data"));
  await begins;
  const calledOff = merchant.page.waitForEvent("requestfailed");
  await tab("Stock").click();
  await calledOff;
  bodies.release();
  await expectQuery({ tab: "stock" });
  await merchant.atRest();
  expect(merchant.complaints).toEqual([]);
});
