import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { quiet, readWorlds, until } from "../../sandbox/demo/observe.ts";
import type { DemoStore } from "../../sandbox/demo/world.ts";
import { openPool } from "../support/open-pool.ts";
import { focused, isOn, press, tabTo } from "../support/keyboard.ts";
import {
  expectNothingWrong,
  expectNothingWrongAtBothSizes,
  openLiveStore,
  openStore,
  type Stage,
  type Window,
} from "../support/panel.ts";

const guide = ({ panel }: Window) => panel.getByRole("heading", { level: 1, name: "Set-up guide" });

/** Another window shows it too, at both sizes, and nothing is wrong with it. */
async function expectGoodEverywhere({ visit }: Stage, path: string, shows: string): Promise<void> {
  const visitor = await visit(path);
  await expectNothingWrongAtBothSizes(visitor, () => visitor.panel.getByText(shows).first().waitFor());
  await visitor.page.close();
}

/** Has the warehouse receive something, and waits until it has sent the events. */
async function receiveAndSend(stage: Stage): Promise<void> {
  await receive(stage, 1);
  await until(
    () => readWorlds(stage.store),
    ({ pendingEvents }) => pendingEvents === 0,
  );
}

/** Sends the last event once more, signed with this key. */
async function sendEvent(store: DemoStore, key: string): Promise<number> {
  const { lastEvent } = await readWorlds(store);
  const signature = createHmac("sha256", key).update(lastEvent.body).digest("base64");
  const headers = { "content-type": "application/json", "x-hook-signature": signature };
  return (await fetch(lastEvent.url, { method: "POST", headers, body: lastEvent.body })).status;
}

const receive = ({ atWarehouse }: Stage, pieces: number) =>
  atWarehouse("receive", { lines: [{ sku: "LANT", quantity: pieces }] });

test("the first set-up can be done by keyboard alone, left and gone on with, up to going live", async () => {
  const stage = await openStore();
  const { store } = stage;
  const merchant = await stage.open();
  /** The last answer is there; until then the form cannot be sent again. */
  const isReady = () =>
    merchant.panel.getByRole("button", { name: "Connect", exact: true, disabled: false }).waitFor();

  // The app is installed, and Home shows what comes first.
  await merchant.goTo("");
  await press(merchant, "Install Dockline");
  await merchant.panel.getByRole("heading", { name: "Connect your warehouse" }).waitFor();
  await merchant.panel.getByText("0 of 5 steps done").waitFor();
  await expectGoodEverywhere(stage, "", "Connect your warehouse");
  await press(merchant, "Start set-up");
  await guide(merchant).waitFor();

  // What cannot be a key is said at its field, a wrong token above them, and what was typed stays.
  const { keyboard } = merchant.page;
  await tabTo(merchant, "Access token");
  await keyboard.type("mistyped-token");
  await tabTo(merchant, "Webhook key");
  await keyboard.type("mistyped-token");
  await keyboard.press("Enter");
  await merchant.panel.getByText("this is the same twice").waitFor();
  await isReady();
  await merchant.panel.getByLabel("Webhook key").selectText();
  await keyboard.type(store.warehouse.webhookKey);
  await keyboard.press("Enter");
  await merchant.panel.getByText("The warehouse refused the access token").waitFor();
  await isReady();
  expect(await merchant.panel.getByLabel("Access token").inputValue()).toBe("mistyped-token");
  await expectNothingWrong(merchant);

  // With the right token the next step opens, and the keyboard is there.
  await merchant.panel.getByLabel("Access token").selectText();
  await merchant.page.keyboard.type(store.warehouse.accessToken);
  await merchant.page.keyboard.press("Enter");
  await merchant.panel.getByText("1 of 5 steps done").waitFor();
  await isOn(merchant, "Choose a location");

  // Left and opened again, it goes on where it was.
  await expectGoodEverywhere(stage, "/app/setup", "Use this location");
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

  // The products are read and matched, and each step says what it is good for.
  await merchant.panel.getByText("119 variants are matched.").waitFor();
  await merchant.panel.getByText("2 variants may be several things").waitFor();
  await press(merchant, "Why this step?");
  await merchant.panel.getByText("Only matched variants get their stock").waitFor();
  await expectGoodEverywhere(stage, "/app/setup", "119 variants are matched.");

  // The merchant goes on although some are left, and looks at what would change.
  await press(merchant, "Go on");
  await isOn(merchant, "Look at what would change");
  await merchant.panel.getByText("110 variants would change.").waitFor();
  await press(merchant, "Look at the differences");
  await merchant.panel.getByRole("heading", { level: 1, name: "Stock" }).waitFor();
  await merchant.atRest();
  expect((await readWorlds(store)).writes).toBe(0);

  // Home leads back, and with going live the set-up is complete.
  await merchant.goTo("");
  await merchant.panel.getByText("4 of 5 steps done").waitFor();
  await press(merchant, "Continue set-up");
  await guide(merchant).waitFor();
  await merchant.panel.getByText("Do other stores or channels sell from this warehouse stock?").waitFor();
  await press(merchant, "Go live with all");
  await merchant.panel.getByText("110 variants change in your shop").waitFor();
  await press(merchant, "Go live with all");
  await merchant.panel.getByText("Set-up is complete").waitFor();
  await until(
    () => readWorlds(store),
    ({ differing }) => differing === 0,
  );
  await expectGoodEverywhere(stage, "/app/setup", "Set-up is complete");
  await press(merchant, "Go to Home");
  await merchant.panel.getByText("Connected", { exact: true }).waitFor();
  expect(await merchant.panel.getByText("Set-up guide").count()).toBe(0);
});

describe("the connection", () => {
  test("shows that the webhook key waits for its first notification, and when that has come", async () => {
    const stage = await openLiveStore();
    const merchant = await stage.visit("/app/connect");
    await merchant.panel.getByText("Waiting for the first signed notification").waitFor();
    await receive(stage, 1);
    await merchant.panel.getByText("Confirmed by a notification").waitFor();
    await expectGoodEverywhere(stage, "/app/connect", "Confirmed by a notification");
  });

  test("takes another webhook key alone, and says that it seems wrong until a notification fits", async () => {
    const stage = await openLiveStore();
    const { accessToken, webhookKey } = stage.store.warehouse;
    await receiveAndSend(stage);
    const merchant = await stage.visit("/app/connect");
    const { panel } = merchant;
    await panel.getByRole("button", { name: "Change webhook key" }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByLabel("Webhook key").fill("mistyped key");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("There is a space or a line break in it.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByLabel("Webhook key").fill("mistyped-key");
    await merchant.page.keyboard.press("Enter");

    // Both keys are accepted until the merchant ends that.
    await panel.getByText("are accepted until").waitFor();
    await isOn(merchant, "Change webhook key");
    expect(await sendEvent(stage.store, webhookKey)).toBe(200);
    await panel.getByRole("button", { name: "Stop accepting the old key" }).click();
    await panel.getByText("are accepted until").waitFor({ state: "detached" });
    expect(await sendEvent(stage.store, webhookKey)).toBe(401);
    await panel.getByText("Does not fit what arrives").waitFor();
    await expectGoodEverywhere(stage, "/app/connect", "Does not fit what arrives");

    // No page shows a token or key again, right or wrong.
    for (const path of ["/app/connect", "/app/setup"]) {
      await merchant.goTo(path);
      await panel.getByRole("heading", { level: 1 }).waitFor();
      const html = await merchant.page.frames()[1]?.content();
      for (const secret of [accessToken, webhookKey, "mistyped-key"]) expect(html).not.toContain(secret);
    }

    // What it costs and what to do is said, until a notification fits.
    await merchant.goTo("");
    await panel.getByText("The webhook key does not fit").waitFor();
    await panel.getByRole("link", { name: "Enter the key again" }).click();
    await panel.getByRole("button", { name: "Change webhook key" }).click();
    await dialog.getByLabel("Webhook key").fill(webhookKey);
    await dialog.getByRole("button", { name: "Save" }).click();
    await panel.getByText("Waiting for the first signed notification").waitFor();
    expect(await sendEvent(stage.store, webhookKey)).toBe(200);
    await panel.getByText("Confirmed by a notification").waitFor();
  });

  test("takes another access token alone, once it has been tried", async () => {
    const { store, visit } = await openLiveStore();
    const { panel } = await visit("/app/connect");
    await panel.getByRole("button", { name: "Change access token" }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByLabel("Access token").fill("mistyped-token");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The warehouse refused the access token").waitFor();
    await dialog.getByLabel("Access token").fill(`Bearer ${store.warehouse.accessToken}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("moves to another location when the merchant has read what that means, and writes nothing there yet", async () => {
    const { store, visit } = await openLiveStore();
    await quiet(store);
    const { writes } = await readWorlds(store);
    const merchant = await visit("/app/connect");
    const { panel } = merchant;
    await panel.getByRole("button", { name: "Change location" }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByText("The quantities at Warehouse stay as they are.").waitFor();
    await dialog.getByLabel("New location").selectOption({ label: "Harbour Street shop" });
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Change location" }).click();
    await dialog.waitFor({ state: "detached" });
    await panel.getByText("Harbour Street shop", { exact: true }).waitFor();
    await merchant.goTo("");
    await panel.getByText("Nothing is written into your shop yet").waitFor();
    await panel.getByText("2 of 5 steps done").waitFor();
    await quiet(store);
    expect((await readWorlds(store)).writes).toBe(writes);

    // The guide's card can be dismissed, and the guide is found again.
    await panel.getByRole("button", { name: "Dismiss the set-up guide" }).click();
    await panel.getByText("Continue set-up").waitFor({ state: "detached" });
    await merchant.goTo("/app/connect");
    await merchant.page.locator("iframe").waitFor();
    await panel.getByRole("link", { name: "Set-up guide" }).click();
    await guide(merchant).waitFor();
  });
});

/** Units of each variant that are available at a location. */
async function availableAt({ atShop }: Stage, location: string): Promise<number[]> {
  interface Product {
    variants: { levels: Record<string, { available: number }> }[];
  }
  const { products } = await atShop<{ products: Product[] }>("state");
  return products.flatMap(({ variants }) => variants.map(({ levels }) => levels[location]?.available ?? 0));
}

describe("the location before", () => {
  test("is set to 0 once the merchant has seen what that changes, and is undone", async () => {
    const stage = await openLiveStore();
    const { store } = stage;
    await quiet(store);
    const merchant = await stage.visit("/app/connect");
    const { panel } = merchant;
    const button = (name: string) => panel.getByRole("button", { name, exact: true });
    const shows = (heading: string) => panel.getByRole("heading", { name: heading, exact: true }).waitFor();
    await button("Change location").click();
    await panel.getByRole("dialog").getByLabel("New location").selectOption({ label: "Harbour Street shop" });
    await panel.getByRole("dialog").getByRole("button", { name: "Change location" }).click();
    await shows("Warehouse still has quantities");
    await quiet(store);
    const onSale = await availableAt(stage, "Warehouse");
    await expectNothingWrongAtBothSizes(merchant, () => shows("Warehouse still has quantities"));

    // The dialog for going live mentions it.
    await merchant.goTo("/app/stock");
    await button("Go live with all").click();
    const reminder = panel.getByText("Warehouse still has quantities from before.");
    await expectNothingWrongAtBothSizes(merchant, () => reminder.waitFor());
    await panel.getByRole("link", { name: "See connection" }).click();
    await shows("Warehouse still has quantities");

    await button("Set to 0: Warehouse").click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByText("Variants with the most units").waitFor();
    await dialog.getByText(/: [\d,]+ units of \d+ variants, as last read/).waitFor();
    await expectNothingWrongAtBothSizes(merchant, () => dialog.getByText("You can undo this").waitFor());
    await dialog.getByRole("button", { name: "Set to 0" }).click();
    await shows("The quantities at Warehouse are set to 0");
    await dialog.waitFor({ state: "detached" });
    const left = await availableAt(stage, "Warehouse");
    const taken = onSale.map((units, at) => units - left[at]!).filter((units) => units !== 0);
    expect(left.filter((units, at) => units !== onSale[at] && units !== 0)).toEqual([]);
    const units = taken.reduce((sum, one) => sum + one, 0).toLocaleString("en");
    await panel.getByText(`Taken off sale: ${units} units of ${taken.length} variants.`).waitFor();
    await expectNothingWrongAtBothSizes(merchant, () => button("Undo: Warehouse").waitFor());

    await button("Undo: Warehouse").click();
    await shows("The quantities at Warehouse are back");
    expect(await availableAt(stage, "Warehouse")).toEqual(onSale);
    await expectNothingWrongAtBothSizes(merchant, () => shows("The quantities at Warehouse are back"));
    await button("Dismiss: Warehouse").click();
    await panel.getByText("The quantities at Warehouse are back").waitFor({ state: "detached" });
  });
});

describe("disconnecting", () => {
  test("says what stops, what stays and what is deleted, and is called off by doing nothing", async () => {
    const stage = await openLiveStore();
    await receiveAndSend(stage);
    const merchant = await stage.visit("/app/connect");
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

  test("ends with the guide at its beginning; connected again, the mappings are there and nothing is written unseen", async () => {
    const stage = await openLiveStore();
    const { accessToken, webhookKey } = stage.store.warehouse;
    const merchant = await stage.visit("/app/connect");
    const { panel } = merchant;
    await panel.getByRole("button", { name: "Disconnect", exact: true }).click();
    await panel.getByRole("dialog").getByRole("button", { name: "Disconnect warehouse" }).click();
    await guide(merchant).waitFor();
    await panel.getByText("0 of 5 steps done").waitFor();
    await panel.getByLabel("Access token").waitFor();
    await merchant.goTo("/app/stock");
    await panel.getByText("Your stock appears here once the warehouse is connected").waitFor();
    await merchant.goTo("/app/connect");
    await guide(merchant).waitFor();

    await receive(stage, 3);
    await quiet(stage.store);
    const { writes } = await readWorlds(stage.store);
    await panel.getByLabel("Access token").fill(accessToken);
    await panel.getByLabel("Webhook key").fill(webhookKey);
    await panel.getByRole("button", { name: "Connect", exact: true }).click();
    await panel.getByLabel("Location").selectOption({ label: "Warehouse" });
    await panel.getByRole("button", { name: "Use this location" }).click();
    await panel.getByText("119 variants are matched.").waitFor();
    await panel.getByRole("button", { name: "Go on" }).click();
    await panel.getByText("1 variant would change.").waitFor();
    expect(await readWorlds(stage.store)).toMatchObject({ writes, subscriptions: 6 });
  });
});

test("installed again, it begins at the guide's beginning, and says what a withheld permission costs until it is granted", async () => {
  const stage = await openLiveStore();
  const { store, atShop, open } = stage;
  await atShop("uninstall", {});
  // What the app may do is read when it is opened, and not again while it stays open.
  const pool = openPool(stage.databaseUrl);
  onTestFinished(() => pool.end());
  const sessions = () => pool.query(`SELECT FROM "Session" WHERE "shop" = $1`, [store.shop]);
  await until(sessions, ({ rowCount }) => rowCount === 0);
  await atShop("scopes", { withheld: ["write_returns", "read_customers"] });
  const merchant = await open();
  await merchant.goTo("");
  await merchant.page.getByRole("button", { name: "Install Dockline" }).click();
  await merchant.panel.getByText("0 of 5 steps done").waitFor();
  await merchant.panel.getByText("Dockline lacks 2 permissions in your shop").waitFor();
  await merchant.panel.getByText("Without changing returns, they are not labelled or settled.").waitFor();
  await expectGoodEverywhere(stage, "/app/setup", "Dockline lacks 2 permissions in your shop");

  await atShop("scopes", { withheld: [] });
  await merchant.goTo("");
  await merchant.panel.getByText("0 of 5 steps done").waitFor();
  expect(await merchant.panel.getByText("permissions in your shop").count()).toBe(0);
});
