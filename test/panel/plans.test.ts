// @module-tag proof
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  WIDE,
  type PanelWorld,
  type Stage,
} from "../support/panel.ts";

/** A world of its own: whether there are plans is a setting of the app. */
let world: PanelWorld;

beforeAll(async () => {
  world = await startPanelWorld({ BILLING_APP_HANDLE: "dockline" });
});

afterAll(() => world?.stop());

const choose = ({ atShop }: Stage, name: string | null) => atShop("plan", { name });

test("without a plan going live is shown, disabled and labelled, with the way to the plans", async () => {
  const { store, open } = await world.openStore();
  await connectApp(store);
  const merchant = await open();
  const { page, panel } = merchant;
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await merchant.goTo("/app/stock");
    await panel.getByText(/variants would change/).waitFor();
    await panel.getByText("Needs a plan", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: "Go live with all" }).isDisabled()).toBe(true);
    const link = panel.getByRole("link", { name: "See plans" });
    expect(await link.getAttribute("href")).toBe(
      `https://admin.shopify.com/store/${store.shop.split(".")[0]}/charges/dockline/pricing_plans`,
    );
    expect(await link.getAttribute("target")).toBe("_top");
    await expectNothingWrong(merchant);
  }
});

test("with a plan going live is open, and once it has ended it is said how long stock still follows", async () => {
  const stage = await world.openStore();
  const { store, visit } = stage;
  await choose(stage, "Standard");
  await connectApp(store);
  const merchant = await visit("/app/stock");
  const { panel } = merchant;
  await panel.getByText(/variants would change/).waitFor();
  await panel.getByRole("button", { name: "Go live with all" }).click();
  expect(await panel.getByText("Needs a plan").count()).toBe(0);
  await panel.getByRole("dialog").getByRole("button", { name: "Go live with all", disabled: false }).click();
  await until(
    () => readWorlds(store),
    ({ differing }) => differing === 0,
  );

  await choose(stage, null);
  await panel.getByRole("heading", { name: "No plan is active" }).waitFor();
  await panel.getByText("Stock still follows the warehouse for 7 days").waitFor();
  expect(await panel.getByRole("link", { name: "See plans" }).getAttribute("target")).toBe("_top");
  await expectNothingWrong(merchant);
});
