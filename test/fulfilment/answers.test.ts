import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { inboundSchema, productSchema } from "../../app/fulfilment/answers.ts";
import { EVENT_NAMES, isWhole, parseEvent } from "../../app/fulfilment/events.ts";
import type { FulfilmentError } from "../../app/fulfilment/errors.ts";
import { all, answering } from "./bench.ts";

const ok = (body: unknown) => answering({ body: JSON.stringify(body) });

test("nulls, empty texts, unknown statuses and unknown fields are kept", async () => {
  const { client } = await ok({
    ...{ ref: "R", status: "teleported", colour: "blue", senderAddressLine2: "", senderName: null },
    lines: null,
    receipts: [{ lines: null, vendorShipmentNo: "" }],
  });
  expect(await client.inbounds.get("R")).toMatchObject({
    ...{ ref: "R", status: "teleported", colour: "blue", senderAddressLine2: "", senderName: null },
    lines: null,
    receipts: [{ lines: null, receiptDate: null, vendorShipmentNo: "" }],
  });
});

test("a product with nothing but its sku is a product; how much there is of it is unknown, not zero", async () => {
  const { client } = await ok({ sku: "MUG", imageUrl: "" });
  const product = await client.products.get("MUG");
  expect(product).toMatchObject({ sku: "MUG", barcode: null, imageUrl: "", weight: null, stock: null });
});

test.each([
  [12, 12],
  ["12", 12],
  [-3, -3],
  [null, null],
  ["", null],
  ["many", null],
  [1.5, null],
  [3e12, null],
  [{ free: 3 }, null],
])("a stock of %j is read as %j", async (stock, read) => {
  const { client } = await ok({ sku: "MUG", stock });
  expect(await client.products.get("MUG")).toMatchObject({ stock: read });
});

test.each([
  [
    { sku: "MUG", quantity: "2", defective: "false" },
    { sku: "MUG", quantity: 2, defective: false },
  ],
  [
    { sku: 7, quantity: -1, defective: 1 },
    { sku: "7", quantity: -1, defective: true },
  ],
  [
    { sku: "MUG", quantity: 1, defective: "yes" },
    { sku: "MUG", quantity: 1, defective: null },
  ],
  [
    { sku: "", quantity: 1.5, defective: [] },
    { sku: null, quantity: null, defective: null },
  ],
  [
    { sku: "MUG", inboundRef: {} },
    { sku: "MUG", quantity: null, defective: null, inboundRef: null },
  ],
  ["MUG", { sku: null, quantity: null, defective: null, inboundRef: null }],
  [null, { sku: null, quantity: null, defective: null, inboundRef: null }],
])("a receipt's line %j is read as far as it goes, and the others are too", async (line, read) => {
  const whole = { sku: "CUP", quantity: 1, defective: false, inboundRef: "R", inboundLineRef: "1" };
  const { client } = await ok({ ref: "R", status: "new", receipts: [{ lines: [line, whole] }, "none"] });
  expect((await client.inbounds.get("R"))?.receipts).toMatchObject([
    { lines: [read, whole] },
    { lines: null, receiptDate: null },
  ]);
});

describe("what cannot be done without is an error that names it:", () => {
  test.each([
    ["sku", {}],
    ["sku", { sku: null }],
    ["sku", { sku: "" }],
  ])("a product without %s", async (field, body) => {
    const { client } = await ok(body);
    await expect(client.products.get("X")).rejects.toMatchObject({ code: "not-understood", field });
  });

  test.each([
    ["ref", { status: "new" }],
    ["status", { ref: "R" }],
    ["lines.0.quantity", { ref: "R", status: "new", lines: [{ ref: "1", sku: "MUG" }] }],
    ["lines.0.sku", { ref: "R", status: "new", lines: [{ ref: "1", quantity: 1 }] }],
  ])("an inbound without %s", async (field, body) => {
    const { client } = await ok(body);
    await expect(client.inbounds.get("R")).rejects.toMatchObject({ code: "not-understood", field });
  });

  test("a list that is none", async () => {
    const { client } = await ok({ products: [] });
    await expect(all(client.products.pages())).rejects.toMatchObject({ code: "not-understood" });
  });
});

test("what no database can hold is left out of the warehouse's reason, too", async () => {
  const message = `a\0b${"x".repeat(497)}\u{1F4E6}`;
  const { client } = await answering({ status: 422, body: JSON.stringify({ message }) });
  const error: unknown = await client.products.get("MUG").catch((thrown: unknown) => thrown);
  const { reason } = (error as FulfilmentError).sentence.values;
  expect(reason).toMatch(/^abx+/);
  expect(reason.isWellFormed()).toBe(true);
});

test("an identifier longer than an index takes makes its row unreadable", async () => {
  const { client, unreadable } = await ok([{ sku: "MUG" }, { sku: "M".repeat(256) }]);
  expect((await all(client.products.pages())).map(({ sku }) => sku)).toEqual(["MUG"]);
  expect(unreadable).toHaveLength(1);
});

test("what no database can hold is left out of a text, and makes a SKU unreadable", async () => {
  const { client, unreadable } = await ok([
    { sku: "MUG", description: "a\0b\ud800c" },
    { sku: "M\0G" },
    { sku: "M\udc00G" },
  ]);
  expect(await all(client.products.pages())).toMatchObject([{ sku: "MUG", description: "ab\ufffdc" }]);
  expect(unreadable).toHaveLength(2);
});

test("one record that cannot be read does not hide the others, and is reported", async () => {
  const { client, unreadable } = await ok([{ sku: "MUG", stock: 3 }, { stock: 4 }, null, { sku: "CUP" }]);
  expect(await all(client.products.pages())).toMatchObject([
    { sku: "MUG", stock: 3 },
    { sku: "CUP", stock: null },
  ]);
  expect(unreadable).toMatchObject([{ field: "sku" }, { code: "not-understood" }]);
});

test("an answer that says nothing is no failure where nothing is expected of it", async () => {
  const { client } = await answering({ status: 204, body: "" });
  await client.products.delete("MUG");
  await client.lines.delete("R", "1");
  await client.subscribe({ event: "label-status", notificationUrl: "https://app.example/hook" });
});

test("no JSON whatever makes reading crash: it is read, or an error of ours", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (one, two, three) => {
      productSchema.safeParse({ sku: "S", stock: one, barcode: two, weight: three });
      inboundSchema.safeParse({ ref: "R", status: "new", lines: one, receipts: two, senderName: three });
      productSchema.safeParse(one);
    }),
    { numRuns: 1_000 },
  );
});

test("events of kinds unknown today are events", () => {
  const body = JSON.stringify({ type: "melted", resource: "pallet", identifier: "x" });
  expect(isWhole(parseEvent(Buffer.from(body)))).toBe(true);
  expect(EVENT_NAMES).toHaveLength(6);
});
