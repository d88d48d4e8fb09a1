// @module-tag proof
import { expect, test } from "vitest";
import { findBarriers } from "../support/barriers.ts";
import { openReceiver } from "./warehouse-bench.ts";
import { startFloorBrowser } from "./warehouse-floor-bench.ts";

const openFloor = startFloorBrowser();

test("a person receives goods on an inbound and reads what happened", async () => {
  const { warehouse, section } = await openFloor();
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  const form = section("Receive goods");

  await form.getByLabel("Inbound").selectOption({ label: "RET-1 (return)" });
  await form.getByLabel("SKU").fill("MUG");
  await form.getByLabel("Units").fill("2");
  await form.getByText("stock rises from 5 to 7. The shop is told within a second.").waitFor();
  await form.getByRole("button", { name: "Receive" }).click();

  await form.getByRole("status").getByText("2 good units of MUG booked on inbound RET-1").waitFor();
  expect(await warehouse.stockOf("MUG")).toBe(7);
  await expect.poll(() => shop.heard).toHaveLength(1);
  await section("Stock").getByRole("row", { name: "MUG" }).getByText("7", { exact: true }).waitFor();
  await section("What the shop is told").getByText("delivered").waitFor();
});

test("a person receives what an inbound awaits with one click, and marks it defective", async () => {
  const { warehouse, section } = await openFloor();
  const form = section("Receive goods");
  await section("Open inbounds").getByRole("button", { name: "Receive A/B of RET-1" }).click();
  expect(await form.getByLabel("SKU").inputValue()).toBe("A/B");
  await form.getByLabel("Defective").check();
  await form.getByRole("button", { name: "Receive" }).click();
  await form.getByRole("status").getByText("1 defective unit of A/B booked on inbound RET-1").waitFor();
  expect(await warehouse.stockOf("A/B")).toBe(0);
  expect(await warehouse.inbound("RET-1")).toMatchObject({ status: "partially_received" });
});

test("goods nobody announced, a shipment and a count change the stock", async () => {
  const { warehouse, section } = await openFloor();
  const receive = section("Receive goods");
  await receive.getByLabel("SKU").fill("A/B");
  await receive.getByLabel("Units").fill("4");
  await receive.getByRole("button", { name: "Receive" }).click();
  await receive.getByRole("status").getByText("4 good units of A/B booked on inbound WH-").waitFor();

  const ship = section("Ship");
  await ship.getByLabel("SKU").fill("A/B");
  await ship.getByRole("button", { name: "Ship" }).click();
  await ship.getByText("1 unit of A/B left the warehouse.").waitFor();
  expect(await warehouse.stockOf("A/B")).toBe(3);

  await ship.getByLabel("Units").fill("9");
  await ship.getByRole("button", { name: "Ship" }).click();
  await ship.getByText("9 units of A/B cannot be sent: 3 lie in the warehouse.").waitFor();

  const correct = section("Correct stock");
  await correct.getByLabel("SKU").fill("MUG");
  await correct.getByLabel("Counted").fill("41");
  await correct.getByText("from 5 to 41. Nobody is told").waitFor();
  await correct.getByRole("button", { name: "Correct" }).click();
  await correct.getByText("Stock of MUG is 41 now.").waitFor();
  expect(await warehouse.stockOf("MUG")).toBe(41);
});

test("the page follows the warehouse without taking away what is being typed", async () => {
  const { warehouse, page, section } = await openFloor();
  const sku = section("Receive goods").getByLabel("SKU");
  await section("Receive goods").getByLabel("Inbound").selectOption("RET-1");
  await sku.fill("half a wo");
  await warehouse.announce("RET-2", { MUG: 1 });
  await warehouse.stock({ MUG: 77 });
  await section("Stock").getByText("77").waitFor();
  await section("Open inbounds").getByText("RET-2").first().waitFor();
  expect(await sku.inputValue()).toBe("half a wo");
  expect(await section("Receive goods").getByLabel("Inbound").inputValue()).toBe("RET-1");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("receive-sku");
});

test("a person sends an event again, and keeps events back for a while", async () => {
  const { warehouse, section } = await openFloor();
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  const receive = () =>
    warehouse.call("POST /_sandbox/receive", { inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 1 }] });
  await receive();
  const told = section("What the shop is told");
  await told.getByRole("button", { name: "Send receipt-received again" }).click();
  await told.getByText("receipt-received sent again: answer 200.").waitFor();
  expect(shop.heard).toHaveLength(2);

  await told.getByRole("button", { name: "Pause sending" }).click();
  await told.getByText("Events are kept until you resume.").waitFor();
  await receive();
  await told.getByText("pending").waitFor();
  await told.getByRole("button", { name: "Resume sending" }).click();
  await expect.poll(() => shop.heard).toHaveLength(3);
});

test("the search finds products by any of their names", async () => {
  const { page, section } = await openFloor();
  await page.getByLabel("Search SKU").fill("a/b");
  await section("Stock").getByText("MUG").waitFor({ state: "detached" });
  await section("Stock").getByText("A/B").waitFor();
  await page.getByLabel("Search SKU").fill("nothing like it");
  await section("Stock").getByText("No product matches").waitFor();
});

test("a person receives what no line of an inbound announces, and is told so beforehand", async () => {
  const { warehouse, section } = await openFloor();
  await warehouse.stock({ VASE: 0 });
  const form = section("Receive goods");
  await section("Open inbounds").getByRole("button", { name: "Receive another product on RET-1" }).click();
  await form.getByLabel("SKU").fill("VASE");
  await form.getByText("booked on inbound RET-1, which does not announce it").waitFor();
  await form.getByRole("button", { name: "Receive" }).click();
  await form.getByRole("status").getByText("1 good unit of VASE booked on inbound RET-1").waitFor();
  expect(await warehouse.stockOf("VASE")).toBe(1);
});

test("a person opens the label of a return, which a purchase has not", async () => {
  const { warehouse, page, section } = await openFloor();
  const inbound = { ref: "PO-1", type: "purchase", expectedReceiveDate: "2030-04-01", lines: [] };
  await warehouse.call("POST /fulfilment/v3/inbounds/", inbound);
  await section("Open inbounds").getByText("PO-1").waitFor();
  const links = section("Open inbounds").getByRole("link");
  expect(await links.count()).toBe(1);
  const address = await links.getAttribute("href");
  expect(await links.getAttribute("aria-label")).toBe("Label of RET-1");
  const opened = await page.request.get(new URL(address ?? "", page.url()).href);
  expect(opened.headers()["content-type"]).toBe("application/pdf");
});

test("a person lets time pass and sees the retries that it brings", async () => {
  const { warehouse, section } = await openFloor();
  const shop = await openReceiver(Array<number>(200).fill(503));
  await warehouse.subscribe("receipt-received", shop.url);
  await warehouse.call("POST /_sandbox/receive", {
    inboundRef: "RET-1",
    lines: [{ sku: "MUG", quantity: 1 }],
  });
  const told = section("What the shop is told");
  await told.getByText("last answer 503, next at").waitFor();

  await section("Clock").getByRole("button", { name: "+1 day" }).click();
  await section("Clock")
    .getByText(/1 day ahead of this machine/)
    .waitFor();
  await section("Clock").getByRole("status").getByText("attempts to deliver were made on the way").waitFor();
  await told.getByText("185 attempts, last answer 503").waitFor();
  await told.getByText("dropped").waitFor();
  await told.getByRole("button", { name: "Send receipt-received again" }).click();
  await told.getByText("receipt-received sent again: answer 503.").waitFor();

  await section("Clock").getByRole("button", { name: "Back to now" }).click();
  await section("Clock").getByText("The same time as on this machine.").waitFor();
});

test("a person lets the next request fail, and then nothing fails any more", async () => {
  const { warehouse, section } = await openFloor();
  const faults = section("Faults");
  await faults.getByText("Nothing: all goes well.").waitFor();
  await faults.getByRole("button", { name: "Server error (503)" }).click();
  await faults.getByRole("listitem").getByText("Answer 503: the next request").waitFor();
  const ask = async () => (await warehouse.call("GET /fulfilment/v3/products")).status;
  expect([await ask(), await ask()]).toEqual([503, 200]);
  await faults.getByText("Nothing: all goes well.").waitFor();
});

test("a person lets a share of everything go wrong until it is switched off", async () => {
  const { warehouse, section } = await openFloor();
  const faults = section("Faults");
  await faults.getByLabel("Until switched off").check();
  await faults.getByLabel("Share in percent").fill("30");
  await faults.getByLabel("Seed").fill("7");
  await faults.getByRole("button", { name: "Lost answer" }).click();
  await faults.getByText("Answer lost: 30 % of all requests (seed 7), until switched off").waitFor();
  await faults.getByRole("button", { name: "Reordered" }).click();
  await faults.getByText("Sent after the next one: 30 % of all events (seed 7)").waitFor();
  expect((await warehouse.call("GET /_sandbox/faults")).body).toMatchObject([
    { when: "answer", probability: 0.3, seed: 7, action: { kind: "reset" } },
  ]);
  expect((await warehouse.call("GET /_sandbox/deliveries/faults")).body).toMatchObject([{ kind: "reorder" }]);

  await faults.getByRole("button", { name: "Switch all off" }).click();
  await faults.getByText("Nothing: all goes well.").waitFor();
  expect((await warehouse.call("GET /_sandbox/faults")).body).toEqual([]);
});

test("every fault on offer is one the warehouse takes, and an event's shows on its delivery", async () => {
  const { warehouse, page, section } = await openFloor();
  const faults = section("Faults");
  const presets = page.locator("#faults button");
  expect(await presets.count()).toBe(12);
  for (const preset of await presets.all()) {
    await preset.click();
    await faults
      .getByRole("status")
      .getByText(`${await preset.textContent()}: the next`)
      .waitFor();
  }
  await faults.getByRole("button", { name: "Switch all off" }).click();
  await faults.getByText("Everything is switched off.").waitFor();

  await warehouse.subscribe("receipt-received", "http://localhost:1/nobody");
  await faults.getByRole("button", { name: "Dropped" }).click();
  await faults.getByText("Dropped: the next event").first().waitFor();
  await warehouse.call("POST /_sandbox/receive", {
    inboundRef: "RET-1",
    lines: [{ sku: "MUG", quantity: 1 }],
  });
  await section("What the shop is told").getByText("on purpose").waitFor();
});

test.each([375, 1280])("at %i px everything can be read and reached by everyone", async (width) => {
  const { warehouse, page, section } = await openFloor(width);
  for (const event of ["receipt-received", "inbound-status"])
    await warehouse.subscribe(event, "http://localhost:1/nobody");
  await warehouse.call("POST /_sandbox/receive", {
    inboundRef: "RET-1",
    lines: [{ sku: "MUG", quantity: 1 }],
  });
  await section("What the shop is told").getByText("pending").first().waitFor();
  await section("Faults").getByRole("button", { name: "Invalid PDF" }).click();
  await section("Faults").getByRole("listitem").waitFor();
  await section("Clock").getByRole("button", { name: "+1 minute" }).click();
  await section("Clock").getByText("1 minute ahead").waitFor();
  await section("Ship").getByLabel("SKU").fill("GHOST");
  await section("Ship").getByRole("button", { name: "Ship" }).click();
  await section("Ship").getByText("The catalogue holds no product").waitFor();

  expect(await findBarriers(page.mainFrame())).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
