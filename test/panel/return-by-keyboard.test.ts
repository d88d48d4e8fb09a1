// @module-tag proof
import { afterAll, beforeAll, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, until } from "../../sandbox/demo/observe.ts";
import { isOn, press, typeOver } from "../support/keyboard.ts";
import {
  connectLive,
  expectNothingWrong,
  startPanelWorld,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";
import { sendLanternBack, WALES, type Back } from "../support/send-back.ts";

/** One return, from what holds it up until it is settled, by a merchant who has no mouse. */
let stage: PanelWorld;
let merchant: Window;
let back: Back;

const says = (text: string | RegExp) => merchant.panel.getByText(text).first().waitFor();
const inboundRef = () => `return-${back.id.split("/").at(-1)}`;
const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  back = await sendLanternBack(stage.world, { quantity: 2, order: { shippingAddress: WALES } });
  await quiet(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

test("Home leads to the return that needs the merchant", async () => {
  await merchant.goTo("");
  await merchant.panel.getByRole("link", { name: "Need you: 1" }).waitFor();
  await press(merchant, "Need you: 1");
  await merchant.panel.getByRole("heading", { name: "Returns", level: 1 }).waitFor();
  await merchant.panel.getByRole("link", { name: back.name }).waitFor();
  await press(merchant, back.name);
  await says("City has 58 characters; the warehouse takes 30.");
});

test("its sender is corrected, and the return announced", async () => {
  await press(merchant, "Correct the sender");
  await merchant.panel.getByLabel("City").waitFor();
  await typeOver(merchant, { name: "City", text: "Llanfair PG" });
  await press(merchant, "Save and announce");
  await until(
    () => atWarehouse<{ ref: string }[]>("inbounds"),
    (all) => all.some(({ ref }) => ref === inboundRef()),
  );
  await merchant.panel.getByText("The warehouse does not take the sender").waitFor({ state: "detached" });
  await says("On the return");
});

test("its label is opened in a tab of its own", async () => {
  const [tab, label] = await Promise.all([
    merchant.page.waitForEvent("popup"),
    merchant.page.waitForResponse(/\/label/),
    press(merchant, "View"),
  ]);
  expect(label.headers()["content-type"]).toBe("application/pdf");
  await tab.close();
  await isOn(merchant, "View");
});

test("what has come is restocked, what has not is counted as missing, and the return is settled", async () => {
  await atWarehouse("receive", { inboundRef: inboundRef(), lines: [{ sku: "LANT", quantity: 1 }] });
  await says("1 restocked");
  await atWarehouse(`inbounds/${inboundRef()}/status`, { status: "cancelled" });
  await merchant.panel.getByRole("button", { name: "Count as missing" }).waitFor();
  await press(merchant, "Count as missing");
  await says("1 missing");
  await merchant.panel.getByText("Settled", { exact: true }).first().waitFor();
  await expectNothingWrong(merchant);
  expect(merchant.complaints).toEqual([]);
});
