import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, readWorlds, until } from "../../sandbox/demo/observe.ts";
import { focused, isOn, press, tabTo } from "../support/keyboard.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's first day does. */
let stage: PanelWorld;
let merchant: Window;

beforeAll(async () => {
  stage = await startPanelWorld();
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

const guide = ({ panel }: Window) => panel.getByRole("heading", { level: 1, name: "Set-up guide" });

/** Both sizes show it as well as the merchant's window, and nothing is wrong with it. */
async function expectGoodEverywhere(path: string, shows: string): Promise<void> {
  for (const size of [WIDE, NARROW]) {
    const visitor = await stage.open(size);
    await visitor.goTo(path);
    await visitor.panel.getByText(shows).first().waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  }
}

async function sendEvent(key: string): Promise<number> {
  const { lastEvent } = await readWorlds(stage.world);
  const signature = createHmac("sha256", key).update(lastEvent.body).digest("base64");
  const headers = { "content-type": "application/json", "x-hook-signature": signature };
  return (await fetch(lastEvent.url, { method: "POST", headers, body: lastEvent.body })).status;
}

const receive = (pieces: number) =>
  control(stage.world.warehouse.url, {
    path: "receive",
    body: { lines: [{ sku: "LANT", quantity: pieces }] },
  });

describe("the first set-up, by keyboard alone", () => {
  /** The last answer is there; until then the form cannot be sent again. */
  const isReady = () =>
    merchant.panel.getByRole("button", { name: "Connect", exact: true, disabled: false }).waitFor();

  test("the app is installed, and Home shows what comes first", async () => {
    await merchant.goTo("");
    await press(merchant, "Install Dockline");
    await merchant.panel.getByRole("heading", { name: "Connect your warehouse" }).waitFor();
    await merchant.panel.getByText("0 of 5 steps done").waitFor();
    await expectGoodEverywhere("", "Connect your warehouse");
    await press(merchant, "Start set-up");
    await guide(merchant).waitFor();
  });

  test("what cannot be a key is said at its field, a wrong token above them, and what was typed stays", async () => {
    const { keyboard } = merchant.page;
    await tabTo(merchant, "Access token");
    await keyboard.type("mistyped-token");
    await tabTo(merchant, "Webhook key");
    await keyboard.type("mistyped-token");
    await keyboard.press("Enter");
    await merchant.panel.getByText("this is the same twice").waitFor();
    await isReady();
    await merchant.panel.getByLabel("Webhook key").selectText();
    await keyboard.type(stage.world.warehouse.webhookKey);
    await keyboard.press("Enter");
    await merchant.panel.getByText("The warehouse refused the access token").waitFor();
    await isReady();
    expect(await merchant.panel.getByLabel("Access token").inputValue()).toBe("mistyped-token");
    await expectNothingWrong(merchant);
  });

  test("with the right token the next step opens, and the keyboard is there", async () => {
    await merchant.panel.getByLabel("Access token").selectText();
    await merchant.page.keyboard.type(stage.world.warehouse.accessToken);
    await merchant.page.keyboard.press("Enter");
    await merchant.panel.getByText("1 of 5 steps done").waitFor();
    await isOn(merchant, "Choose a location");
  });

  test("left and opened again, it goes on where it was", async () => {
    await expectGoodEverywhere("/app/setup", "Use this location");
    await merchant.goTo("");
    await merchant.panel.getByText("1 of 5 steps done").waitFor();
    await press(merchant, "Continue set-up");
    await press(merchant, "Use this location");
    await merchant.panel.getByText("Fill this in.").waitFor();
    await merchant.page.keyboard.press("Shift+Tab");
    expect(await focused(merchant)).toBe("Location");
    await merchant.page.keyboard.type("Ware");
    await press(merchant, "Use this location");
    await isOn(merchant, "Match your products");
  });

  test("the products are read and matched, and each step says what it is good for", async () => {
    await merchant.panel.getByText("119 variants are matched.").waitFor();
    await merchant.panel.getByText("2 variants may be several things").waitFor();
    await press(merchant, "Why this step?");
    await merchant.panel.getByText("Only matched variants get their stock").waitFor();
    await expectGoodEverywhere("/app/setup", "119 variants are matched.");
  });

  test("the merchant goes on although some are left, and looks at what would change", async () => {
    await press(merchant, "Go on");
    await isOn(merchant, "Look at what would change");
    await merchant.panel.getByText("110 variants would change.").waitFor();
    await press(merchant, "Look at the differences");
    await merchant.panel.getByRole("heading", { level: 1, name: "Stock" }).waitFor();
    await merchant.atRest();
    expect((await readWorlds(stage.world)).writes).toBe(0);
  });

  test("Home leads back, and with going live the set-up is complete", async () => {
    await merchant.goTo("");
    await merchant.panel.getByText("4 of 5 steps done").waitFor();
    await press(merchant, "Continue set-up");
    await guide(merchant).waitFor();
    await press(merchant, "Go live with all");
    await merchant.panel.getByText("110 variants change in your shop").waitFor();
    await press(merchant, "Go live with all");
    await merchant.panel.getByText("Set-up is complete").waitFor();
    await until(
      () => readWorlds(stage.world),
      ({ differing }) => differing === 0,
    );
    await expectGoodEverywhere("/app/setup", "Set-up is complete");
    await press(merchant, "Go to Home");
    await merchant.panel.getByText("Connected", { exact: true }).waitFor();
    expect(await merchant.panel.getByText("Set-up guide").count()).toBe(0);
  });
});

describe("the connection", () => {
  test("shows that the webhook key waits for its first notification, and when that has come", async () => {
    await merchant.goTo("/app/connect");
    await merchant.panel.getByText("Waiting for the first signed notification").waitFor();
    await receive(1);
    await merchant.panel.getByText("Confirmed by a notification").waitFor();
    await expectGoodEverywhere("/app/connect", "Confirmed by a notification");
  });

  test("takes another webhook key alone, and accepts the old one until the merchant ends that", async () => {
    const { panel } = merchant;
    await panel.getByRole("button", { name: "Change webhook key" }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByLabel("Webhook key").fill("mistyped key");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("There is a space or a line break in it.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByLabel("Webhook key").fill("mistyped-key");
    await merchant.page.keyboard.press("Enter");
    await panel.getByText("are accepted until").waitFor();
    await isOn(merchant, "Change webhook key");
    expect(await sendEvent(stage.world.warehouse.webhookKey)).toBe(200);
    await panel.getByRole("button", { name: "Stop accepting the old key" }).click();
    await panel.getByText("are accepted until").waitFor({ state: "detached" });
    expect(await sendEvent(stage.world.warehouse.webhookKey)).toBe(401);
  });

  test("says that the key seems wrong, what that costs and what to do, until a notification fits", async () => {
    await merchant.panel.getByText("Does not fit what arrives").waitFor();
    await expectGoodEverywhere("/app/connect", "Does not fit what arrives");
    await merchant.goTo("");
    await merchant.panel.getByText("The webhook key does not fit").waitFor();
    await merchant.panel.getByRole("link", { name: "Enter the key again" }).click();
    await merchant.panel.getByRole("button", { name: "Change webhook key" }).click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByLabel("Webhook key").fill(stage.world.warehouse.webhookKey);
    await dialog.getByRole("button", { name: "Save" }).click();
    await merchant.panel.getByText("Waiting for the first signed notification").waitFor();
    expect(await sendEvent(stage.world.warehouse.webhookKey)).toBe(200);
    await merchant.panel.getByText("Confirmed by a notification").waitFor();
  });

  test("takes another access token alone, once it has been tried", async () => {
    await merchant.panel.getByRole("button", { name: "Change access token" }).click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByLabel("Access token").fill("mistyped-token");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The warehouse refused the access token").waitFor();
    await dialog.getByLabel("Access token").fill(`Bearer ${stage.world.warehouse.accessToken}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("never shows a token or key again", async () => {
    const { accessToken, webhookKey } = stage.world.warehouse;
    for (const path of ["/app/connect", "/app/setup"]) {
      await merchant.goTo(path);
      await merchant.panel.getByRole("heading", { level: 1 }).waitFor();
      const html = await merchant.page.frames()[1]?.content();
      expect(html).not.toContain(accessToken);
      expect(html).not.toContain(webhookKey);
      expect(html).not.toContain("mistyped-key");
    }
  });

  test("moves to another location when the merchant has read what that means, and writes nothing there yet", async () => {
    await quiet(stage.world);
    const { writes } = await readWorlds(stage.world);
    await merchant.goTo("/app/connect");
    await merchant.panel.getByRole("button", { name: "Change location" }).click();
    const dialog = merchant.panel.getByRole("dialog");
    await dialog.getByText("What Warehouse shows stays as it is.").waitFor();
    await dialog.getByLabel("New location").selectOption({ label: "Harbour Street shop" });
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Change location" }).click();
    await dialog.waitFor({ state: "detached" });
    await merchant.panel.getByText("Harbour Street shop").waitFor();
    await merchant.goTo("");
    await merchant.panel.getByText("Nothing is written into your shop yet").waitFor();
    await merchant.panel.getByText("2 of 5 steps done").waitFor();
    await quiet(stage.world);
    expect((await readWorlds(stage.world)).writes).toBe(writes);
  });

  test("the guide's card can be dismissed, and the guide is found again", async () => {
    await merchant.panel.getByRole("button", { name: "Dismiss the set-up guide" }).click();
    await merchant.panel.getByText("Continue set-up").waitFor({ state: "detached" });
    await merchant.goTo("/app/connect");
    await merchant.page.locator("iframe").waitFor();
    await merchant.panel.getByRole("link", { name: "Set-up guide" }).click();
    await guide(merchant).waitFor();
  });
});

describe("disconnecting", () => {
  test("says what stops, what stays and what is deleted, and is called off by doing nothing", async () => {
    await merchant.goTo("/app/connect");
    await merchant.panel.getByRole("button", { name: "Disconnect", exact: true }).click();
    const dialog = merchant.panel.getByRole("dialog");
    for (const part of ["This stops", "This stays", "This is deleted"])
      await dialog.getByRole("heading", { name: part }).waitFor();
    await dialog.getByRole("button", { name: "Download your mappings first" }).waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.page.keyboard.press("Escape");
    await isOn(merchant, "Disconnect");
    await merchant.panel.getByText("Confirmed by a notification").waitFor();
  });

  test("ends with the guide at its beginning", async () => {
    await merchant.panel.getByRole("button", { name: "Disconnect", exact: true }).click();
    await merchant.panel.getByRole("dialog").getByRole("button", { name: "Disconnect warehouse" }).click();
    await guide(merchant).waitFor();
    await merchant.panel.getByText("0 of 5 steps done").waitFor();
    await merchant.panel.getByLabel("Access token").waitFor();
    await merchant.goTo("/app/stock");
    await merchant.panel.getByText("Your stock appears here once the warehouse is connected").waitFor();
    await merchant.goTo("/app/connect");
    await guide(merchant).waitFor();
  });

  test("connected again, the mappings are there, and nothing is written before the merchant has looked", async () => {
    const { accessToken, webhookKey } = stage.world.warehouse;
    await receive(3);
    await quiet(stage.world);
    const { writes } = await readWorlds(stage.world);
    await merchant.panel.getByLabel("Access token").fill(accessToken);
    await merchant.panel.getByLabel("Webhook key").fill(webhookKey);
    await merchant.panel.getByRole("button", { name: "Connect", exact: true }).click();
    await merchant.panel.getByLabel("Location").selectOption({ label: "Warehouse" });
    await merchant.panel.getByRole("button", { name: "Use this location" }).click();
    await merchant.panel.getByText("119 variants are matched.").waitFor();
    await merchant.panel.getByRole("button", { name: "Go on" }).click();
    await merchant.panel.getByText("1 variant would change.").waitFor();
    expect((await readWorlds(stage.world)).writes).toBe(writes);
    expect((await readWorlds(stage.world)).subscriptions).toBe(6);
  });
});

describe("uninstalling", () => {
  const atShop = (path: string, body: object) =>
    control(stage.world.shopUrl, { path: `shops/demo/${path}`, body });

  test("and installing again begins with the guide at its beginning", async () => {
    await atShop("uninstall", {});
    await quiet(stage.world);
    await atShop("scopes", { withheld: ["write_returns", "read_customers"] });
    await merchant.goTo("");
    await merchant.page.getByRole("button", { name: "Install Dockline" }).click();
    await merchant.panel.getByText("0 of 5 steps done").waitFor();
  });

  test("a permission that was not granted is said on every page: what it costs, and what to do", async () => {
    await merchant.panel.getByText("Dockline lacks 2 permissions in your shop").waitFor();
    await merchant.panel.getByText("Without changing returns, they are not labelled or settled.").waitFor();
    await expectGoodEverywhere("/app/setup", "Dockline lacks 2 permissions in your shop");
  });

  test("once it is granted, nothing is said any more", async () => {
    await atShop("scopes", { withheld: [] });
    await merchant.goTo("");
    await merchant.panel.getByText("0 of 5 steps done").waitFor();
    expect(await merchant.panel.getByText("permissions in your shop").count()).toBe(0);
  });
});
