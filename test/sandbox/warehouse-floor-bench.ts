import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { launchChromium } from "../../scripts/lib/chromium.ts";
import { openWarehouse } from "./warehouse-bench.ts";

/** A browser for the tests of one file. Returns what opens a warehouse with its floor page, this many pixels wide. */
export function startFloorBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  return async function openFloor(width = 1280) {
    const warehouse = await openWarehouse();
    await warehouse.stock({ MUG: 5, "A/B": 0 });
    await warehouse.announce("RET-1", { MUG: 2, "A/B": 1 });
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    // The browser itself reports a refused form; the page answers it with a sentence.
    const refused = /status of (409|422)/;
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    onTestFinished(() => expect(complaints.filter((text) => !refused.test(text))).toEqual([]));
    await page.goto(`${warehouse.url}/_sandbox/`);
    const section = (name: string) => page.getByRole("region", { name });
    await section("Stock").getByText("MUG").waitFor();
    return { warehouse, page, section };
  };
}
