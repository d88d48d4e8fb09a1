import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { guardFormulas, unguardFormulas } from "../../app/domain/csv/guard-formulas.ts";

describe("a cell that a spreadsheet would take for a formula", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+49 170", "'+49 170"],
    ["-5", "'-5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["\n=1", "'\n'=1"],
    ["  =1", "'  =1"],
    ["＝1＋1", "'＝1＋1"],
    ["Mug;=HYPERLINK(A1)", "Mug;'=HYPERLINK(A1)"],
    ["Mug\n-2", "Mug\n'-2"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
  ])("%j is written as %j", (text, written) => {
    expect(guardFormulas(text)).toBe(written);
    expect(unguardFormulas(written)).toBe(text);
  });

  test.each(["Mug", "0017", "'n Beetje", "A-1", "5 = 5", "Mug, -blue", "", "'", " "])(
    "%j is none and stays as it is",
    (text) => {
      expect(guardFormulas(text)).toBe(text);
      expect(unguardFormulas(text)).toBe(text);
    },
  );

  test("no text at all is changed by being written and read", () => {
    const tricky = fc.string({ unit: fc.constantFrom("'", "=", "-", ";", "\t", "\n", "\r", " ", "a", "＠") });
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: "binary" })), (text) => {
        const written = guardFormulas(text);
        expect(unguardFormulas(written)).toBe(text);
        expect(written).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n][=+\-@＝＋－＠]/);
      }),
      { numRuns: 500 },
    );
  });
});
