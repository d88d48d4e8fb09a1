import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { SENDER_FIELDS, type SenderField } from "../../app/domain/inbounds/sender.ts";
import { DEFECTIVE_AS, readReturnForm, RETURN_SWITCHES } from "../../app/domain/returns/read-return-form.ts";
import { changedFields, readTyped, senderRules } from "../../app/domain/returns/announce/sender-form.ts";

describe("the merchant's choices about returns", () => {
  const ALL_OFF = Object.fromEntries(RETURN_SWITCHES.map((name) => [name, false]));

  test("are taken as typed: what is ticked is on, and everything else is off", () => {
    expect(
      readReturnForm({
        announce: "on",
        label: "yes",
        expectedDays: " 14 ",
        overdueDays: "7",
        defectiveAs: "left",
      }),
    ).toEqual({
      outcome: "read",
      settings: { ...ALL_OFF, announce: true, expectedDays: 14, overdueDays: 7, defectiveAs: "left" },
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ["no days at all", { expectedDays: "0" }, []],
    ["a year", { expectedDays: "365" }, []],
    ["more than a year", { expectedDays: "366" }, ["expectedDays"]],
    ["less than none", { expectedDays: "-1" }, ["expectedDays"]],
    ["days in words", { expectedDays: "two" }, ["expectedDays"]],
    ["nothing", { expectedDays: "" }, ["expectedDays"]],
    ["more than a year beyond them", { overdueDays: "366" }, ["overdueDays"]],
    ["another fate of what is defective", { defectiveAs: "burnt" }, ["defectiveAs"]],
    ["both", { expectedDays: "", defectiveAs: "" }, ["expectedDays", "defectiveAs"]],
  ])("with %s", (_what, typed, faults) => {
    const result = readReturnForm({ expectedDays: "14", overdueDays: "14", defectiveAs: "left", ...typed });
    expect(result.outcome === "invalid" ? result.faults : []).toEqual(faults);
  });

  test("are read or refused by name, whatever was sent", () => {
    const form = fc.dictionary(
      fc.oneof(fc.constantFrom(...RETURN_SWITCHES, "expectedDays", "defectiveAs", "__proto__"), fc.string()),
      fc.oneof(fc.string(), fc.constantFrom("on", "14", ...DEFECTIVE_AS)),
    );
    fc.assert(
      fc.property(form, (typed) => {
        const result = readReturnForm(typed);
        if (result.outcome === "invalid") expect(result.faults.length).toBeGreaterThan(0);
        else
          expect(Object.keys(result.settings).toSorted()).toEqual(
            [...RETURN_SWITCHES, "expectedDays", "defectiveAs"].toSorted(),
          );
      }),
      { numRuns: 500 },
    );
  });
});

describe("a sender typed by hand", () => {
  const typed = fc
    .tuple(...SENDER_FIELDS.map(() => fc.option(fc.string({ unit: "binary" }), { nil: undefined })))
    .map((values) =>
      Object.fromEntries(SENDER_FIELDS.map((field, index) => [field, values[index]])),
    ) as fc.Arbitrary<Partial<Record<SenderField, string>>>;

  test("loses the space around it and nothing else, and is the same when it is read again", () => {
    fc.assert(
      fc.property(typed, (one) => {
        const read = readTyped(one);
        for (const field of SENDER_FIELDS) expect(read[field] ?? "").toBe(one[field]?.trim() ?? "");
        expect(readTyped(read)).toEqual(read);
        expect(changedFields(read, read)).toEqual([]);
      }),
    );
  });

  test("is changed in the fields that differ; nothing and an empty text are one", () => {
    const before = { senderName: "Robin", senderCity: null, senderEmail: "" };
    expect(changedFields({ senderName: "Robin" }, before)).toEqual([]);
    expect(changedFields({ senderCity: "Gent" }, before)).toEqual(["senderName", "senderCity"]);
  });

  test("knows its rules from those who judge it", () => {
    const rules = senderRules();
    expect(rules.filter(({ isNeeded }) => isNeeded).map(({ field }) => field)).toEqual([
      ...["senderName", "senderAddressLine1", "senderCity", "senderCountryCode"],
    ]);
    expect(Object.fromEntries(rules.map(({ field, limit }) => [field, limit]))).toEqual({
      ...{ senderName: 100, senderEmail: 80, senderPhonenumber: null, senderAddressLine1: 100 },
      ...{ senderAddressLine2: 100, senderPostCode: 20, senderCity: 30, senderCountryCode: 2 },
    });
  });
});
