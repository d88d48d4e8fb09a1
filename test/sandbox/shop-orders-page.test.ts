import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { findBarriers } from "../support/barriers.ts";
import { eachReturnsShop } from "./shop-returns-harness.ts";

describe("the page of orders", () => {
  const shop = eachReturnsShop();
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => void (browser = await launchChromium()));
  afterAll(() => browser?.close());
  afterEach(async () => {
    await page.context().close();
    expect(troubles.splice(0)).toEqual([]);
  });

  async function visit(width = 1280) {
    page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    await page.goto(`${shop.running.url}/store/demo/orders`);
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  }
  const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const returned = (name: string) => page.getByRole("region", { name: `Return ${name}` });

  /** One order with returns in three states, a label and mails. */
  async function busyShop() {
    const order = await shop.sold("MUG", "CUP", { custom: { title: "Gift wrap" } });
    const open = await shop.ask(order, {
      lines: [{ sku: "MUG", reason: "too-big", note: "huge" }],
      exchange: [{ sku: "CUP" }],
    });
    await shop.step(open, "approve", { notify: true });
    await shop.step(open, "deliveries", {
      label: "https://labels.example/1.pdf",
      tracking: { number: "A1" },
    });
    await shop.step(open, "dispose", {
      lines: [{ sku: "MUG", quantity: 1 }],
      type: "RESTOCKED",
      location: "Main",
    });
    const declined = await shop.ask(order, { lines: [{ sku: "CUP", quantity: 1 }] });
    await shop.step(declined, "decline", { note: "Too late." });
    await shop.ask(order, { lines: [{ sku: "CUP", quantity: 1 }], unverified: [{}] });
    await shop.sell(["MUG"], { customer: null, email: null, shippingAddress: null });
    return order;
  }

  it.each([375, 1280])("has nothing against it at %i px and fits the window", async (width) => {
    await busyShop();
    await visit(width);
    await returned("#1001-R3").waitFor();
    await page.getByText("Send #1001 back").click();

    expect(await findBarriers(page.mainFrame())).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it("shows where goods are, the label as a link, and what the shopper was told", async () => {
    await busyShop();
    await visit();
    const text = () => returned("#1001-R1").innerText();
    await returned("#1001-R1").waitFor();

    for (const fact of [
      "open",
      "2 × Mug (MUG), too big: “huge”",
      "1 restocked at Main",
      "2 pieces",
      "Tracking A1",
    ])
      expect(await text()).toContain(fact);
    expect(await returned("#1001-R1").getByRole("link", { name: "Label" }).getAttribute("href")).toBe(
      "https://labels.example/1.pdf",
    );
    expect(await returned("#1001-R2").innerText()).toContain("Declined, other: “Too late.”");
    const mails = page.locator(".mails li");
    expect(await mails.allInnerTexts()).toEqual([
      "Approved: #1001-R1, to robin.shopper@example.com",
      "Label for #1001-R1, to robin.shopper@example.com Label of #1001-R1",
    ]);
    expect(await page.getByText("Nobody · no mail address · no address").count()).toBe(1);
  });

  it("a person fulfils, asks for a return as the shopper, approves and closes it", async () => {
    const order = await shop.sell(["MUG"]);
    await visit();
    await click("Fulfil #1001");
    await page.getByText("Send #1001 back").click();
    await page.getByLabel("Mug, of 2").fill("1");
    await page.getByLabel("Reason").selectOption("Too small");
    await page.getByLabel("Note").fill("tiny");
    await click("Ask as the shopper");
    await click("Approve #1001-R1");
    await page.getByText("Return #1001-R1 approved").waitFor();
    expect(await shop.control("GET", "returns")).toMatchObject([
      {
        ...{ status: "OPEN", orderId: order.id },
        lines: [{ quantity: 1, reason: "too-small", customerNote: "tiny" }],
      },
    ]);

    await click("Close #1001-R1");
    await page.getByRole("button", { name: "Reopen #1001-R1" }).waitFor();
    await page.getByText("Send #1001 back").click();
    await click("Create as the merchant");
    await click("Cancel #1001-R2");
    await expect.poll(() => returned("#1001-R2").innerText()).toContain("canceled");
    expect(await page.getByRole("button", { name: "Cancel #1001", exact: true }).count()).toBe(0);
  });

  it("what an app does is seen without reloading, and what cannot be is said", async () => {
    const { back } = await shop.open();
    await visit();
    await returned("#1001-R1").waitFor();
    await shop.step(back, "deliveries", { label: "https://labels.example/9.pdf" });
    await returned("#1001-R1").getByRole("link", { name: "Label" }).waitFor();

    await page.route("**/returns/*/close", (route) =>
      route.fulfill({ status: 409, json: { message: "#1001-R1 is closed." } }),
    );
    await click("Close #1001-R1");
    await page.getByText("#1001-R1 is closed.").waitFor();
    troubles.splice(0);
  });

  it("older orders are a button away, and each has an address", async () => {
    await shop.control("POST", "seed", { generate: { returns: 25 } });
    await visit();
    const cards = page.locator(".order");
    await expect.poll(() => cards.count()).toBe(20);
    await click("Show more");
    await expect.poll(() => cards.count()).toBe(25);

    const [order] = await shop.control<{ id: string }[]>("GET", "orders?search=1003");
    await page.goto(`${shop.running.url}/store/demo/orders/${order!.id.replace(/.*\//, "")}`);
    await returned("#1003-R1").waitFor();
    expect(await cards.count()).toBe(1);
  });
});
