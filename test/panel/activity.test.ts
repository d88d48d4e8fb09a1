// @module-tag proof
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, until } from "../../sandbox/demo/observe.ts";
import {
  connectLive,
  expectNothingWrong,
  MARKER,
  NARROW,
  passTime,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's days do. */
let stage: PanelWorld;
let merchant: Window;
let back: { id: string; name: string };

const atShop = <T>(path: string, body?: unknown) => control<T>(stage.world.shopUrl, { path, body });
const atWarehouse = <T>(path: string, body?: unknown) =>
  control<T>(stage.world.warehouse.url, { path, body });
const numberOf = ({ id }: { id: string }) => id.split("/").at(-1)!;

const text = (words: string | RegExp) => merchant.panel.getByText(words).first();
const rows = (words: string | RegExp) =>
  merchant.panel.locator("tbody").getByRole("row").filter({ hasText: words });
const tab = (name: string) => merchant.panel.getByRole("tab", { name, exact: true });
const button = (name: string) => merchant.panel.getByRole("button", { name, exact: true });

/** What is downloaded by a button. */
async function download(name: string): Promise<{ name: string; content: string }> {
  const downloading = merchant.page.waitForEvent("download");
  await button(name).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path(), "utf8") };
}

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectLive(stage.world);
  const lines = [{ sku: "LANT", quantity: 1 }];
  const order = await atShop<{ id: string }>("shops/demo/orders", { location: "Warehouse", lines });
  await atShop(`shops/demo/orders/${numberOf(order)}/fulfill`, {});
  back = await atShop(`shops/demo/orders/${numberOf(order)}/returns`, { lines, status: "open" });
  const inboundRef = `return-${numberOf(back)}`;
  await until(
    () => atWarehouse<{ ref: string }[]>("inbounds"),
    (inbounds) => inbounds.some(({ ref }) => ref === inboundRef),
  );
  await atWarehouse("receive", { inboundRef, lines });
  await quiet(stage.world);
  merchant = await stage.open();
});

afterAll(() => stage?.stop());

describe("the list of activities", () => {
  test("is in the menu and tells what happened, to what, and when", async () => {
    await merchant.goTo("");
    await merchant.page.locator("#app-nav").getByRole("link", { name: "Activity" }).click();
    await rows("Heard: goods received").getByRole("link", { name: back.name }).first().waitFor();
    await rows("Dispose of pieces in your shop: 1 put back in stock").getByText("Done").waitFor();
    await expectNothingWrong(merchant);
  });

  test("shows by itself what happens while it is looked at", async () => {
    await tab("Stock").click();
    await rows("put back in stock from a return").first().waitFor();
    await atShop("shops/demo/inventory", {
      ...{ sku: "MUG-SKY", location: "Warehouse", quantities: { on_hand: 77 } },
    });
    await rows("→ 77 on hand")
      .getByRole("link", { name: /Mug · Sky/ })
      .waitFor();
    await tab("Settings").click();
    await rows("All variants went live").waitFor();
    expect(await rows("on hand").count()).toBe(0);
    expect(await merchant.barriers()).toEqual([]);
  });

  test("asks for nothing while nobody can see it, and shows what happened when somebody can again", async () => {
    const visitor = await stage.open();
    await visitor.page.clock.install();
    await visitor.goTo("/app/activity?tab=stock");
    const frame = visitor.panel.locator("html");
    const shows = (words: string) =>
      visitor.panel.locator("tbody").getByRole("row").filter({ hasText: words }).first().waitFor();
    const become = (state: string) =>
      frame.evaluate((_, value) => {
        Object.defineProperty(document, "visibilityState", { value, configurable: true });
      }, state);
    await shows("→ 77 on hand");
    await become("hidden");
    await visitor.atRest();
    const asked: string[] = [];
    visitor.page.on("request", (request) => asked.push(request.url()));
    await atShop("shops/demo/inventory", {
      ...{ sku: "MUG-FOR", location: "Warehouse", quantities: { on_hand: 78 } },
    });
    await passTime(visitor, 60_000);
    expect(asked).toEqual([expect.stringContaining(MARKER)]);
    await become("visible");
    await shows("→ 78 on hand");
    await visitor.page.close();
  });

  test("is narrowed to one SKU, and leads to its page", async () => {
    await merchant.goTo("/app/activity?search=mug-sky");
    await rows("changed by someone other than Dockline").waitFor();
    expect(await rows(back.name).count()).toBe(0);
    await merchant.goTo("/app/activity");
    await button("Search and filter results").click();
    await merchant.panel.getByPlaceholder("SKU, return, order or inbound, or how it begins").fill("mug-s");
    await rows("on hand").first().waitFor();
    await rows(back.name).first().waitFor({ state: "detached" });
    expect(await merchant.barriers()).toEqual([]);
    await rows("→ 77 on hand").getByRole("link").click();
    await merchant.panel.getByRole("heading", { name: "Stock history" }).waitFor();
  });

  test("is narrowed to one return, and leads to its page", async () => {
    await merchant.goTo(`/app/activity?tab=returns&search=${encodeURIComponent(back.name)}`);
    await rows("Received so far of LANT: 1 good").waitFor();
    await rows("Announce 1 piece to the warehouse").getByRole("link", { name: back.name }).click();
    await merchant.panel.getByRole("heading", { name: "Timeline" }).waitFor();
  });

  test("is narrowed to days", async () => {
    await merchant.goTo("/app/activity?tab=settings");
    await rows("All variants went live").waitFor();
    await button("Search and filter results").click();
    await button("Days").click();
    await merchant.panel.getByLabel("Last day").fill("2020-01-31");
    await text("Nothing of this kind").waitFor();
    await button("Until Jan 31, 2020").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await merchant.panel.getByLabel("Last day").fill("");
    await rows("All variants went live").waitFor();
  });

  test("says so where nothing is found", async () => {
    await merchant.goTo("/app/activity?search=NOBODY");
    await text("Nothing of this kind").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("is downloaded as it is narrowed", async () => {
    await merchant.goTo("/app/activity?tab=stock&search=mug-sky");
    await rows("→ 77 on hand").waitFor();
    const file = await download("Download as CSV");
    expect(file.name).toBe("activity.csv");
    const [heading, ...lines] = file.content.trimEnd().split("\r\n");
    expect(heading).toContain("Time,Kind,What,About");
    expect(lines.length).toBe(await rows("on hand").count());
    expect(lines.every((line) => line.includes(",stock,on_hand,Enamel Mug · Sky,"))).toBe(true);
  });
});

describe("the support bundle", () => {
  test("says what is in it and what is not, and is found from the activities", async () => {
    await merchant.goTo("/app/activity");
    await merchant.panel.getByRole("link", { name: "Make a support bundle" }).click();
    await merchant.panel.getByRole("heading", { name: "What is not in it" }).waitFor();
    await text("Access tokens and keys").waitFor();
    await expectNothingWrong(merchant);
  });

  test("is downloaded, of the whole shop or with one thing in more detail", async () => {
    const whole = await download("Download the bundle");
    expect(whole.name).toBe("dockline-support.json");
    const bundle: unknown = JSON.parse(whole.content);
    expect(bundle).toMatchObject({ connection: { hasToken: true } });
    expect(bundle).not.toHaveProperty("asked");
    const about = merchant.panel.getByLabel("SKU, return, order or inbound");
    await about.fill("no such thing");
    await text("Nothing here is called so.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
    await about.fill(back.name);
    await text(`It tells more of: ${back.name}`).waitFor();
    const one = JSON.parse((await download("Download the bundle")).content) as {
      asked: { returns: object[] };
    };
    expect(one.asked.returns).toMatchObject([{ name: back.name }]);
  });
});

test("none of which the browser complains about", () => {
  expect(merchant.complaints).toEqual([]);
});

describe.each([
  ["on a wide screen", WIDE],
  ["on a phone", NARROW],
])("%s", (_screen, size) => {
  test.each([
    ["the list", "/app/activity", "Heard: goods received"],
    ["the list of one SKU", "/app/activity?search=LANT", "put back in stock from a return"],
    ["the support bundle", "/app/activity/support", "What is not in it"],
  ])("%s has no barriers and fits", async (_page, path, shows) => {
    const visitor = await stage.open(size);
    await visitor.goTo(path);
    await visitor.panel.getByText(shows).first().waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });
});
