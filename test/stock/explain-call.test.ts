import { describe, expect, test } from "vitest";
import type { InventoryItemId, VariantId } from "../../app/domain/ids.ts";
import { callsOf } from "../../app/domain/stock/mirror/calls-of.ts";
import {
  explainCall,
  readReference,
  reasonOf,
  type Explained,
} from "../../app/domain/stock/mirror/explain-call.ts";
import type { StockWrite } from "../../app/domain/stock/mirror/ledger-entries.ts";
import { explainsWrite } from "../../app/domain/stock/mirror/write-causes.ts";

const KEY = "0b6f8d5e-0f51-4c1c-9d3b-8f6f1f6f2a11";
const BY_KEY = `gid://dockline/StockChange/${KEY}`;

/** Raised by 2, or by what is said. */
const entry = (event: string | null, of: string | null = null, by = 2): Explained => ({
  cause: event === null ? null : { event, of },
  shopFigure: 10,
  target: 10 + by,
});

describe("the reason of a write", () => {
  test.each([
    ["received", entry("receipt-received", "IN-1")],
    ["received", entry("inbound-status", "IN-1")],
    ["restock", entry("receipt-received", "return-7")],
    ["restock", entry("inbound-status", "return-7-2")],
    ["correction", entry("receipt-received", "IN-1", -2)],
    ["correction", entry("receipt-received", "return-7", -2)],
    ["safety_stock", entry("safety-stock/changed", "MUG")],
    ["safety_stock", entry("safety-stock/changed", null, -2)],
    ["correction", entry("shipment-created", "17", -2)],
    ["correction", entry("inventory_levels/update", "gid://shopify/InventoryItem/1", -2)],
    ["correction", entry("orders/create", "gid://shopify/ProductVariant/1", -2)],
    ["correction", entry("return/made-room", "#1001-R1", -2)],
    ["correction", entry(null)],
    ["correction", entry("an event of an earlier version")],
    ["correction", entry("toString")],
  ] as const)("is %s of %o", (reason, of) => {
    expect(reasonOf(of)).toBe(reason);
  });
});

describe("a call", () => {
  test("is explained by the inbound or the return that caused all of it", () => {
    const ofInbound = [entry("receipt-received", "IN-1"), entry("inbound-status", "IN-1", 5)];
    expect(explainCall(KEY, ofInbound)).toEqual({
      reason: "received",
      referenceDocumentUri: "gid://dockline/Inbound/IN-1",
    });
    expect(explainCall(KEY, [entry("return/made-room", "#1001-R1", -2)])).toEqual({
      reason: "correction",
      referenceDocumentUri: "gid://dockline/Return/1001-R1",
    });
  });

  test.each([
    [
      "of several inbounds",
      "received",
      [entry("receipt-received", "IN-1"), entry("receipt-received", "IN-2")],
    ],
    ["of several reasons", "correction", [entry("receipt-received", "IN-1"), entry("safety-stock/changed")]],
    ["of which not all has a cause", "correction", [entry("receipt-received", "IN-1"), entry(null)]],
    ["of a cause that names nothing to look up", "safety_stock", [entry("safety-stock/changed", "MUG")]],
    ["of an inbound without a name", "received", [entry("receipt-received")]],
    ["of an inbound whose name no URI takes as it is", "received", [entry("receipt-received", "IN 1/ü")]],
    ["of an inbound with a very long name", "received", [entry("receipt-received", "I".repeat(101))]],
  ] as const)("%s is explained by its key", (_what, reason, entries) => {
    expect(explainCall(KEY, entries)).toEqual({ reason, referenceDocumentUri: BY_KEY });
  });
});

test.each([
  [BY_KEY, { writeKey: KEY }],
  [`StockChange/${KEY}`, { writeKey: KEY }],
  ["gid://dockline/Inbound/return-7", { name: "return-7" }],
  ["gid://dockline/Return/1001-R1", { name: "1001-R1" }],
  ["gid://dockline/StockChange/7", undefined],
  ["gid://shopify/Order/7", undefined],
  ["MUG", undefined],
])("%s is read as a reference", (text, meant) => {
  expect(readReference(text)).toEqual(meant);
});

describe("a change of the safety stock explains a write", () => {
  test.each([
    ["that falls by as much as more is kept", { keptBefore: 0, buffer: 3, by: -3 }, true],
    ["that falls by less, down to 0", { keptBefore: 0, buffer: 30, by: -10 }, true],
    ["that rises by as much as less is kept", { keptBefore: 3, buffer: 1, by: 2 }, true],
    ["that falls by more", { keptBefore: 0, buffer: 3, by: -4 }, false],
    ["that rises although more is kept", { keptBefore: 0, buffer: 3, by: 3 }, false],
    ["while as much is kept as before", { keptBefore: 3, buffer: 3, by: -3 }, false],
    ["that moves nothing", { keptBefore: 0, buffer: 3, by: 0 }, false],
  ])("%s: %o is %s", (_what, { keptBefore, buffer, by }, isExplained) => {
    const write = { buffer, shopFigure: 10, target: 10 + by };
    expect(explainsWrite(write, { keptBefore })).toBe(isExplained);
  });
});

describe("writes are divided into calls", () => {
  const write = (number: number, explained: Explained, group = number): StockWrite => ({
    ...{
      variantId: `v-${number}` as VariantId,
      inventoryItemId: `i-${number}` as InventoryItemId,
      sku: "MUG",
    },
    ...{ hintId: null, warehouseStock: 1, warehouseReadAt: new Date(), buffer: 0, held: 0 },
    ...{ shopReadAt: new Date(), group, ...explained },
    cause: explained.cause && { ...explained.cause, at: new Date() },
  });
  const divided = (writes: readonly StockWrite[]) =>
    callsOf(writes).map((call) => call.map(({ variantId }) => variantId).join(" "));

  test("by their reasons", () => {
    const writes = [
      write(1, entry("receipt-received", "IN-1")),
      write(2, entry(null)),
      write(3, entry("receipt-received", "IN-2")),
      write(4, entry("receipt-received", "IN-2", -2)),
      write(5, entry("safety-stock/changed")),
    ];
    expect(divided(writes)).toEqual(["v-4 v-2", "v-1 v-3", "v-5"]);
  });

  test("without parting variants that are decided together", () => {
    const writes = [
      write(1, entry("receipt-received", "IN-1"), 1),
      write(2, entry("receipt-received", "IN-1", -1), 1),
      write(3, entry("receipt-received", "IN-1"), 3),
      write(4, entry("receipt-received", "IN-1"), 3),
    ];
    expect(divided(writes)).toEqual(["v-1 v-2", "v-3 v-4"]);
  });

  test("so that what lowers a quantity goes first, also when there are many", () => {
    const raised = Array.from({ length: 300 }, (_, number) => write(number, entry(null)));
    const together = [write(300, entry(null), 300), write(301, entry(null, null, -2), 300)];
    const [first = [], second = []] = callsOf([...raised, ...together, write(302, entry(null, null, -1))]);
    expect([first.length, second.length]).toEqual([250, 53]);
    expect(first.slice(0, 4).map(({ variantId }) => variantId)).toEqual(["v-300", "v-301", "v-302", "v-0"]);
    expect(callsOf([...raised.slice(0, 5), ...together])[0]!.slice(0, 2)).toEqual(together);
    // What stays as it is lowers nothing.
    expect(divided([write(1, entry(null, null, 0)), write(2, entry(null, null, -1))])).toEqual(["v-2 v-1"]);
  });

  test("of 250 each, whatever their reasons, when there are many", () => {
    const many = Array.from({ length: 600 }, (_, number) =>
      write(number, entry(number % 2 === 0 ? null : "receipt-received", "IN-1")),
    );
    expect(callsOf(many).map((call) => call.length)).toEqual([250, 250, 100]);
    expect(explainCall(KEY, callsOf(many)[0]!)).toEqual({
      reason: "correction",
      referenceDocumentUri: BY_KEY,
    });
    expect(callsOf(many.slice(0, 101))).toHaveLength(1);
    expect(callsOf(many.slice(0, 100))).toHaveLength(2);
    expect(callsOf([])).toEqual([]);
  });
});
