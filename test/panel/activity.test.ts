import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { until } from "../../sandbox/demo/observe.ts";
import {
  become,
  expectNothingWrong,
  MARKER,
  openLiveStore,
  passTime,
  shareLiveStore,
  type Stage,
  type Window,
  WIDE,
} from "../support/panel.ts";
import { sendLanternBack, untilAnnounced, type Back } from "../support/send-back.ts";

const rows = ({ panel }: Window, words: string | RegExp) =>
  panel.locator("tbody").getByRole("row").filter({ hasText: words });
const button = ({ panel }: Window, name: string) => panel.getByRole("button", { name, exact: true });
const tab = ({ panel }: Window, name: string) => panel.getByRole("tab", { name, exact: true });

/** What is downloaded by a button. */
async function download(visitor: Window, name: string): Promise<{ name: string; content: string }> {
  const downloading = visitor.page.waitForEvent("download");
  await button(visitor, name).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), content: await text(await file.createReadStream()) };
}

/** Somebody else says how many pieces the shop has. */
const count = ({ atShop }: Stage, sku: string, pieces: number) =>
  atShop("inventory", { sku, location: "Warehouse", quantities: { on_hand: pieces } });

/** Goods come back, and somebody else changes a figure; all of it has been dealt with. */
async function comeBack(stage: Stage): Promise<Back> {
  const { store, atWarehouse } = stage;
  const back = await sendLanternBack(store);
  const inboundRef = await untilAnnounced(store, back);
  await atWarehouse("receive", { inboundRef, lines: [{ sku: "LANT", quantity: 1 }] });
  await count(stage, "MUG-SKY", 77);
  await until(
    () => createMerchant(store).open("/app/activity.csv"),
    (told) => /,77,\d+,written,/.test(told) && /,written,,return\/restocked,/.test(told),
  );
  return back;
}

describe("the list of activities", () => {
  const stage = shareLiveStore();
  let back: Back;

  beforeAll(async () => {
    back = await comeBack(stage());
  });

  test("is in the menu and tells what happened, to what, and when", async () => {
    const visitor = await stage().visit("");
    await visitor.page.locator("#app-nav").getByRole("link", { name: "Activity" }).click();
    await rows(visitor, "Heard: goods received").getByRole("link", { name: back.name }).first().waitFor();
    await rows(visitor, "Dispose of pieces in your shop: 1 put back in stock").getByText("Done").waitFor();
    await tab(visitor, "Stock").click();
    await rows(visitor, "put back in stock from a return").first().waitFor();
    await expectNothingWrong(visitor);
  });

  test("is narrowed to one SKU, also by how it begins, and leads to its page", async () => {
    const visitor = await stage().visit("/app/activity");
    const { panel, barriers, complaints } = visitor;
    await button(visitor, "Search and filter results").click();
    const search = panel.getByPlaceholder("SKU, return, order or inbound, or how it begins");
    await search.fill("NOBODY");
    await panel.getByText("Nothing of this kind").first().waitFor();
    expect(await barriers()).toEqual([]);
    await search.fill("mug-s");
    await rows(visitor, "on hand").first().waitFor();
    await rows(visitor, back.name).first().waitFor({ state: "detached" });
    expect(await barriers()).toEqual([]);
    await rows(visitor, "→ 77 on hand").getByRole("link").click();
    await panel.getByRole("heading", { name: "Stock history" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("is narrowed to one return, and leads to its page", async () => {
    const search = encodeURIComponent(back.name);
    const visitor = await stage().visit(`/app/activity?tab=returns&search=${search}`);
    await rows(visitor, "Received so far of LANT: 1 good").waitFor();
    await rows(visitor, "Announce 1 piece to the warehouse").getByRole("link", { name: back.name }).click();
    await visitor.panel.getByRole("heading", { name: "Timeline" }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  test("is narrowed to days", async () => {
    const visitor = await stage().visit("/app/activity?tab=settings");
    const { panel, barriers, complaints } = visitor;
    await rows(visitor, "All variants went live").waitFor();
    await button(visitor, "Search and filter results").click();
    await button(visitor, "Days").click();
    await panel.getByLabel("Last day").fill("2020-01-31");
    await panel.getByText("Nothing of this kind").first().waitFor();
    await button(visitor, "Until Jan 31, 2020").waitFor();
    expect(await barriers()).toEqual([]);
    await panel.getByLabel("Last day").fill("");
    await rows(visitor, "All variants went live").waitFor();
    expect(complaints).toEqual([]);
  });

  test("is downloaded as it is narrowed", async () => {
    const visitor = await stage().visit("/app/activity?search=mug-sky");
    await rows(visitor, "changed by someone other than Dockline").waitFor();
    expect(await rows(visitor, back.name).count()).toBe(0);
    await visitor.goTo("/app/activity?tab=stock&search=mug-sky");
    await rows(visitor, "→ 77 on hand").waitFor();
    const file = await download(visitor, "Download as CSV");
    expect(file.name).toBe("activity.csv");
    const [heading, ...lines] = file.content.trimEnd().split("\r\n");
    expect(heading).toContain("Time,Kind,What,About");
    expect(lines.length).toBe(await rows(visitor, "on hand").count());
    expect(lines.every((line) => line.includes(",stock,on_hand,Enamel Mug · Sky,"))).toBe(true);
    expect(visitor.complaints).toEqual([]);
  });

  test("leads to the support bundle, which says what is in it and what is not", async () => {
    const visitor = await stage().visit("/app/activity");
    const { panel } = visitor;
    await panel.getByRole("link", { name: "Make a support bundle" }).click();
    await panel.getByRole("heading", { name: "What is not in it" }).waitFor();
    await panel.getByText("Access tokens and keys").first().waitFor();
    const whole = await download(visitor, "Download the bundle");
    expect(whole.name).toBe("dockline-support.json");
    const bundle: unknown = JSON.parse(whole.content);
    expect(bundle).toMatchObject({ connection: { hasToken: true } });
    expect(bundle).not.toHaveProperty("asked");
    await expectNothingWrong(visitor);
  });

  test("the support bundle can have one thing in more detail", async () => {
    const visitor = await stage().visit("/app/activity/support");
    const { panel, barriers, complaints } = visitor;
    const about = panel.getByLabel("SKU, return, order or inbound");
    await about.fill("no such thing");
    await panel.getByText("Nothing here is called so.").first().waitFor();
    expect(await barriers()).toEqual([]);
    await about.fill(back.name);
    await panel.getByText(`It tells more of: ${back.name}`).first().waitFor();
    const one = JSON.parse((await download(visitor, "Download the bundle")).content) as {
      asked: { returns: object[] };
    };
    expect(one.asked.returns).toMatchObject([{ name: back.name }]);
    expect(complaints).toEqual([]);
  });
});

describe("a list that is looked at", () => {
  test("shows what happens without a reload", async () => {
    const stage = await openLiveStore();
    const visitor = await stage.visit("/app/activity");
    await tab(visitor, "Stock").click();
    await rows(visitor, "on hand").first().waitFor();
    await count(stage, "MUG-SKY", 77);
    await rows(visitor, "→ 77 on hand")
      .getByRole("link", { name: /Mug · Sky/ })
      .waitFor();
    await tab(visitor, "Settings").click();
    await rows(visitor, "All variants went live").waitFor();
    expect(await rows(visitor, "on hand").count()).toBe(0);
    expect(await visitor.barriers()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  test("asks for nothing while nobody can see it, and shows what happened when somebody can again", async () => {
    const stage = await openLiveStore();
    const visitor = await stage.visit("/app/activity?tab=stock", WIDE, { ownClock: true });
    const { page } = visitor;
    await rows(visitor, "on hand").first().waitFor();
    await become(visitor, "hidden");
    await visitor.atRest();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await count(stage, "MUG-FOR", 78);
    await passTime(visitor, 60_000);
    expect(asked).toEqual([expect.stringContaining(MARKER)]);
    await become(visitor, "visible");
    await rows(visitor, "→ 78 on hand").first().waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
