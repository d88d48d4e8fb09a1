import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { guardFormulas } from "../../app/domain/csv/guard-formulas.ts";
import { countHeadings, HEADINGS, readHeader, readRow } from "../../app/domain/catalog/upload/mapping-csv.ts";

const ALL = Object.values(HEADINGS);
const GID = "gid://shopify/ProductVariant/";

/** A row under the headings, as it is read. */
function read(headings: string, ...cells: string[]) {
  const header = readHeader(headings.split(","));
  if (header.outcome !== "columns") throw new Error(`The headings were refused: ${header.outcome}.`);
  return readRow(cells, header.columns);
}

describe("the headings of a file", () => {
  test("name the columns that say something, wherever they stand", () => {
    expect(readHeader(ALL)).toEqual({
      outcome: "columns",
      columns: { at: { shopSku: 2, variant: 4, decision: 6, sku: 7, quantity: 8 }, width: 9 },
    });
    expect(readHeader(["Warehouse SKU", "Note", "Shop SKU"])).toEqual({
      outcome: "columns",
      columns: { at: { sku: 0, shopSku: 2 }, width: 3 },
    });
  });

  test.each([
    ["in another case", "VARIANT ID,decision"],
    ["without spaces", "VariantID,Decision"],
    ["with other signs between", "variant_id, De-cision "],
  ])("are known %s", (_how, headings) => {
    expect(readHeader(headings.split(","))).toMatchObject({ columns: { at: { variant: 0, decision: 1 } } });
  });

  test.each([
    ["by its id and a decision", "Variant ID,Decision", "columns"],
    ["by its id and goods", "Variant ID,Warehouse SKU", "columns"],
    ["by the shop's SKU and a decision", "Shop SKU,Decision", "columns"],
    ["by nothing", "Decision,Warehouse SKU", "variant"],
    ["by its id alone", "Variant ID,Quantity", "word"],
    ["by its title", "Product,Variant,Decision", "variant"],
  ])("must say which variant is meant, and what of it: %s", (_how, headings, missing) => {
    const header = readHeader(headings.split(","));
    if (missing === "columns") expect(header.outcome).toBe("columns");
    else expect(header).toEqual({ outcome: "columns-missing", missing });
  });

  test("must not be there twice, unless they say nothing", () => {
    expect(readHeader(["Quantity", "Variant ID", "quantity"])).toEqual({
      outcome: "column-twice",
      column: "Quantity",
    });
    expect(readHeader(["Note", "Variant ID", "Note", "Decision"]).outcome).toBe("columns");
  });

  test("are counted, those that say something alone", () => {
    expect(countHeadings(ALL)).toBe(5);
    expect(countHeadings(["Variant ID;Decision", "Price"])).toBe(0);
    expect(countHeadings(["variant-id", "QUANTITY"])).toBe(2);
  });
});

describe("a row", () => {
  const HEADS = "Variant ID,Shop SKU,Decision,Warehouse SKU,Quantity";
  const one = { variant: `${GID}1`, shopSku: "", decision: "mapped", sku: "MUG", quantity: "", pieces: 1 };

  test.each([
    ["that names goods means that they are mapped, each once", ["1", "", "", "MUG", ""], one],
    ["may say so", ["1", "", "mapped", "MUG", ""], one],
    ["in any case, with space around", [" 1 ", "", " MAPPED", "MUG", " "], one],
    ["may name the variant by its whole id", [`${GID}1`, "", "", "MUG"], one],
    [
      "or by its number, however long",
      ["1234567890", "", "", "MUG"],
      { ...one, variant: `${GID}1234567890` },
    ],
    ["or by something that only begins with one", ["1x", "", "", "MUG"], { ...one, variant: "1x" }],
    ["or by something else that is none", ["x1", "", "", "MUG"], { ...one, variant: "x1" }],
    ["or by the shop's SKU", ["", "M-1", "", "MUG"], { ...one, variant: "", shopSku: "M-1" }],
    [
      "keeps the space around an SKU",
      ["", " M", "", " MUG "],
      { ...one, variant: "", shopSku: " M", sku: " MUG " },
    ],
    ["is rid of what guards it in a spreadsheet", ["1", "", "", "'=MUG"], { ...one, sku: "=MUG" }],
    ["may name several pieces", ["1", "", "", "MUG", "6"], { ...one, quantity: "6", pieces: 6 }],
    ["with zeroes before them", ["1", "", "", "MUG", " 006"], { ...one, quantity: "006", pieces: 6 }],
    [
      "as many as a database holds",
      ["1", "", "", "MUG", "999999999"],
      { ...one, quantity: "999999999", pieces: 999_999_999 },
    ],
    ["that takes a mapping away", ["1", "", "unmapped", ""], { ...one, decision: "unmapped", sku: "" }],
    ["that sets a variant aside", ["1", "", "ignored", ""], { ...one, decision: "ignored", sku: "" }],
    ["that says nothing", ["1", "", "", ""], { ...one, decision: null, sku: "" }],
    ["that is too short says nothing in the cells it lacks", ["1"], { ...one, decision: null, sku: "" }],
    ["with empty cells too many", ["1", "", "", "MUG", "", " ", ""], one],
  ])("%s", (_what, cells, asked) => {
    expect(read(HEADS, ...cells)).toEqual(asked);
  });

  test.each(["0", "000", "-1", "1.5", "1e3", "many", "1000000000", "6 pieces"])(
    "whose quantity is %j names no number of pieces",
    (quantity) => {
      expect(read(HEADS, "1", "", "", "MUG", quantity)).toEqual({ ...one, quantity, pieces: null });
    },
  );

  test.each([
    ["with more cells than columns", ["1", "", "", "MUG", "1", "x"], "cells"],
    ["with a decision that is none of ours", ["1", "", "maybe", "MUG"], "decision"],
    ["that names no variant", [" ", "", "", "MUG"], "no-variant"],
    ["that is mapped to nothing", ["1", "", "mapped", ""], "no-sku"],
    ["that is wrong in all of it: the first counts", ["", "", "maybe", "", "", "x"], "cells"],
    ["with a wrong decision for no variant: the first counts", ["", "", "maybe", ""], "decision"],
    ["that maps no variant to nothing: the first counts", ["", "", "mapped", ""], "no-variant"],
  ])("%s cannot be read", (_what, cells, why) => {
    expect(read(HEADS, ...cells)).toMatchObject({ why });
  });

  test.each([[[]], [[""]], [[" ", "\t"]], [["", "", "", "", "", ""]]])("of nothing is none: %j", (cells) => {
    expect(read(HEADS, ...cells)).toBeNull();
  });
});

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom("1", " ", "mapped", "MAPPED", "ignored", "'=1", "'", "999999999", "1000000000"),
);

test("whatever stands in a file, each of its rows is read, or said why not", () => {
  const heading = fc.oneof(fc.constantFrom(...ALL), cell);
  fc.assert(
    fc.property(fc.array(heading, { maxLength: 8 }), fc.array(cell, { maxLength: 10 }), (headings, cells) => {
      const header = readHeader(headings);
      if (header.outcome !== "columns") return;
      const asked = readRow(cells, header.columns);
      expect(asked === null).toBe(cells.every((one) => one.trim() === ""));
      if (!asked || asked.why) return;
      expect(asked.variant + asked.shopSku).not.toBe("");
      if (asked.decision === "mapped") expect(asked.sku).not.toBe("");
      if (asked.pieces !== null) expect(asked.pieces).toBe(Math.floor(asked.pieces));
      if (asked.pieces !== null) expect(asked.pieces).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

test("nothing of an SKU is lost or cut between being written into a cell and read from it", () => {
  fc.assert(
    fc.property(cell, cell, (shopSku, sku) => {
      fc.pre((shopSku + sku).trim() !== "");
      const asked = read("Shop SKU,Warehouse SKU", guardFormulas(shopSku), guardFormulas(sku));
      expect(asked).toMatchObject({ shopSku, sku });
    }),
  );
});
