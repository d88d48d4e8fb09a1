import { describe, expect, test } from "vitest";
import { PAUSE_MS } from "../../app/components/use-typed-search.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { failRequests, holdAnswers } from "../support/late-answers.ts";
import {
  expectNothingWrong,
  openLiveStore,
  openStore,
  passTime,
  shareLiveStore,
  WIDE,
} from "../support/panel.ts";

const looking = shareLiveStore();

/** How often an open page is read again, and how long it waits for the answer before it asks again, in milliseconds. */
const [EVERY_MS, LOST_MS] = [2_000, 20_000];

test("once connected, nothing is written until the merchant has seen what would change and goes live", async () => {
  const { store, visit } = await openStore();
  await connectApp(store);
  const merchant = await visit("");
  const { panel } = merchant;
  await panel.getByRole("link", { name: "Mapped: 119" }).waitFor();
  await expectNothingWrong(merchant);
  await panel.getByText("Nothing is written into your shop yet").waitFor();
  await panel.getByRole("link", { name: "See what would change" }).click();
  await panel.getByText(/variants would change/).waitFor();
  await panel.getByRole("button", { name: "Go live with all" }).click();
  const dialog = panel.getByRole("dialog");
  await dialog.getByText(/variants change in your shop/).waitFor();
  await expectNothingWrong(merchant);
  await dialog.getByRole("button", { name: "Go live with all" }).click();
  await panel.getByText("Your shop’s stock follows the warehouse").waitFor();
});

describe("looking at products", () => {
  test("what the warehouse receives is seen to arrive, without reloading", async () => {
    const { visit, atWarehouse } = await openLiveStore();
    const { panel } = await visit("/app/products?search=MUG-SKY");
    const row = panel.getByRole("row").filter({ hasText: "MUG-SKY" });
    await row.waitFor();
    // The warehouse's column: right after going live, the shop's may still show what it had before.
    const before = Number(await row.getByRole("cell").nth(3).innerText());
    await atWarehouse("receive", { lines: [{ sku: "MUG-SKY", quantity: 7 }] });
    const now = row.getByText(String(before + 7), { exact: true });
    await now.nth(1).waitFor(); // In the warehouse, and on hand.
  });

  test("they can be narrowed down by state and searched", async () => {
    const { page, panel } = await looking().visit("/app/products");
    await panel.getByRole("tab", { name: "Ambiguous" }).click();
    await panel.getByText("Leather Grease").waitFor();
    await panel.getByText("Camp Lantern").waitFor({ state: "detached" });
    expect(await panel.getByRole("row").count()).toBe(3); // Two, and the headings.
    await panel.getByRole("tab", { name: "All" }).click();
    await panel.getByRole("button", { name: /search/i }).click();
    await panel.getByPlaceholder("Search by product or SKU").fill("lantern");
    await panel.getByText("Camp Lantern").waitFor();
    await panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
    await page.close();
  });

  test("a tab is asked for once, also if the page is due before React draws that another is on its way", async () => {
    const visitor = await looking().visit("/app/products", WIDE, { ownClock: true });
    const { page, panel } = visitor;
    await panel.getByText("Beeswax Balm").waitFor();
    const html = panel.locator("html");
    await html.evaluate(repeatWhenAsking, "state=ambiguous");
    const answers = await holdAnswers(page, /state=ambiguous/);
    await passTime(visitor, EVERY_MS);
    await until(
      () => html.getAttribute("data-timers"),
      (timers) => Number(timers) > 0,
    );
    await panel.getByRole("tab", { name: "Ambiguous" }).click();
    await answers.waitFor(1);
    await passTime(visitor, PAUSE_MS);
    expect(await html.getAttribute("data-asked")).toBe("1");
    await answers.release();
    await page.close();
  });

  test("a search is asked once, however slow the answer", async () => {
    const visitor = await looking().visit("/app/products", WIDE, { ownClock: true });
    const { page, panel } = visitor;
    await panel.getByRole("button", { name: /search/i }).click();
    const answers = await holdAnswers(page, /search=lantern/);
    await panel.getByPlaceholder("Search by product or SKU").fill("lantern");
    await answers.waitFor(1);
    await passTime(visitor, 5 * PAUSE_MS);
    const asked = answers.addresses();
    await answers.release();
    await panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
    expect(asked).toHaveLength(1);
    await page.close();
  });

  test("after a search, the menu leads back to all products", async () => {
    const visitor = await looking().visit("/app/products?search=lantern", WIDE, { ownClock: true });
    const { page, panel } = visitor;
    await panel.getByText("Camp Lantern").waitFor();
    await page.locator("#app-nav").getByRole("link", { name: "Products" }).click();
    await panel.getByText("Beeswax Balm").waitFor();
    const answers = await holdAnswers(page, /search=lantern/);
    await passTime(visitor, 2 * PAUSE_MS); // Longer than the field waits before it asks.
    expect(answers.addresses()).toEqual([]);
    expect(await panel.getByText("Beeswax Balm").count()).toBe(1);
    await page.close();
  });

  test("pages lead forward and back to the same rows", async () => {
    const { page, panel } = await looking().visit("/app/products");
    const first = panel.getByRole("row").nth(1);
    await first.waitFor();
    const title = await first.innerText();
    await panel.getByRole("button", { name: "Next" }).click();
    await panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
    await panel.getByRole("button", { name: "Previous" }).click();
    await panel.getByText("Beeswax Balm").waitFor();
    expect(await first.innerText()).toBe(title);
    await page.close();
  });

  test("a search that finds nothing says so", async () => {
    const visitor = await looking().visit("/app/products?search=zeppelin");
    await visitor.panel.getByText("No variants here").waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});

describe("when something breaks", () => {
  test("a problem says what it costs and what to do, and goes when the cause is gone", async () => {
    const { visit, atWarehouse, clearFaults } = await openLiveStore();
    const merchant = await visit("/app");
    const fault = { method: "GET", path: "/fulfilment/", action: { kind: "status", status: 401 } };
    await atWarehouse("faults", fault);
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
    const problem = merchant.panel.getByRole("heading", { name: "The warehouse refuses our access token" });
    await problem.waitFor();
    await expectNothingWrong(merchant);
    await clearFaults();
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
    await problem.waitFor({ state: "detached" });
  });

  test("while Dockline cannot be reached, the page stays, and what was typed into it", async () => {
    const visitor = await looking().visit("/app/products?search=LANT");
    const { page, panel } = visitor;
    await panel.getByRole("link", { name: "Camp Lantern" }).click();
    const field = panel.getByLabel("Pieces of LANT in one");
    await field.fill("2");
    const ofThisPage = /products\/\d+\.data/;
    const letPass = await failRequests(page, ofThisPage);
    const away = panel.getByText("Dockline cannot be reached right now");
    await away.waitFor();
    expect(await visitor.barriers()).toEqual([]);
    expect(await field.inputValue()).toBe("2");
    letPass();
    await away.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("2");
    // Of a page that could be read nothing of the kind is said.
    await failRequests(page, ofThisPage);
    await away.waitFor();
    await panel
      .getByRole("button", { name: "Products" })
      .or(panel.getByRole("link", { name: "Products" }))
      .first()
      .click();
    await panel.getByRole("heading", { name: "Products", level: 1 }).waitFor();
    expect(await away.count()).toBe(0);
    await page.close();
  });

  test("it stays also where it was never read again since it was opened", async () => {
    const { page, panel, goTo } = await looking().open();
    await failRequests(page, /products\.data/);
    await goTo("/app/products");
    await panel.getByText("Dockline cannot be reached right now").waitFor();
    await panel.getByRole("row").filter({ hasText: "Camp Lantern" }).waitFor();
    await page.close();
  });

  test("an answer that never comes is asked for again", async () => {
    const visitor = await looking().visit("/app/products", WIDE, { ownClock: true });
    const { page } = visitor;
    const lost = await holdAnswers(page, /products\.data/);
    await passTime(visitor, EVERY_MS);
    await lost.waitFor(1);
    await passTime(visitor, LOST_MS);
    await lost.waitFor(2);
    const answer = page.waitForResponse(/products\.data/);
    await lost.release();
    await answer;
    await page.close();
  });

  test("an address that leads nowhere says so and leads home", async () => {
    const { page, panel } = await looking().visit("/app/nowhere");
    await panel.getByText("There is no such page").waitFor();
    await panel.getByRole("link", { name: "Home" }).click();
    await panel.getByText("Connected", { exact: true }).waitFor();
    await page.close();
  });
});

describe("outside a shop's admin", () => {
  test("every address asks which shop is meant", async () => {
    const { store, open } = looking();
    const { page, barriers } = await open();
    for (const path of ["/", "/app", "/app?shop=evil.example.com", "/auth/login?shop=evil.example.com"]) {
      await page.goto(store.appUrl + path);
      await page.getByRole("heading", { name: "Dockline runs inside your shop’s admin" }).waitFor();
      await page.getByLabel("Shop address").fill("https://evil.example.com");
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("This is not the address of a shop.").waitFor();
    }
    expect(await barriers()).toEqual([]);
    await page.close();
  });

  test("a session token nobody signed gets nothing", async () => {
    const { appUrl, shop } = looking().store;
    const response = await fetch(`${appUrl}/app/products?shop=${shop}`, {
      headers: { authorization: "Bearer eyJhbGciOiJub25lIn0.e30.", "user-agent": "Mozilla/5.0 Chrome/153.0" },
    });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("MUG");
  });
});

/**
 * Has everything that the page repeats run once when it first asks for an address that holds `wanted`, as a timer that is due in
 * that moment. Notes on the document how many such timers there are, and how often the address was asked for.
 */
function repeatWhenAsking({ dataset }: HTMLElement | SVGElement, wanted: string): void {
  const timers = new Map<number, () => void>();
  const { setInterval, clearInterval, fetch } = window;
  let asked = 0;
  window.setInterval = ((run: () => void, ms?: number) => {
    const id = Number(setInterval(run, ms));
    timers.set(id, run);
    dataset["timers"] = String(timers.size);
    return id;
  }) as typeof setInterval;
  window.clearInterval = (id) => {
    timers.delete(id as number);
    clearInterval(id);
  };
  window.fetch = (...of) => {
    const [input] = of;
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes(wanted)) return fetch(...of);
    asked += 1;
    dataset["asked"] = String(asked);
    if (asked === 1) for (const run of timers.values()) run();
    return fetch(...of);
  };
}
