import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet } from "../../sandbox/demo/observe.ts";
import {
  connectLive,
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  type PanelWorld,
} from "../support/panel.ts";

let app: PanelWorld;

beforeAll(async () => {
  app = await startPanelWorld();
  await connectLive(app.world);
});

afterAll(() => app?.stop());

test("a merchant answers a shopper who asks for their data, and sees what to do before leaving", async () => {
  const { shopUrl } = app.world;
  const ask = (id: number, orders: number[]) =>
    control(shopUrl, {
      path: "shops/demo/webhooks",
      body: {
        topic: "customers/data_request",
        payload: { orders_requested: orders, data_request: { id } },
      },
    });
  const lines = [{ sku: "LANT", quantity: 1 }];
  const atShop = <T>(path: string, body?: unknown) =>
    control<T>(shopUrl, { path: `shops/demo/${path}`, body });
  const order = await atShop<{ id: string }>("orders", { location: "Warehouse", lines });
  const number = order.id.split("/").at(-1)!;
  await atShop(`orders/${number}/fulfill`, {});
  const back = await atShop<{ name: string }>(`orders/${number}/returns`, { lines, status: "open" });
  await quiet(app.world);
  await ask(1, [1]);
  await ask(2, [Number(number)]);
  await quiet(app.world);
  const window = await app.open();
  const { panel, page } = window;
  // What Shopify sends arrives when it arrives, and the page shows what had when it was opened.
  const shown = async () => {
    await window.goTo("/app/settings/privacy");
    await panel.getByRole("heading", { name: "Before you uninstall" }).waitFor();
    return panel.getByText("Nothing is kept of this. Tell the shopper so.").count();
  };
  await expect.poll(shown).toBe(1);
  await panel.getByRole("heading", { name: "Shoppers who asked for their data" }).waitFor();
  await panel.getByText(`Kept: ${back.name}`).waitFor();
  const answer = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Download what is kept" }).click();
  expect(readFileSync(await (await answer).path(), "utf8")).toContain(back.name);
  for (const name of ["Download the mappings", "Download the ledger", "Download the activity"]) {
    const arriving = page.waitForEvent("download");
    await panel.getByRole("button", { name }).click();
    expect((await arriving).suggestedFilename()).toMatch(/^(mappings|stock|activity)\.csv$/);
  }
  await expectNothingWrong(window);

  const narrow = await app.open(NARROW);
  await narrow.goTo("/app/settings/privacy");
  await narrow.panel.getByRole("heading", { name: "Before you uninstall" }).waitFor();
  await narrow.panel.getByRole("heading", { name: "Before you uninstall" }).scrollIntoViewIfNeeded();
  await expectNothingWrong(narrow);
});
