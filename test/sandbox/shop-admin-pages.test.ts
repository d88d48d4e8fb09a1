// @module-tag proof
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { findBarriers } from "../support/barriers.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

const WIDTHS = [375, 1280];

/** The smallest app there can be: one page that uses App Bridge, and an answer that says who asked. */
function appPage(bridge: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test app</title><link rel="icon" href="data:,">
<script src="${bridge}" data-api-key="test-api-key"></script></head><body><main><h1>Test app</h1>
<ui-nav-menu><a href="/" rel="home">Home</a><a href="/returns">Returns</a></ui-nav-menu>
<ui-title-bar title="Stock"><button variant="primary">Sync now</button></ui-title-bar>
<ui-save-bar id="bar" discardConfirmation><button variant="primary" id="save">Save</button><button id="discard">Discard</button></ui-save-bar>
<ui-modal id="modal"><p>Dispose of three mugs?</p><ui-title-bar title="Dispose"><button variant="primary" id="dispose">Dispose</button></ui-title-bar></ui-modal>
<p id="log">nothing</p><button id="dirty">Change</button><button id="open-modal">Open</button><button id="ask">Ask</button><button id="leave">Leave</button><button id="busy">Busy</button>
<script>
  const log = (text) => (document.getElementById("log").textContent = text);
  const on = (id, act) => document.getElementById(id).addEventListener("click", act);
  document.querySelector("ui-title-bar button").addEventListener("click", () => shopify.toast.show("Synced"));
  addEventListener("shopify:navigate", ({ target }) => { history.pushState(null, "", target.getAttribute("href")); log("at " + location.pathname); });
  on("dirty", () => shopify.saveBar.show("bar"));
  on("save", () => { shopify.saveBar.hide("bar"); log("saved"); });
  on("busy", () => document.getElementById("save").toggleAttribute("disabled"));
  on("discard", () => { shopify.saveBar.hide("bar"); log("discarded"); });
  on("open-modal", () => shopify.modal.show("modal"));
  on("dispose", () => { shopify.modal.hide("modal"); log("disposed"); });
  on("ask", async () => log(await (await fetch("/whoami", { method: "POST", body: "hello" })).text()));
  on("leave", () => open("shopify://admin/products", "_top"));
</script></main></body></html>`;
}

interface TestApp {
  url: string;
  /** Requests it got, as `method url authorization body`. */
  heard: string[];
  /** Where the App Bridge stand-in comes from. */
  bridge: string;
  server: Server;
}

async function startApp(): Promise<TestApp> {
  const app: Partial<TestApp> & { heard: string[] } = { heard: [], bridge: "" };
  app.server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => (body += String(chunk)));
    req.on("end", () => {
      const { authorization = "none" } = req.headers;
      app.heard.push(`${req.method} ${req.url} ${authorization} ${body}`);
      if (req.url !== "/whoami")
        return void res.setHeader("content-type", "text/html").end(appPage(app.bridge!));
      // The first token is refused, as one that expired would be.
      const asked = app.heard.filter((line) => line.startsWith("POST /whoami")).length;
      if (asked === 1)
        return void res.writeHead(401, { "x-shopify-retry-invalid-session-request": "1" }).end();
      res.end(`${authorization.slice(0, 10)} ${body} ${asked}`);
    });
  });
  await new Promise<void>((resolve) => app.server!.listen(0, "127.0.0.1", resolve));
  app.url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return app as TestApp;
}

describe("the mini admin", () => {
  let browser: Browser;
  let app: TestApp;
  let shop: TestShop;
  let page: Page;
  const outside: string[] = [];
  const troubles: string[] = [];

  beforeAll(async () => {
    app = await startApp();
    shop = await startTestShop({ appUrl: app.url, floorUrl: "http://localhost:9300/floor", locale: "de" });
    app.bridge = `${shop.url}/shopifycloud/app-bridge.js`;
    browser = await launchChromium();
    await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main warehouse", "Annex"],
      products: [
        {
          title: "Mug",
          vendor: "Acme",
          variants: [
            {
              title: "White",
              sku: "MUG-W",
              barcode: "4006381333931",
              onHand: { "Main warehouse": 12, Annex: 1 },
              committed: { "Main warehouse": 2 },
            },
            { title: "Black", sku: "MUG-B", tracked: false, onHand: { "Main warehouse": 4 } },
          ],
        },
        { title: "Tea towel", status: "DRAFT", variants: [{ sku: null, onHand: { Annex: 7 } }] },
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    app?.server.closeAllConnections();
    app?.server.close();
  });

  async function visit(path: string, width = 1280): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    page = await context.newPage();
    page.on("request", (request) => {
      if (!/^(http:\/\/localhost:|data:|about:)/.test(request.url())) outside.push(request.url());
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    await page.goto(shop.url + path);
    return page;
  }
  afterEach(async () => {
    await page.context().close();
    expect(outside).toEqual([]);
    expect(troubles.splice(0).filter((trouble) => !/401|404/.test(trouble))).toEqual([]);
  });

  const inFrame = (): FrameLocator => page.frameLocator("#app-frame");
  const frameLog = () => inFrame().locator("#log");

  describe.each(WIDTHS)("at %i px", (width) => {
    it.each([
      ["the shops", "/", "Shops"],
      ["the products", "/store/demo/products", "Mug"],
      ["the orders", "/store/demo/orders", "Orders"],
      ["the inventory history", "/store/demo/inventory", "Inventory history"],
      ["the apps", "/store/demo/apps", "Testapp"],
      ["the tour", "/store/demo/tour", "Stock arrives"],
      ["a page that does not exist", "/store/none", "Not found"],
    ])("%s have nothing against them and fit the window", async (_what, path, text) => {
      await visit(path, width);
      await page.getByRole("heading", { name: text, exact: true }).first().waitFor();

      expect(await findBarriers(page.mainFrame())).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });

  it("on a narrow window the navigation folds away and comes back", async () => {
    await visit("/store/demo/products", 375);
    const link = page.getByRole("link", { name: "Apps" });
    expect(await link.isVisible()).toBe(false);

    await page.getByRole("button", { name: "Menu" }).click();
    await link.waitFor();
    expect(await page.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");

    await link.waitFor({ state: "hidden" });
  });

  it("the floor is a link away", async () => {
    await visit("/store/demo/products");

    expect(await page.getByRole("link", { name: "Warehouse floor" }).getAttribute("href")).toBe(
      "http://localhost:9300/floor",
    );
  });

  it("stock that arrives is seen to move without reloading", async () => {
    await visit("/store/demo/products");
    const cells = page
      .getByRole("table", { name: "Stock of Mug, White" })
      .getByRole("row", { name: "Main warehouse" })
      .getByRole("cell");
    await cells.first().waitFor();
    expect(await cells.allInnerTexts()).toEqual(["12", "2", "10"]);

    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG-W",
      location: "Main warehouse",
      quantities: { on_hand: 20 },
    });

    await page.locator("td.moved", { hasText: "20" }).waitFor();
    expect(await cells.allInnerTexts()).toEqual(["20", "2", "18"]);
  });

  it("a person orders, fulfils and cancels, and sees the stock move", async () => {
    await visit("/store/demo/products");
    const cells = page
      .getByRole("table", { name: "Stock of Mug, White" })
      .getByRole("row", { name: "Annex" })
      .getByRole("cell");
    const numbers = (...expected: string[]) => expect.poll(() => cells.allInnerTexts()).toEqual(expected);
    const order = async (quantity: string) => {
      const form = page.locator("details", { hasText: "Order MUG-W" });
      if (!(await form.getByLabel("Quantity").isVisible())) await form.getByText("Order MUG-W").click();
      await form.getByLabel("Quantity").fill(quantity);
      await form.getByLabel("Sent from").selectOption("Annex");
      await form.getByRole("button", { name: "Place order" }).click();
    };
    await numbers("1", "0", "1");

    await order("3");
    await page.getByRole("listitem").getByText("3 × MUG-W from Annex").waitFor();
    await numbers("1", "3", "-2");
    expect(await findBarriers(page.mainFrame())).toEqual([]);
    await page.getByRole("button", { name: "Cancel #1001" }).click();
    await numbers("1", "0", "1");

    await order("1");
    await numbers("1", "1", "0");
    await page.getByRole("button", { name: "Fulfil #1002" }).click();
    await numbers("0", "0", "0");
    await page.getByRole("heading", { name: "Open orders" }).waitFor({ state: "hidden" });
  });

  it("the inventory history says who moved the stock of an SKU, and why", async () => {
    for (const sku of ["MUG-W", "MUG-B"])
      await shop.control("POST", "shops/demo/inventory", {
        ...{ sku, location: "Annex", quantities: { on_hand: 77 }, by: "other-app", app: "Other stock app" },
      });
    await visit("/store/demo/inventory");
    await page.getByText("MUG-B on hand at Annex: 0 → 77").waitFor();
    expect(await findBarriers(page.mainFrame())).toEqual([]);

    await page.getByLabel("SKU").fill("MUG-W");
    await page.getByLabel("SKU").press("Enter");

    await page.getByText("MUG-B").waitFor({ state: "detached" });
    const latest = page.getByRole("main").getByRole("listitem").first();
    expect(await latest.innerText()).toMatch(
      /^MUG-W on hand at Annex: \d+ → 77\s+correction · Other stock app · /,
    );
  });

  it("products are found by SKU", async () => {
    await visit("/store/demo/products");
    await page.getByRole("heading", { name: "Tea towel" }).waitFor();

    await page.getByLabel("Search by title, SKU or barcode").fill("mug-b");

    await page.getByRole("heading", { name: "Tea towel" }).waitFor({ state: "detached" });
    expect(await page.getByRole("heading", { name: "Mug" }).isVisible()).toBe(true);
    expect(page.url()).toContain("?search=mug-b");
  });

  it("a SKU and the stock are edited in place", async () => {
    await visit("/store/demo/products?search=tea");
    await page.getByText("Edit Default Title").click();
    await page.getByLabel("SKU", { exact: true }).fill("TOWEL");
    await page.getByLabel("On hand at Annex").fill("9");
    await page.getByRole("button", { name: "Save" }).click();

    await page.getByText("Saved", { exact: true }).waitFor();
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    expect(products[1]!.variants[0]).toMatchObject({ sku: "TOWEL", levels: { Annex: { on_hand: 9 } } });
    await page.locator("dd", { hasText: "TOWEL" }).waitFor();
  });

  it("a product is deleted and made again under a new id", async () => {
    await shop.control("POST", "shops/demo/seed", {
      products: [{ title: "Spoon", variants: [{ sku: "SPOON" }] }],
    });
    const spoon = async () =>
      (await shop.control<Seeded>("GET", "shops/demo/state")).products.find(({ title }) => title === "Spoon");
    const before = await spoon();
    await visit("/store/demo/products?search=spoon");

    await page.getByRole("button", { name: "Delete Spoon" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing found.").waitFor();
    await page.getByRole("button", { name: "Make it again" }).click();
    await page.getByRole("heading", { name: "Spoon" }).waitFor();

    const after = await spoon();
    expect(after!.variants[0]!.sku).toBe("SPOON");
    expect(after!.id).not.toBe(before!.id);
  });

  describe("with the app", () => {
    it("an app that is not installed is offered, and opens once it is", async () => {
      await visit("/store/demo/apps/dockline");
      await page.getByRole("heading", { name: "Install Testapp" }).waitFor();
      expect(app.heard).toEqual([]);

      await page.getByRole("button", { name: "Install Testapp" }).click();
      await inFrame().getByRole("heading", { name: "Test app" }).waitFor();

      const url = new URL(app.heard[0]!.split(" ")[1]!, app.url);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        embedded: "1",
        shop: "demo.myshopify.com",
        host: Buffer.from("admin.shopify.com/store/demo").toString("base64"),
        locale: "de",
        session: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        timestamp: expect.stringMatching(/^\d{10}$/) as string,
        hmac: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        id_token: expect.stringMatching(/^eyJ/) as string,
      });
      expect(await page.frames()[1]!.evaluate("shopify.config")).toMatchObject({
        apiKey: "test-api-key",
        shop: "demo.myshopify.com",
        locale: "de",
      });
    });

    it.each(WIDTHS)("shows the app's navigation, title and actions at %i px", async (width) => {
      await visit("/store/demo/apps/dockline", width);
      await page.getByRole("heading", { name: "Stock" }).waitFor();
      expect(await findBarriers(page.mainFrame())).toEqual([]);

      await page.getByRole("button", { name: "Sync now" }).click();
      await page.getByRole("status").getByText("Synced").waitFor();
      if (width === 375) await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "Returns" }).click();

      await frameLog().getByText("at /returns").waitFor();
      await page.waitForURL("**/store/demo/apps/dockline/returns");
      expect(await page.getByRole("link", { name: "Home" }).count()).toBe(0);
    });

    it("the address of a page in the app opens that page", async () => {
      await visit("/store/demo/apps/dockline/returns/7?tab=lines");
      await inFrame().getByRole("heading", { name: "Test app" }).waitFor();

      expect(app.heard.at(-1)).toMatch(/^GET \/returns\/7\?tab=lines&embedded=1&/);
      await page.waitForURL("**/store/demo/apps/dockline/returns/7?tab=lines");
    });

    it("an address that only begins like the app's is not found", async () => {
      const { status } = await fetch(`${shop.url}/store/demo/apps/docklinesettings/stock`);
      expect(status).toBe(404);
    });

    it("the save bar saves, and asks before it discards", async () => {
      await visit("/store/demo/apps/dockline");
      const bar = page.getByRole("region", { name: "Unsaved changes" });
      await inFrame().getByRole("button", { name: "Change" }).click();
      await bar.getByRole("button", { name: "Save" }).click();
      await frameLog().getByText("saved").waitFor();
      await bar.waitFor({ state: "hidden" });

      await inFrame().getByRole("button", { name: "Change" }).click();
      await bar.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
      expect(await bar.isVisible()).toBe(true);
      await bar.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
      await frameLog().getByText("discarded").waitFor();
    });

    it("the save bar's buttons are disabled while the app's are", async () => {
      await visit("/store/demo/apps/dockline");
      const save = page
        .getByRole("region", { name: "Unsaved changes" })
        .getByRole("button", { name: "Save" });
      await inFrame().getByRole("button", { name: "Change" }).click();
      await expect.poll(() => save.isEnabled()).toBe(true);
      await inFrame().getByRole("button", { name: "Busy" }).click();
      await expect.poll(() => save.isEnabled()).toBe(false);
      await inFrame().getByRole("button", { name: "Busy" }).click();
      await expect.poll(() => save.isEnabled()).toBe(true);
    });

    it("leaving with unsaved changes is asked about", async () => {
      await visit("/store/demo/apps/dockline");
      await inFrame().getByRole("button", { name: "Change" }).click();
      await page.getByRole("region", { name: "Unsaved changes" }).waitFor();

      await page.getByRole("link", { name: "Products" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();

      await page.waitForURL("**/store/demo/products");
    });

    it("a modal holds its contents and closes with its buttons", async () => {
      await visit("/store/demo/apps/dockline");
      await inFrame().getByRole("button", { name: "Open" }).click();
      const modal = inFrame().getByRole("dialog", { name: "Dispose" });
      await modal.getByText("Dispose of three mugs?").waitFor();

      await modal.getByRole("button", { name: "Dispose" }).click();

      await frameLog().getByText("disposed").waitFor();
      await modal.waitFor({ state: "detached" });
    });

    it("the app's requests to itself carry a session token, and one more try when it was refused", async () => {
      await visit("/store/demo/apps/dockline");
      await inFrame().getByRole("button", { name: "Ask" }).click();

      await frameLog().getByText("Bearer eyJ hello 2").waitFor();
    });

    it("an address of the admin opens there", async () => {
      await visit("/store/demo/apps/dockline");
      await inFrame().getByRole("button", { name: "Leave" }).click();

      await page.waitForURL("**/store/demo/products");
    });

    it("a bounce comes back with a token", async () => {
      await visit(
        `/store/demo/apps/dockline/session-token?shopify-reload=${encodeURIComponent(`${app.url}/inside?a=1`)}`,
      );

      await expect
        .poll(() => app.heard)
        .toContainEqual(expect.stringMatching(/^GET \/inside\?a=1&id_token=eyJ/));
    });

    it("is uninstalled after a question", async () => {
      await visit("/store/demo/apps");
      await page.getByRole("button", { name: "Uninstall Testapp" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();

      await page.getByRole("button", { name: "Install Testapp", exact: true }).waitFor();
      expect(await shop.control("GET", "shops")).toMatchObject([{ installation: "uninstalled" }]);
    });
  });
});
