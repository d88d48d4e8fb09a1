// @module-tag proof
import { expect, test } from "vitest";
import { findBarriers } from "../support/barriers.ts";
import { startFloorBrowser } from "./warehouse-floor-bench.ts";

const openFloor = startFloorBrowser();

test("a person changes how the warehouse behaves, sees other changes, and resets them", async () => {
  const { warehouse, section } = await openFloor();
  const behavior = section("Behavior");
  await behavior.getByLabel("When an inbound shows its receipts").selectOption("never");
  await behavior.getByRole("status").getByText("When an inbound shows its receipts: never.").waitFor();
  expect(await warehouse.inbound("RET-1")).not.toHaveProperty("receipts");
  await warehouse.call("POST /_sandbox/behaviours", { jsonLabels: true });
  const labels = behavior.getByLabel("A label is a JSON string");
  await expect.poll(() => labels.inputValue()).toBe("true");
  await behavior.getByRole("button", { name: "As started" }).click();
  await behavior.getByText("Everything is as started.").waitFor();
  expect(await warehouse.inbound("RET-1")).toHaveProperty("receipts");
});

test("a person ends an inbound short, as the warehouse's behavior says", async () => {
  const { warehouse, section } = await openFloor();
  const inbounds = section("Open inbounds");
  await warehouse.announce("RET-2", { MUG: 1 });
  await inbounds.getByRole("button", { name: "End short RET-1" }).click();
  await inbounds.getByText("Inbound RET-1 is ended and new.").waitFor();
  await section("Behavior").getByLabel("The status of an inbound that ends short").selectOption("cancelled");
  await inbounds.getByRole("button", { name: "End short RET-2" }).click();
  await inbounds.getByText("Inbound RET-2 is ended and cancelled.").waitFor();
  await inbounds.getByText("Nothing is announced.").waitFor();
  expect((await warehouse.inbound("RET-1")).status).toBe("new");
});

test("a person deletes an inbound", async () => {
  const { warehouse, section } = await openFloor();
  const inbounds = section("Open inbounds");
  await inbounds.getByRole("button", { name: "Delete RET-1" }).click();
  await inbounds.getByText("Inbound RET-1 is deleted.").waitFor();
  expect((await warehouse.call("GET /fulfilment/v3/inbounds/RET-1")).status).toBe(404);
});

test("a person receives one parcel for two inbounds, with an odd value, and corrects the receipt", async () => {
  const { warehouse, section } = await openFloor();
  await warehouse.announce("RET-2", { "A/B": 4 });
  const receive = section("Receive goods");
  await receive.getByLabel("Inbound").selectOption("RET-1");
  await receive.getByLabel("SKU").fill("MUG");
  await receive.getByText("Another inbound, odd values").click();
  await receive.getByLabel("The same parcel, also for").selectOption("RET-2");
  await receive.getByLabel("Product").fill("A/B");
  await receive.getByLabel("How many").fill("3");
  await receive.getByLabel("The receipt line shows").selectOption('defective: "true"');
  await receive.getByRole("button", { name: "Receive" }).click();
  await receive.getByText("Inbound RET-2 shows the same receipt.").waitFor();
  const { receipts } = await warehouse.inbound("RET-2");
  expect(receipts).toMatchObject([
    {
      lines: [
        { inboundRef: "RET-1", defective: "true" },
        { inboundRef: "RET-2", quantity: 3 },
      ],
    },
  ]);

  const amend = section("Correct a receipt");
  await amend.getByLabel("Receipt line").selectOption("RET-2: 3 of A/B, good (VS-1)");
  await amend.getByLabel("Units").fill("2");
  await amend.getByLabel("are defective").check();
  await amend.getByRole("button", { name: "Correct the receipt" }).click();
  await amend.getByText("Receipt VS-1 says so now.").waitFor();
  expect(await warehouse.stockOf("A/B")).toBe(1);
});

test("a person sees every odd value on offer in the receipt it is for", async () => {
  const { warehouse, section } = await openFloor();
  const receive = section("Receive goods");
  await receive.getByLabel("Inbound").selectOption("RET-1");
  await receive.getByLabel("SKU").fill("MUG");
  await receive.getByText("Another inbound, odd values").click();
  const odd = receive.getByLabel("The receipt line shows");
  const shown = [];
  for (const name of await odd.locator("option").allTextContents()) {
    await odd.selectOption(name);
    const before = (await warehouse.inbound("RET-1")).receipts.length;
    await receive.getByRole("button", { name: "Receive" }).click();
    await expect.poll(async () => (await warehouse.inbound("RET-1")).receipts).toHaveLength(before + 1);
    const { quantity, defective, sku } = (await warehouse.inbound("RET-1")).receipts[before]!.lines[0]!;
    shown.push([quantity, defective, sku]);
  }
  expect(shown).toEqual([
    [1, false, "MUG"],
    [1, undefined, "MUG"],
    [1, null, "MUG"],
    [1, "true", "MUG"],
    [1, 1, "MUG"],
    [1, 0, "MUG"],
    [1, false, undefined],
    [1, false, null],
    ["1", false, "MUG"],
  ]);
});

test("a person withholds a label and makes it ready", async () => {
  const { warehouse, section } = await openFloor();
  const inbounds = section("Open inbounds");
  const label = async () => (await warehouse.send("GET /fulfilment/v3/inbounds/RET-1/label")).status;
  await inbounds.getByRole("button", { name: "Withhold label RET-1" }).click();
  await inbounds.getByText("The label of RET-1 is withheld.").waitFor();
  expect(await label()).toBe(404);
  await inbounds.getByRole("button", { name: "Make label ready RET-1" }).click();
  await inbounds.getByText("The label of RET-1 is ready.").waitFor();
  expect(await label()).toBe(200);
});

test("a person packs for a partner without consolidation and dispatches later", async () => {
  const { warehouse, section } = await openFloor();
  const behavior = section("Behavior");
  await behavior.getByLabel("The seller is a consolidation partner").selectOption("no");
  await behavior.getByLabel("When stock falls for a non-consolidation partner").selectOption("dispatch");
  const ship = section("Ship");
  await ship.getByLabel("SKU").fill("MUG");
  await ship.getByLabel("Later").check();
  await ship.getByText("stock stays at 5 until the parcel leaves").waitFor();
  await ship.getByRole("button", { name: "Ship" }).click();
  await ship.getByText("packed, still in stock").waitFor();
  expect(await warehouse.stockOf("MUG")).toBe(5);
  await ship.getByRole("button", { name: "Dispatch 1 of MUG" }).click();
  await ship.getByText("1 of MUG left the warehouse.").waitFor();
  expect(await warehouse.stockOf("MUG")).toBe(4);
});

test("a person refuses the subscriptions of one event and names another by its receipt", async () => {
  const { warehouse, section } = await openFloor();
  const behavior = section("Behavior");
  await behavior.getByText("The status that refuses").click();
  await behavior
    .getByRole("group")
    .filter({ hasText: "The status" })
    .getByLabel("label-status")
    .selectOption("503");
  await behavior.getByText("label-status: 503.").waitFor();
  expect((await warehouse.subscribe("label-status", "http://localhost:1/hook")).status).toBe(503);
  await behavior.getByText("What the identifier").click();
  const names = behavior.getByRole("group").filter({ hasText: "What the identifier" });
  await names.getByLabel("receipt-received").selectOption("receipt");
  await behavior.getByText("receipt-received: receipt.").waitFor();
  expect((await warehouse.call("GET /_sandbox/behaviours")).body).toMatchObject({
    identifiers: { "receipt-received": "receipt" },
    refusedSubscriptions: { "label-status": 503 },
  });
});

test.each([375, 1280])("at %i px every choice can be read and reached by everyone", async (width) => {
  const { warehouse, page, section } = await openFloor(width);
  await warehouse.call("POST /_sandbox/inbounds/RET-1/label", { readyInMs: null });
  await warehouse.call("POST /_sandbox/ship", { lines: [{ sku: "MUG", quantity: 1 }], dispatch: false });
  await section("Open inbounds").getByRole("button", { name: "Make label ready RET-1" }).waitFor();
  await section("Ship").getByRole("button", { name: "Dispatch 1 of MUG" }).waitFor();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await section("Behavior").getByLabel("label-status").last().waitFor();
  expect(await findBarriers(page.mainFrame())).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
