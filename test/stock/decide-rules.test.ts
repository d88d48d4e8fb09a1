import { describe, expect, test } from "vitest";
import {
  bufferAt,
  graceMsOf,
  isSaleOn,
  isWritten,
  nextTurn,
  rulesAt,
  standOf,
} from "../../app/domain/stock/settings/decide-rules.ts";
import { STOCK_DEFAULTS, type StockSettings } from "../../app/domain/stock/settings/stock-settings.ts";

const at = (time: string) => new Date(`2026-11-27T${time}:00Z`);
const SALE = { saleFrom: at("08:00"), saleUntil: at("20:00") };
const settings = (over: Partial<StockSettings>): StockSettings => ({ ...STOCK_DEFAULTS, ...over });

describe("a sale", () => {
  test.each([
    ["a minute before it begins", SALE, "07:59", false, "08:00"],
    ["in its first minute", SALE, "08:00", true, "20:00"],
    ["in its last", SALE, "19:59", true, "20:00"],
    ["when it has ended", SALE, "20:00", false, null],
    ["before one without an end", { ...SALE, saleUntil: null }, "07:59", false, "08:00"],
    ["in one without an end", { ...SALE, saleUntil: null }, "23:59", true, null],
    ["where there is none", { saleFrom: null, saleUntil: null }, "12:00", false, null],
  ])("%s", (_when, sale, now, on, turns) => {
    expect(isSaleOn(sale, at(now))).toBe(on);
    expect(nextTurn(sale, at(now))).toEqual(turns && at(turns));
  });

  test("lets stock only fall, from its first minute to its last", () => {
    const chosen = settings({ ...SALE, mode: "available", settleMinutes: 20, activate: true });
    const [before, during] = [at("07:00"), at("09:00")];
    const rules = { mode: "available", activate: true, graceMs: 1_200_000 };
    expect(rulesAt(chosen, before)).toEqual({ ...rules, decreasesOnly: false, now: before });
    expect(rulesAt(chosen, during)).toEqual({ ...rules, decreasesOnly: true, now: during });
  });
});

test.each([
  ["as long as chosen where the warehouse packs within half of it", 48, 24, 48],
  ["twice as long as the warehouse takes to pack, where that is longer", 48, 25, 50],
  ["no longer than 14 days for a warehouse that is slower still", 48, 400, 336],
  ["as long as chosen where that is longer than any packing time counts for", 336, 400, 336],
])("units that moved on one side wait for the other %s", (_, settleHours, packingHours, hours) => {
  const waits = { settleMinutes: settleHours * 60, packingMinutes: packingHours * 60 };
  expect(graceMsOf(waits)).toBe(hours * 3_600_000);
});

describe("of an SKU so many pieces are kept back:", () => {
  const chosen = settings({ ...SALE, buffer: 2, saleBuffer: 5 });
  test.each([
    ["what the shop's buffer says", null, "07:00", 2],
    ["what the SKU's own says, be it less", 1, "07:00", 1],
    ["be it nothing", 0, "07:00", 0],
    ["during a sale, what the sale's says", null, "12:00", 5],
    ["and no less than its own", 9, "12:00", 9],
    ["nor than the sale's", 0, "12:00", 5],
  ])("%s", (_what, own, now, kept) => {
    expect(bufferAt(chosen, { own, now: at(now) })).toBe(kept);
  });
});

describe("a variant's stock is written", () => {
  const [BEFORE, LATER] = [null, at("06:00")];
  test.each([
    ["when the shop is live", "live", BEFORE, false, true],
    ["when it was chosen before the others", "selection", BEFORE, true, true],
    ["not when others were", "selection", BEFORE, false, false],
    ["not before the shop is live", "shadow", BEFORE, true, false],
    ["not while stock is paused", "live", LATER, true, false],
    ["not while it is paused and was chosen", "selection", LATER, true, false],
  ] as const)("%s", (_when, phase, pausedAt, live, written) => {
    expect(isWritten({ phase, pausedAt }, { live })).toBe(written);
  });
});

describe("the merchant stands", () => {
  test.each<[string, Partial<StockSettings>, string]>([
    ["where the shop is", { phase: "live" }, "live"],
    ["where it is in part", { phase: "selection" }, "selection"],
    ["in a sale", { phase: "live", ...SALE }, "sale"],
    ["in a sale in part", { phase: "selection", ...SALE }, "sale"],
    ["nowhere new in a sale that nothing is written in", { phase: "shadow", ...SALE }, "shadow"],
    ["still, when stock is paused, sale or not", { phase: "live", ...SALE, pausedAt: at("06:00") }, "paused"],
  ])("%s", (_where, over, stand) => {
    expect(standOf(settings(over), at("12:00"))).toBe(stand);
  });
});
