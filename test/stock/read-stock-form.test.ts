import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { MOST_KEPT, readBuffer } from "../../app/domain/stock/settings/read-buffer.ts";
import {
  readStockForm,
  STOCK_FIELDS,
  writeStockForm,
  writeTime,
  type StockForm,
} from "../../app/domain/stock/settings/read-stock-form.ts";

const TYPED: StockForm = {
  ...{ mode: "on_hand", buffer: "2", settleHours: "72", activate: "on", stopBeyond: "10" },
  ...{ saleFrom: "", saleUntil: "", saleBuffer: "0", timeZone: "Europe/Amsterdam" },
  soldElsewhere: "yes",
};
const read = (over: Partial<StockForm>) => readStockForm({ ...TYPED, ...over });
const faults = (over: Partial<StockForm>) => {
  const result = read(over);
  return result.outcome === "invalid" ? result.faults : [];
};

describe("pieces to keep back", () => {
  test.each([
    ["0", 0],
    [" 12 ", 12],
    ["007", 7],
    [String(MOST_KEPT - 1), MOST_KEPT - 1],
    [String(MOST_KEPT), MOST_KEPT],
    [String(MOST_KEPT + 1), undefined],
    ["00000012", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["", undefined],
    ["many", undefined],
  ])("typed as %j are %j", (typed, pieces) => expect(readBuffer(typed)).toBe(pieces));
});

describe("the merchant's choices about stock", () => {
  test("are taken as typed", () => {
    expect(read({ saleFrom: "2026-11-27T08:00", saleUntil: "2026-11-28T08:00" })).toEqual({
      outcome: "read",
      settings: {
        ...{
          mode: "on_hand",
          buffer: 2,
          settleMinutes: 4_320,
          activate: true,
          stopBeyond: 10,
          saleBuffer: 0,
          soldElsewhere: true,
        },
        ...{ saleFrom: new Date("2026-11-27T07:00Z"), saleUntil: new Date("2026-11-28T07:00Z") },
      },
    });
    expect(read({ mode: "available", activate: "" })).toMatchObject({
      settings: { mode: "available", activate: false, saleFrom: null, saleUntil: null },
    });
  });

  test.each<[string, Partial<StockForm>, string[]]>([
    ["another mode", { mode: "both" }, ["mode"]],
    ["a buffer of less than none", { buffer: "-1" }, ["buffer"]],
    ["a sale's, too", { saleBuffer: "x" }, ["saleBuffer"]],
    ["a wait of an hour", { settleHours: "1" }, []],
    ["no wait at all", { settleHours: "0" }, ["settleHours"]],
    ["a wait of part of an hour", { settleHours: "1.5" }, ["settleHours"]],
    ["a wait of two weeks", { settleHours: "336" }, []],
    ["a longer wait", { settleHours: "337" }, ["settleHours"]],
    ["a share of everything", { stopBeyond: "100" }, []],
    ["more than everything", { stopBeyond: "101" }, ["stopBeyond"]],
    ["a beginning with seconds", { saleFrom: "2026-11-27T08:00:30" }, []],
    ["a beginning with parts of seconds", { saleFrom: "2026-11-27T08:00:30.125" }, []],
    ["a beginning with half a second's figure", { saleFrom: "2026-11-27T08:00:3" }, ["saleFrom"]],
    ["a beginning with something behind it", { saleFrom: "2026-11-27T08:00 " }, ["saleFrom"]],
    ["a beginning with something before it", { saleFrom: "x2026-11-27T08:00" }, ["saleFrom"]],
    ["a beginning of nothing but space", { saleFrom: " " }, []],
    ["a sale with a beginning alone", { saleFrom: "2026-11-27T08:00" }, []],
    ["one with an end alone", { saleUntil: "2026-11-27T08:00" }, ["saleFromMissing"]],
    ["one that ends before it begins", sale("2026-11-27T08:00", "2026-11-27T07:59"), ["saleUntilBefore"]],
    ["one that ends as it begins", sale("2026-11-27T08:00", "2026-11-27T08:00"), ["saleUntilBefore"]],
    ["one that begins in words", sale("friday", "2026-11-27T08:00"), ["saleFrom"]],
    ["a day that there is not", { saleFrom: "2026-02-30T08:00" }, ["saleFrom"]],
    ["an hour that there is not", { saleFrom: "2026-02-28T24:30" }, ["saleFrom"]],
    ["a year long gone", { saleFrom: "0026-11-27T08:00" }, ["saleFrom"]],
    ["a time zone that there is not", { saleFrom: "2026-11-27T08:00", timeZone: "Mars/Base" }, ["saleFrom"]],
    ["no answer to who else sells", { soldElsewhere: "" }, []],
    ["an answer that is none", { soldElsewhere: "maybe" }, ["soldElsewhere"]],
    ["two of these", { mode: "", buffer: "" }, ["mode", "buffer"]],
  ])("with %s", (_what, over, named) => expect(faults(over)).toEqual(named));

  test("are read or refused by name, whatever was typed", () => {
    const typed = fc.oneof(
      fc.string(),
      fc.constantFrom("on", "on_hand", "0", "5", "UTC", "2026-11-27T08:00", "2026-11-27T08:00:30.5", " "),
    );
    const form = fc.tuple(...STOCK_FIELDS.map(() => typed)).map((values) => {
      return Object.fromEntries(STOCK_FIELDS.map((field, index) => [field, values[index]])) as StockForm;
    });
    fc.assert(
      fc.property(form, (one) => {
        const result = readStockForm(one);
        if (result.outcome === "invalid") expect(result.faults.length).toBeGreaterThan(0);
        else for (const value of Object.values(result.settings)) expect(value).not.toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

function sale(saleFrom: string, saleUntil: string) {
  return { saleFrom, saleUntil };
}

test.each<[string, Partial<StockForm>]>([
  ["all that can be typed", { saleFrom: "2026-11-27T08:00", saleUntil: "2026-11-28T08:00", saleBuffer: "5" }],
  ["nothing that may be left out", { mode: "available", activate: "", soldElsewhere: "" }],
  ["another answer", { soldElsewhere: "no" }],
])("a form with %s is shown as it was typed", (_what, over) => {
  const typed = { ...TYPED, ...over };
  const result = readStockForm(typed);
  if (result.outcome !== "read") throw new Error(`It was refused: ${result.faults.join()}`);
  expect(writeStockForm(result.settings, typed.timeZone)).toEqual(typed);
});

test("a wait of part of an hour is shown as the longer one, which is safer", () => {
  const result = readStockForm(TYPED);
  if (result.outcome !== "read") throw new Error(`It was refused: ${result.faults.join()}`);
  const { settings } = result;
  expect(writeStockForm({ ...settings, settleMinutes: 61 }, "UTC").settleHours).toBe("2");
  expect(writeStockForm({ ...settings, settleMinutes: 59 }, "UTC").settleHours).toBe("1");
});

test("a time that is shown and sent back is the same minute, in every zone and at every hour of the year", () => {
  const minute = fc
    .date({ min: new Date("2001-01-02"), max: new Date("2099-12-30"), noInvalidDate: true })
    .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
  const zone = fc.constantFrom("UTC", "Europe/Amsterdam", "America/St_Johns", "Asia/Kolkata", "Pacific/Apia");
  fc.assert(
    fc.property(minute, zone, (at, timeZone) => {
      const shown = writeTime(at, timeZone);
      const result = read({ saleFrom: shown, timeZone });
      if (result.outcome !== "read") throw new Error(`${shown} was refused.`);
      const again = result.settings.saleFrom!;
      // An hour that comes twice in autumn is shown alike both times: then it is the one or the other.
      expect(writeTime(again, timeZone)).toBe(shown);
      expect(Math.abs(again.getTime() - at.getTime())).toBeLessThanOrEqual(60 * 60_000);
    }),
    { numRuns: 200 },
  );
  expect(writeTime(null, "UTC")).toBe("");
});
