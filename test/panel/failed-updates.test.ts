// @module-tag proof
import { expect, test } from "vitest";
import { expectNothingWrongAtBothSizes, openLiveStore, type Stage, type Window } from "../support/panel.ts";

const rows = ({ panel }: Window, words: string | RegExp) =>
  panel.locator("tbody").getByRole("row").filter({ hasText: words });
const button = ({ panel }: Window, name: string | RegExp) => panel.getByRole("button", { name });

const refuse = ({ atWarehouse }: Stage, path: string) =>
  atWarehouse("faults", { path, method: "GET", action: { kind: "status", status: 422 } });

/** Dockline reads this list every few minutes and would then process the failed updates, so the list stays refused. */
const LIST = "/inbounds\\?";

/** A store with three events about receipts that its warehouse refuses to show. */
async function openFailedStore(): Promise<Stage> {
  const stage = await openLiveStore();
  await refuse(stage, LIST);
  await refuse(stage, "/inbounds/");
  for (let receipt = 0; receipt < 3; receipt++)
    await stage.atWarehouse("receive", { lines: [{ sku: "LANT", quantity: 1 }] });
  return stage;
}

/** The warehouse shows the receipts from now on. */
async function showReceipts(stage: Stage): Promise<void> {
  await stage.clearFaults();
  await refuse(stage, LIST);
}

const expectGoodAtBothSizes = (visitor: Window) =>
  expectNothingWrongAtBothSizes(visitor, () =>
    button(visitor, /^Try again: /)
      .first()
      .scrollIntoViewIfNeeded(),
  );

test("an update that failed for good is shown with its reason, and is tried again with one click", async () => {
  const stage = await openFailedStore();
  const visitor = await stage.visit("/app/activity?tab=events");
  // Each receipt moves its inbound on, which is another update.
  await expect.poll(() => rows(visitor, "Failed").count()).toBe(6);
  await rows(visitor, /The warehouse refused this\. Dockline doesn’t retry this update anymore\./)
    .first()
    .waitFor();
  await expectGoodAtBothSizes(visitor);
  await showReceipts(stage);
  await button(visitor, /^Try again: Heard: goods received/)
    .first()
    .click();
  // The inbound has been read, so its other update has nothing more to say.
  await expect.poll(() => rows(visitor, "Failed").count()).toBe(4);
});

test("the page of problems names each record, and tries one or all of them again", async () => {
  const stage = await openFailedStore();
  const visitor = await stage.visit("/app/problems?kind=inbound-unreadable");
  await expect.poll(() => button(visitor, /^Try again: /).count()).toBe(3);
  await expectGoodAtBothSizes(visitor);
  await showReceipts(stage);
  await button(visitor, /^Try again: /)
    .first()
    .click();
  await expect.poll(() => button(visitor, /^Try again: /).count()).toBe(2);
  await button(visitor, "Try all again").click();
  await visitor.panel.getByText("This is fixed").waitFor();
  await visitor.goTo("/app/activity?tab=events");
  await rows(visitor, "goods received").first().waitFor();
  expect(await rows(visitor, "Failed").count()).toBe(0);
});
