import { expect, test } from "vitest";
import { until } from "./warehouse-bench.ts";
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
  await until(async () => expect(await labels.inputValue()).toBe("true"));
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
  await receive.getByText("Also for another, odd values").click();
  await receive.getByLabel("The same parcel, also for").selectOption("RET-2");
  await receive.getByLabel("Product").fill("A/B");
  await receive.getByLabel("Units").fill("3");
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
  await receive.getByText("Also for another, odd values").click();
  const odd = receive.getByLabel("The receipt line shows");
  const shown = [];
  for (const name of await odd.locator("option").allTextContents()) {
    await odd.selectOption(name);
    const before = (await warehouse.inbound("RET-1")).receipts.length;
    await receive.getByRole("button", { name: "Receive" }).click();
    await until(async () => expect((await warehouse.inbound("RET-1")).receipts).toHaveLength(before + 1));
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
