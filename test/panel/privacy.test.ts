import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { quiet } from "../../sandbox/demo/observe.ts";
import { expectNothingWrong, NARROW, openLiveStore } from "../support/panel.ts";
import { sendLanternBack } from "../support/send-back.ts";
import { numberOf } from "../support/store-products.ts";

test("a merchant answers a shopper who asks for their data, and sees what to do before leaving", async () => {
  const { store, atShop, open, visit } = await openLiveStore();
  const ask = (id: number, orders: number[]) =>
    atShop("webhooks", {
      topic: "customers/data_request",
      payload: { orders_requested: orders, data_request: { id } },
    });
  const back = await sendLanternBack(store);
  await quiet(store);
  await ask(1, [1]);
  await ask(2, [Number(numberOf(back.orderId))]);
  await quiet(store);
  const window = await open();
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
  expect(await text(await (await answer).createReadStream())).toContain(back.name);
  for (const name of ["Download the mappings", "Download the ledger", "Download the activity"]) {
    const arriving = page.waitForEvent("download");
    await panel.getByRole("button", { name }).click();
    expect((await arriving).suggestedFilename()).toMatch(/^(mappings|stock|activity)\.csv$/);
  }
  await expectNothingWrong(window);

  const narrow = await visit("/app/settings/privacy", NARROW);
  await narrow.panel.getByRole("heading", { name: "Before you uninstall" }).waitFor();
  await narrow.panel.getByRole("heading", { name: "Before you uninstall" }).scrollIntoViewIfNeeded();
  await expectNothingWrong(narrow);
});
