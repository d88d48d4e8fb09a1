import type { Page } from "playwright-core";
import { launchChromium } from "../../scripts/lib/chromium.ts";

/**
 * Opens the panel in the mini admin, as a merchant would, and looks for the figure on the page of products.
 * @throws Error (of the browser) when something is not shown in time.
 */
export async function lookAtPanel({
  adminUrl,
  sku,
  onHand,
}: {
  adminUrl: string;
  sku: string;
  onHand: number;
}): Promise<string> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    await page.goto(adminUrl);
    const panel = appFrame(page);
    await panel.getByText("Connected", { exact: true }).waitFor();
    await page.goto(`${adminUrl}/app/products?search=${sku}`);
    const row = panel.getByRole("row").filter({ hasText: sku });
    await row.getByText(String(onHand), { exact: true }).first().waitFor();
    return `Home says “Connected”, Products says ${onHand}`;
  } finally {
    await browser.close();
  }
}

/** The frame the mini admin shows the app in. */
function appFrame(page: Page) {
  return page.frameLocator("iframe");
}
