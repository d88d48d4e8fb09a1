import { expect, test } from "vitest";
import { isOn, press, typeOver } from "../support/keyboard.ts";
import { expectNothingWrong, openLiveStore } from "../support/panel.ts";
import { sendLanternBack, untilAnnounced, WALES } from "../support/send-back.ts";

test("a merchant without a mouse corrects a return's sender, opens its label, and settles what has come and what has not", async () => {
  const { store, atWarehouse, visit } = await openLiveStore();
  const back = await sendLanternBack(store, { quantity: 2, order: { shippingAddress: WALES } });
  const merchant = await visit("");
  const { page, panel } = merchant;
  const says = (text: string | RegExp) => panel.getByText(text).first().waitFor();

  await panel.getByRole("link", { name: "Need you: 1" }).waitFor();
  await press(merchant, "Need you: 1");
  await panel.getByRole("heading", { name: "Returns", level: 1 }).waitFor();
  await panel.getByRole("link", { name: back.name }).waitFor();
  await press(merchant, back.name);
  await says("City has 58 characters; the warehouse takes 30.");

  await press(merchant, "Correct the sender");
  await panel.getByLabel("City").waitFor();
  await typeOver(merchant, { name: "City", text: "Llanfair PG" });
  await press(merchant, "Save and announce");
  const inboundRef = await untilAnnounced(store, back);
  await panel.getByText("The warehouse does not take the sender").waitFor({ state: "detached" });
  await says("On the return");

  const [tab, label] = await Promise.all([
    page.waitForEvent("popup"),
    page.waitForResponse(/\/label/),
    press(merchant, "View"),
  ]);
  expect(label.headers()["content-type"]).toBe("application/pdf");
  await tab.close();
  await isOn(merchant, "View");

  await atWarehouse("receive", { inboundRef, lines: [{ sku: "LANT", quantity: 1 }] });
  await says("1 restocked");
  await atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });
  await panel.getByRole("button", { name: "Count as missing" }).waitFor();
  await press(merchant, "Count as missing");
  await says("1 missing");
  await panel.getByText("Settled", { exact: true }).first().waitFor();
  await expectNothingWrong(merchant);
});
