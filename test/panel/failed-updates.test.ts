// @module-tag proof
import { afterAll, beforeAll, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

let stage: PanelWorld;
let merchant: Window;

const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });
const rows = (words: string | RegExp) =>
  merchant.panel.locator("tbody").getByRole("row").filter({ hasText: words });
const button = (name: string | RegExp) => merchant.panel.getByRole("button", { name });

/** Looks at the page as it is now in both sizes. */
async function expectBothSizes(name: string): Promise<void> {
  const { page } = merchant;
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await expectNothingWrong(merchant);
    await button(/^Try again: /)
      .first()
      .scrollIntoViewIfNeeded();
    if (process.env.KEEP_PICTURES)
      await page.screenshot({ path: `${process.env.KEEP_PICTURES}/${name}-${size.width}.png` });
  }
}

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  const action = { kind: "status", status: 422 };
  await atWarehouse("faults", { path: "/inbounds", method: "GET", action });
  for (let receipt = 0; receipt < 3; receipt++)
    await atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

test("an update that failed for good is shown with its reason, and is tried again with one click", async () => {
  await merchant.goTo("/app/activity?tab=events");
  // Each receipt moves its inbound on, which is another update.
  await expect.poll(() => rows("Failed").count()).toBe(6);
  await rows(/The warehouse refused this\. Dockline doesn’t retry this update anymore\./)
    .first()
    .waitFor();
  await expectBothSizes("failed-updates");
  await control(stage.world.warehouse.url, { path: "faults", method: "DELETE" });
  await button(/^Try again: Heard: goods received/)
    .first()
    .click();
  // The inbound has been read, so its other update has nothing more to say.
  await expect.poll(() => rows("Failed").count()).toBe(4);
});

test("the page of problems names each record, and tries one or all of them again", async () => {
  await merchant.goTo("/app/problems?kind=inbound-unreadable");
  await expect.poll(() => button(/^Try again: /).count()).toBe(2);
  await expectBothSizes("problems");
  await button(/^Try again: /)
    .first()
    .click();
  await expect.poll(() => button(/^Try again: /).count()).toBe(1);
  await button("Try all again").click();
  await merchant.panel.getByText("This is fixed").waitFor();
  await merchant.goTo("/app/activity?tab=events");
  await rows("goods received").first().waitFor();
  expect(await rows("Failed").count()).toBe(0);
});
