import { describe, expect, test } from "vitest";
import { isMadeAgain, isUntouched, LIST_LAG_MS } from "../../app/domain/stock/receipts/decide-made-again.ts";

const now = new Date("2026-11-20T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const line = { ref: "1", sku: "MUG", quantity: 5, quantityReceived: 0 };
const receipt = {
  receiptDate: "2026-11-20",
  vendorShipmentNo: null,
  lines: [{ sku: "MUG", quantity: 1, defective: false, inboundRef: "IN-1", inboundLineRef: "1" }],
};

describe("nothing has come of an inbound yet", () => {
  const UNTOUCHED = { ref: "IN-1", status: "new", lines: [line], receipts: [] };
  test.each([
    ["one that is new", UNTOUCHED, true],
    ["not one with another status", { ...UNTOUCHED, status: "in_progress" }, false],
    ["not one with a receipt", { ...UNTOUCHED, receipts: [receipt] }, false],
    ["not one whose lines count units", { ...UNTOUCHED, lines: [{ ...line, quantityReceived: 1 }] }, false],
    ["not one that leaves out its receipts", { ...UNTOUCHED, receipts: null }, false],
    ["not one that leaves out its lines", { ...UNTOUCHED, lines: null }, false],
  ])("%s", (_which, inbound, untouched) => {
    expect(isUntouched(inbound)).toBe(untouched);
  });
});

describe("an inbound is another than the one that brought what is stored", () => {
  const of = (sku: string, units: number, newSince: Date | null) => ({ sku, units, newSince });
  const RECENTLY = ago(LIST_LAG_MS - 1);
  test.each([
    ["when it shows fewer units", [of("MUG", 3, RECENTLY)], { MUG: 2 }, true],
    ["when it shows none of an SKU", [of("MUG", 3, RECENTLY), of("BOWL", 1, RECENTLY)], { MUG: 3 }, true],
    ["when it was new for an hour", [of("MUG", 3, ago(LIST_LAG_MS))], { MUG: 3 }, true],
    ["unless it shows as many soon after", [of("MUG", 3, RECENTLY)], { MUG: 3 }, false],
    ["unless it shows more soon after", [of("MUG", 3, RECENTLY)], { MUG: 4, BOWL: 1 }, false],
    ["unless an SKU never came", [of("MUG", 3, RECENTLY), of("BOWL", 0, RECENTLY)], { MUG: 3 }, false],
    ["unless it was never new since: it was corrected", [of("MUG", 3, null)], { MUG: 2 }, false],
    ["unless nothing is stored", [], { MUG: 2 }, false],
  ])("%s", (_when, stored, units, other) => {
    expect(isMadeAgain(stored, { units: new Map(Object.entries(units)), now })).toBe(other);
  });
});
