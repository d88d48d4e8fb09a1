// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { PAUSE_MS } from "../../app/components/use-typed-search.ts";
import { holdAnswers } from "../support/late-answers.ts";
import {
  expectNothingWrong,
  NARROW,
  passTime,
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
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const atWarehouse = (path: string, body?: unknown) => control(stage.world.warehouse.url, { path, body });

describe("setting up", () => {
  test("once connected, nothing is written until the merchant has seen what would change and goes live", async () => {
    await connectApp(stage.world);
    await merchant.goTo("");
    await merchant.panel.getByRole("link", { name: "Mapped: 119" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByText("Nothing is written into your shop yet").waitFor();
    await merchant.panel.getByRole("link", { name: "See what would change" }).click();
    await merchant.panel.getByText(/variants would change/).waitFor();
    await merchant.panel.getByRole("button", { name: "Go live with all" }).click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByText(/variants change in your shop/).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Go live with all" }).click();
    await merchant.panel.getByText("Your shop’s stock follows the warehouse").waitFor();
  });
});

describe("looking at products", () => {
  test("what the warehouse receives is seen to arrive, without reloading", async () => {
    await merchant.goTo("/app/products?search=MUG-SKY");
    const row = merchant.panel.getByRole("row").filter({ hasText: "MUG-SKY" });
    await row.waitFor();
    // The warehouse's column: right after going live, the shop's may still show what it had before.
    const before = Number(await row.getByRole("cell").nth(3).innerText());
    await atWarehouse("receive", { lines: [{ sku: "MUG-SKY", quantity: 7 }] });
    const now = row.getByText(String(before + 7), { exact: true });
    await now.nth(1).waitFor(); // In the warehouse, and on hand.
  });

  test("they can be narrowed down by state and searched", async () => {
    await merchant.goTo("/app/products");
    await merchant.panel.getByRole("tab", { name: "Ambiguous" }).click();
    await merchant.panel.getByText("Leather Grease").waitFor();
    expect(await merchant.panel.getByRole("row").count()).toBe(3); // Two, and the headings.
    await merchant.panel.getByRole("tab", { name: "All" }).click();
    await merchant.panel.getByRole("button", { name: /search/i }).click();
    await merchant.panel.getByPlaceholder("Search by product or SKU").fill("lantern");
    await merchant.panel.getByText("Camp Lantern").waitFor();
    await merchant.panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
  });

  test("a search is asked once, however slow the answer", async () => {
    const visitor = await stage.open();
    await visitor.page.clock.install();
    await visitor.goTo("/app/products");
    await visitor.panel.getByRole("button", { name: /search/i }).click();
    const answers = await holdAnswers(visitor.page, /search=lantern/);
    await visitor.panel.getByPlaceholder("Search by product or SKU").fill("lantern");
    await answers.waitFor(1);
    await passTime(visitor, 5 * PAUSE_MS);
    const asked = answers.addresses();
    await answers.release();
    await visitor.panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
    expect(asked).toHaveLength(1);
    await visitor.page.close();
  });

  test("after a search, the menu leads back to all products", async () => {
    const visitor = await stage.open();
    await visitor.page.clock.install();
    await visitor.goTo("/app/products?search=lantern");
    await visitor.panel.getByText("Camp Lantern").waitFor();
    await visitor.page.locator("#app-nav").getByRole("link", { name: "Products" }).click();
    await visitor.panel.getByText("Beeswax Balm").waitFor();
    const answers = await holdAnswers(visitor.page, /search=lantern/);
    await passTime(visitor, 2 * PAUSE_MS); // Longer than the field waits before it asks.
    expect(answers.addresses()).toEqual([]);
    expect(await visitor.panel.getByText("Beeswax Balm").count()).toBe(1);
    await visitor.page.close();
  });

  test("pages lead forward and back to the same rows", async () => {
    await merchant.goTo("/app/products");
    const first = merchant.panel.getByRole("row").nth(1);
    await first.waitFor();
    const title = await first.innerText();
    await merchant.panel.getByRole("button", { name: "Next" }).click();
    await merchant.panel.getByText("Beeswax Balm").waitFor({ state: "detached" });
    await merchant.panel.getByRole("button", { name: "Previous" }).click();
    await merchant.panel.getByText("Beeswax Balm").waitFor();
    expect(await first.innerText()).toBe(title);
  });

  test("a search that finds nothing says so", async () => {
    await merchant.goTo("/app/products?search=zeppelin");
    await merchant.panel.getByText("No variants here").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });
});

describe("when something breaks", () => {
  test("a problem says what it costs and what to do, and goes when the cause is gone", async () => {
    await merchant.goTo("/app");
    const fault = { method: "GET", path: "/fulfilment/", action: { kind: "status", status: 401 } };
    await atWarehouse("faults", fault);
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
    const problem = merchant.panel.getByRole("heading", { name: "The warehouse refuses our access token" });
    await problem.waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await control(stage.world.warehouse.url, { path: "faults", method: "DELETE" });
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
    await problem.waitFor({ state: "detached" });
  });

  test("while Dockline cannot be reached, the page stays, and what was typed into it", async () => {
    const visitor = await stage.open();
    await visitor.goTo("/app/products?search=LANT");
    await visitor.panel.getByRole("link", { name: "Camp Lantern" }).click();
    const field = visitor.panel.getByLabel("Pieces of LANT in one");
    await field.fill("2");
    const ofThisPage = /products\/\d+\.data/;
    await visitor.page.route(ofThisPage, (route) => route.abort());
    const away = visitor.panel.getByText("Dockline cannot be reached right now");
    await away.waitFor();
    expect(await visitor.barriers()).toEqual([]);
    expect(await field.inputValue()).toBe("2");
    await visitor.page.unroute(ofThisPage);
    await away.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("2");
    // Of a page that could be read nothing of the kind is said.
    await visitor.page.route(ofThisPage, (route) => route.abort());
    await away.waitFor();
    await visitor.panel
      .getByRole("button", { name: "Products" })
      .or(visitor.panel.getByRole("link", { name: "Products" }))
      .first()
      .click();
    await visitor.panel.getByRole("heading", { name: "Products", level: 1 }).waitFor();
    expect(await away.count()).toBe(0);
    await visitor.page.close();
  });

  test("it stays also where it was never read again since it was opened", async () => {
    const visitor = await stage.open();
    await visitor.page.route(/products\.data/, (route) => route.abort());
    await visitor.goTo("/app/products");
    await visitor.panel.getByText("Dockline cannot be reached right now").waitFor();
    await visitor.panel.getByRole("row").filter({ hasText: "Camp Lantern" }).waitFor();
    await visitor.page.close();
  });

  test("an answer that never comes is asked for anew", async () => {
    const visitor = await stage.open();
    await visitor.page.route(/products\.data/, () => undefined, { times: 1 });
    await visitor.goTo("/app/products");
    await visitor.page.waitForRequest(/products\.data/);
    await visitor.page.waitForResponse(/products\.data/);
    await visitor.page.close();
  });

  test("an address that leads nowhere says so and leads home", async () => {
    await merchant.goTo("/app/nowhere");
    await merchant.panel.getByText("There is no such page").waitFor();
    await merchant.panel.getByRole("link", { name: "Home" }).click();
    await merchant.panel.getByText("Connected", { exact: true }).waitFor();
  });
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each(["/app", "/app/products", "/app/stock", "/app/settings/stock"])(
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

describe("outside a shop's admin", () => {
  test.each(["/", "/app", "/app?shop=evil.example.com", "/auth/login?shop=evil.example.com"])(
    "%s asks which shop is meant",
    async (path) => {
      const visitor = await stage.open();
      await visitor.page.goto(stage.world.appUrl + path);
      await visitor.page.getByRole("heading", { name: "Dockline runs inside your shop’s admin" }).waitFor();
      await visitor.page.getByLabel("Shop address").fill("https://evil.example.com");
      await visitor.page.getByRole("button", { name: "Open" }).click();
      await visitor.page.getByText("This is not the address of a shop.").waitFor();
      expect(await visitor.barriers()).toEqual([]);
      await visitor.page.close();
    },
  );

  test("a session token nobody signed gets nothing", async () => {
    const response = await fetch(`${stage.world.appUrl}/app/products?shop=demo.myshopify.com`, {
      headers: { authorization: "Bearer eyJhbGciOiJub25lIn0.e30.", "user-agent": "Mozilla/5.0 Chrome/153.0" },
    });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("MUG");
  });
});
