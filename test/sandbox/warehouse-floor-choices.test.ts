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
