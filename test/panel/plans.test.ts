// @module-tag proof
import { afterAll, beforeAll, expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { readWorlds, until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { expectNothingWrong, NARROW, startPanelWorld, WIDE, type PanelWorld } from "../support/panel.ts";

let stage: PanelWorld;

beforeAll(async () => {
  stage = await startPanelWorld({ BILLING_APP_HANDLE: "dockline" });
  await connectApp(stage.world);
});

afterAll(() => stage?.stop());

const choose = (name: string | null) =>
  control(stage.world.shopUrl, { path: "shops/demo/plan", body: { name } });

test("without a plan going live is shown, disabled and labelled, with the way to the plans; with one it is open", async () => {
  for (const size of [WIDE, NARROW]) {
    const merchant = await stage.open(size);
    await merchant.goTo("/app/stock");
    const { panel } = merchant;
    await panel.getByText("Needs a plan", { exact: true }).waitFor();
    expect(await panel.getByRole("button", { name: "Go live with all" }).isDisabled()).toBe(true);
    const link = panel.getByRole("link", { name: "See plans" });
    expect(await link.getAttribute("href")).toBe(
      "https://admin.shopify.com/store/demo/charges/dockline/pricing_plans",
    );
    expect(await link.getAttribute("target")).toBe("_top");
    await expectNothingWrong(merchant);
    if (process.env.SHOTS) await merchant.page.screenshot({ path: `${process.env.SHOTS}/${size.width}.png` });
    await merchant.page.close();
  }

  await choose("Standard");
  const merchant = await stage.open();
  const { panel } = merchant;
  await merchant.goTo("/app/stock");
  await panel.getByRole("button", { name: "Go live with all" }).click();
  expect(await panel.getByText("Needs a plan").count()).toBe(0);
  const confirm = panel
    .getByRole("dialog")
    .getByRole("button", { name: "Go live with all", disabled: false });
  await confirm.click();
  await until(
    () => readWorlds(stage.world),
    ({ differing }) => differing === 0,
  );

  await choose(null);
  await panel.getByRole("heading", { name: "No plan is active" }).waitFor();
  await panel.getByText("Stock still follows the warehouse for 7 days").waitFor();
  const cure = panel.getByRole("link", { name: "See plans" });
  expect(await cure.getAttribute("target")).toBe("_top");
  await expectNothingWrong(merchant);
  if (process.env.SHOTS) await merchant.page.screenshot({ path: `${process.env.SHOTS}/ended.png` });
});
