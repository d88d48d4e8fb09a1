import fc from "../support/fast-check.ts";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { openCatalogue } from "./bench.ts";
import { exportText, tryFile, verdicts } from "./csv-bench.ts";

const bench = await openCatalogue();

test("what is exported and uploaded again changes nothing, whatever things are called", async () => {
  // PostgreSQL holds every letter but this one.
  const text = (minLength: number) =>
    fc
      .oneof(
        fc.string({
          unit: fc.constantFrom("'", '"', "=", ";", ",", "\t", "\n", "\r", " ", "0", "a"),
          minLength,
        }),
        fc.string({ unit: "binary", minLength }),
      )
      .map((one) => one.replaceAll("\0", "0"));
  const part = fc.record({ sku: text(1), quantity: fc.integer({ min: 1, max: 999_999_999 }) });
  const variant = fc.record({
    ...{ title: text(0), option: text(0), sku: fc.option(text(1)), barcode: fc.option(text(1)) },
    parts: fc.uniqueArray(part, { maxLength: 3, selector: ({ sku }) => sku }),
    gone: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(variant, { minLength: 1, maxLength: 8 }), async (variants) => {
      await bench.empty();
      for (const [index, { title, option, sku, barcode, parts, gone }] of variants.entries()) {
        const variantId = `gid://shopify/ProductVariant/${index}`;
        await bench.variants({ [variantId]: {} });
        await bench.ctx.db.variant.updateMany({
          where: { variantId },
          data: { productTitle: title, variantTitle: option, sku, barcode },
        });
        const goods = Object.fromEntries(parts.map((one) => [one.sku, one.quantity]));
        await bench.decide(variantId, parts.length > 0 ? "mapped" : "ignored", goods);
        if (gone) await bench.gone(variantId);
      }
      const result = await tryFile(bench.ctx, await exportText(bench.ctx));
      const rows = variants.reduce((sum, { parts }) => sum + Math.max(1, parts.length), 0);
      expect(result).toMatchObject({ outcome: "tried", verdicts: { same: rows } });
    }),
    { numRuns: 40 },
  );
});

describe("the exported file", () => {
  test("says all there is to say, a kit in rows one below the other", async () => {
    await bench.variants({
      mug: { sku: "M1", barcode: "400" },
      new: {},
      old: {},
      set: { sku: "SET" },
      tea: {},
    });
    await bench.map("mug", { "007": 1 });
    await bench.map("old", { "O;1": 1 });
    await bench.gone("old");
    await bench.map("set", { BOX: 1, CUP: 6 });
    await bench.decide("tea", "ignored");
    const text = await exportText(bench.ctx);
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text.slice(1).split("\r\n")).toEqual([
      "Product,Variant,Shop SKU,Barcode,Variant ID,State,Decision,Warehouse SKU,Quantity",
      "mug,,M1,400,mug,unmapped,mapped,007,1",
      "new,,,,new,unmapped,,,",
      "old,,,,old,tombstoned,mapped,O;1,1",
      "set,,SET,,set,unmapped,mapped,BOX,1",
      "set,,SET,,set,unmapped,mapped,CUP,6",
      "tea,,,,tea,unmapped,ignored,,",
      "",
    ]);
  });

  test("is a header alone for an empty shop", async () => {
    expect(parse(await exportText(bench.ctx), { bom: true })).toHaveLength(1);
  });

  test("holds nothing of another shop", async () => {
    await bench.elsewhere((other) => other.variants({ theirs: { sku: "T" } }));
    expect(await exportText(bench.ctx)).not.toContain("theirs");
  });
});

describe("an uploaded file is read", () => {
  beforeEach(async () => {
    await bench.variants({ mug: { sku: "M" }, cup: { sku: "C" } });
    await bench.products({ 'A;"1"': {}, "B,2": {} });
  });

  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

  test.each<[string, string | Uint8Array]>([
    ["with commas", 'Variant ID,Warehouse SKU\nmug,"A;""1"""\ncup,"B,2"\n'],
    ["with semicolons", 'Variant ID;Warehouse SKU\nmug;"A;""1"""\ncup;B,2\n'],
    ["with tabs", 'Variant ID\tWarehouse SKU\nmug\t"A;""1"""\ncup\tB,2\n'],
    ["with a byte order mark", '\uFEFFVariant ID,Warehouse SKU\nmug,"A;""1"""\ncup,"B,2"\n'],
    ["with Windows' line breaks", 'Variant ID,Warehouse SKU\r\nmug,"A;""1"""\r\ncup,"B,2"\r\n'],
    ["with old Macs' line breaks", 'Variant ID,Warehouse SKU\rmug,"A;""1"""\rcup,"B,2"\r'],
    ["without a line break at its end", 'Variant ID,Warehouse SKU\nmug,"A;""1"""\ncup,"B,2"'],
    ["all in quotes", '"Variant ID","Warehouse SKU"\n"mug","A;""1"""\n"cup","B,2"\n'],
    [
      "with its columns in any order and case",
      'warehouse_sku,NOTE,VARIANTID\n"A;""1""",x,mug\n"B,2",y,cup\n',
    ],
    ["with the shop's SKUs instead of ids", 'Shop SKU,Warehouse SKU\nM,"A;""1"""\nC,"B,2"\n'],
    [
      "with a title that has line breaks",
      'Product,Variant ID,Warehouse SKU\n"a\nb",mug,"A;""1"""\n"c\r\nd",cup,"B,2"\n',
    ],
    ["with empty rows", 'Variant ID,Warehouse SKU\n\nmug,"A;""1"""\n,\ncup,"B,2"\n\n,,\n'],
    ["as Excel's Unicode text", utf16('Variant ID\tWarehouse SKU\r\nmug\t"A;""1"""\r\ncup\tB,2\r\n')],
  ])("%s", async (_how, file) => {
    expect(await verdicts(bench.ctx, file)).toEqual(["new", "new"]);
  });

  test("with the number of a variant for its id, as the admin's address shows it", async () => {
    await bench.variants({ "gid://shopify/ProductVariant/42": {} });
    expect(await verdicts(bench.ctx, 'Variant ID,Warehouse SKU\n42,"B,2"\n')).toEqual(["new"]);
  });
});

describe("a file is refused as a whole, and leaves no trace,", () => {
  test.each<[string, string | Uint8Array, object]>([
    ["when it is empty", "", { outcome: "empty" }],
    ["when it has only a header", "Variant ID,Decision\r\n", { outcome: "empty" }],
    [
      "when nothing names the variant",
      "Warehouse SKU,Quantity\nA,1\n",
      { outcome: "columns-missing", missing: "variant" },
    ],
    [
      "when nothing says what it is",
      "Variant ID,Quantity\nmug,1\n",
      { outcome: "columns-missing", missing: "word" },
    ],
    [
      "when a column is there twice",
      "Variant ID,Decision,variant id\n",
      { outcome: "column-twice", column: "Variant ID" },
    ],
    ["when a quote is out of place", 'Variant ID,Decision\na,\nb,"x"y\n', { outcome: "quotes", row: 3 }],
    ["when a quote is never closed", 'Variant ID,Decision\na,\n"b,\nc,\n', { outcome: "quotes", row: 3 }],
    ["when a quote in its header is", 'Variant ID,"Decision\na,\n', { outcome: "quotes", row: 1 }],
    [
      "when it is not in Unicode",
      Buffer.from("Variant ID,Decision\nm\xfctze,\n", "latin1"),
      { outcome: "not-unicode" },
    ],
    [
      "when it is a picture",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      { outcome: "not-unicode" },
    ],
  ])("%s", async (_why, file, outcome) => {
    expect(await tryFile(bench.ctx, file)).toEqual(outcome);
    expect(await bench.ctx.db.mappingUpload.count()).toBe(0);
  });
});
