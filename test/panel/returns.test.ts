// @module-tag proof
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";
import { CITY, sendLanternBack, WALES, type Back } from "../support/send-back.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's days do. */
let stage: PanelWorld;
let merchant: Window;
/** What the shopper in Wales sends back, and others that can be announced as they are. */
let wales: Back;
let plain: Back;
let odd: Back;
let early: Back[];

interface WarehouseInbound {
  ref: string;
  status: string;
  senderName: string;
  senderCity: string;
}

const atShop = <T>(path: string, body?: unknown) => control<T>(stage.world.shopUrl, { path, body });
const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });
/** How often the app has asked something of the shop. */
const asked = async () => (await atShop<unknown[]>("requests")).length;
const inbounds = () => atWarehouse<WarehouseInbound[]>("inbounds");
const numberOf = ({ id }: Back) => id.split("/").at(-1)!;
const inboundOf = async (back: Back) =>
  (await inbounds()).find(({ ref }) => ref === `return-${numberOf(back)}`);

const sendBack = (details?: Parameters<typeof sendLanternBack>[1]) => sendLanternBack(stage.world, details);

const button = (name: string, window = merchant) => window.panel.getByRole("button", { name, exact: true });
const says = (text: string | RegExp, window = merchant) => window.panel.getByText(text).first().waitFor();
const rowOf = ({ name }: Back) => merchant.panel.getByRole("row").filter({ hasText: name });
const open = (back: Back, window = merchant) => window.goTo(`/app/returns/${numberOf(back)}`);

beforeAll(async () => {
  stage = await startPanelWorld();
  early = [await sendBack(), await sendBack()];
  await connectApp(stage.world);
  wales = await sendBack({ order: { shippingAddress: WALES } });
  plain = await sendBack();
  odd = await sendBack({ unverified: [{ quantity: 2, note: "a blue thing" }] });
  await quiet(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

describe("the list", () => {
  test("Home says how many returns need the merchant, and leads to them", async () => {
    await merchant.goTo("");
    await merchant.panel.getByRole("link", { name: "Need you: 2" }).click();
    await merchant.panel.getByRole("heading", { name: "Returns", level: 1 }).waitFor();
    await rowOf(wales).getByText("Sender to correct").waitFor();
    await rowOf(odd).getByText("Unidentified item").waitFor();
    await rowOf(plain).waitFor({ state: "detached" });
    expect(await merchant.barriers()).toEqual([]);
  });

  test("is narrowed by tab and searched by a return's or an order's name", async () => {
    await merchant.panel.getByRole("tab", { name: "On its way" }).click();
    await rowOf(plain).getByText("0 of 1").waitFor();
    await rowOf(plain).getByText("Labelled").first().waitFor();
    await merchant.panel.getByRole("tab", { name: "Done" }).click();
    await says("No returns of this kind");
    await merchant.goTo(`/app/returns?search=${encodeURIComponent(plain.name.toLowerCase())}`);
    await rowOf(plain).waitFor();
    await rowOf(wales).waitFor({ state: "detached" });
    expect(await merchant.barriers()).toEqual([]);
  });
});

describe("a sender the warehouse does not take", () => {
  test("is said with cause, effect and next step, and nothing of the shopper stands on the page", async () => {
    await open(wales);
    await says("The warehouse does not take the sender as it stands");
    await says("City has 58 characters; the warehouse takes 30.");
    await says(/So the return is not announced/);
    expect(await merchant.panel.locator("html").innerText()).not.toContain("Robin");
    expect(await merchant.barriers()).toEqual([]);
  });

  test("is shown when asked for, read once, and held to the limits while it is typed", async () => {
    await button("Correct the sender").click();
    await merchant.panel.getByLabel("City").waitFor();
    expect(await merchant.panel.getByLabel("City").inputValue()).toBe(CITY);
    await says("28 characters too long: the warehouse takes 30.");
    await merchant.panel.getByLabel("Name").fill("");
    await says("The warehouse needs it.");
    await merchant.panel.getByLabel("Name").fill("Robin Shopper");
    await merchant.panel.getByLabel("City").fill("Llanfair PG");
    await says("11 of 30 characters");
    // The page keeps itself fresh; what is typed stays, and the shop is not asked for the shopper again.
    await quiet(stage.world);
    const before = await asked();
    for (let times = 0; times < 2; times++)
      await merchant.page.waitForResponse((answer) => answer.url().includes(`${numberOf(wales)}.data`));
    expect(await asked()).toBe(before);
    expect(await merchant.panel.getByLabel("City").inputValue()).toBe("Llanfair PG");
    expect(await merchant.barriers()).toEqual([]);
  });

  test("is announced once it is corrected", async () => {
    await button("Save and announce").click();
    await says("The return is announced with it now.");
    await until(
      () => inboundOf(wales),
      (inbound) => inbound?.senderCity === "Llanfair PG",
    );
    await merchant.panel.getByText("The warehouse does not take the sender").waitFor({ state: "detached" });
    await says(`return-${numberOf(wales)}, new`);
    await merchant.panel.getByRole("heading", { name: "Return label" }).waitFor();
    await says("On the return");
  });

  test("once announced, it is shown as the warehouse has it, and changed there", async () => {
    await open(wales);
    await button("Show the sender").click();
    await says("As the warehouse has it.");
    expect(await merchant.panel.getByLabel("City").inputValue()).toBe("Llanfair PG");
    await merchant.panel.getByLabel("City").fill("Bangor");
    await button("Send to the warehouse").click();
    await says("The warehouse has it now");
    await merchant.panel.getByRole("heading", { name: "Timeline" }).waitFor();
    await says("Change at the warehouse: City");
    expect(await merchant.panel.getByText("Bangor").count()).toBe(0);
    expect(await inboundOf(wales)).toMatchObject({ senderName: "Robin Shopper", senderCity: "Bangor" });
    expect(await merchant.barriers()).toEqual([]);
  });

  test("it cannot be changed any more when the warehouse has begun", async () => {
    await merchant.panel.getByLabel("City").fill("Conwy");
    await atWarehouse(`inbounds/return-${numberOf(wales)}/status`, { status: "in_progress" });
    await button("Send to the warehouse").click();
    await says("It is too late to change the sender");
    expect(await inboundOf(wales)).toMatchObject({ senderCity: "Bangor" });
  });
});

describe("returns from before Dockline", () => {
  test("are left alone until they are announced, one by one or several at once", async () => {
    const connected = (await inbounds()).length;
    for (const { id } of early)
      await atShop("shops/demo/webhooks", {
        topic: "returns/update",
        payload: { admin_graphql_api_id: id },
      });
    await quiet(stage.world);
    await open(early[0]!);
    await says("This return was there before Dockline");
    expect((await inbounds()).length).toBe(connected);
    await merchant.goTo("/app/returns?tab=earlier");
    for (const back of early) await rowOf(back).getByRole("checkbox").check();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByRole("button", { name: "Announce now" }).first().click();
    await merchant.page.getByText("2 returns are being announced").waitFor();
    await until(inbounds, (all) => all.length === connected + 2);
    await says("No returns of this kind");
  });
});

describe("the settings", () => {
  test("say what each choice leads to, and are kept", async () => {
    await merchant.goTo("/app/settings/returns");
    await merchant.panel.getByLabel("Process what was received").check();
    await says(/Processing is financial/);
    await merchant.panel.getByLabel("Approve requests by themselves").check();
    await says(/Every request is approved without anybody looking at it/);
    await merchant.panel.getByLabel("Goods are expected after").fill("soon");
    expect(await merchant.barriers()).toEqual([]);
    await merchant.saveBar.getByRole("button", { name: "Save" }).click();
    await says("Nothing was saved. Correct what is marked.");
    await says("Enter a whole number from 0 to 365.");
    await merchant.panel.getByLabel("Process what was received").uncheck();
    await merchant.panel.getByLabel("Approve requests by themselves").uncheck();
    await merchant.panel.getByLabel("Announce approved returns to the warehouse").uncheck();
    await says(/The warehouse does not know what comes in/);
    await merchant.panel.getByLabel("Goods are expected after").fill("7");
    await merchant.saveBar.getByRole("button", { name: "Save" }).click();
    await merchant.page.getByText("Saved", { exact: true }).waitFor();
    await merchant.saveBar.waitFor({ state: "hidden" });
    await merchant.goTo("/app/settings/returns");
    expect(await merchant.panel.getByLabel("Goods are expected after").inputValue()).toBe("7");
    expect(await merchant.panel.getByLabel("Process what was received").isChecked()).toBe(false);
  });

  test("with announcing off, a return waits for the merchant's word on its page", async () => {
    const back = await sendBack();
    await quiet(stage.world);
    expect(await inboundOf(back)).toBeUndefined();
    await open(back);
    await says("This return is not announced");
    await button("Announce now").click();
    await until(
      () => inboundOf(back),
      (inbound) => inbound?.status === "new",
    );
    await merchant.panel.getByText("This return is not announced").waitFor({ state: "detached" });
  });
});

test("when Shopify asks for it, what a shopper wrote is forgotten", async () => {
  await open(odd);
  await says("2 × a blue thing");
  await atShop("shops/demo/webhooks", {
    topic: "customers/redact",
    payload: { orders_to_redact: [Number(odd.orderId.split("/").at(-1))] },
  });
  await says("2 × An item nobody has identified");
  expect(await merchant.panel.getByText("a blue thing").count()).toBe(0);
});

test("none of which the browser complains about", () => {
  expect(merchant.complaints).toEqual([]);
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each([
    ["the list", () => "/app/returns", "Order #1001"],
    ["a return", () => `/app/returns/${numberOf(wales)}`, "Progress"],
    ["the settings", () => "/app/settings/returns", "What is received"],
  ])("%s has no barriers and fits", async (_page, path, shows) => {
    const visitor = await stage.open(size);
    await visitor.goTo(path());
    await says(shows, visitor);
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
