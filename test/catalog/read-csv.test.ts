import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { MOST_ROW_BYTES, readCsv, UnreadableFileError } from "../../app/domain/csv/read-csv.ts";
import { writeCsv } from "../../app/domain/csv/write-csv.ts";
import { unguardFormulas } from "../../app/domain/csv/guard-formulas.ts";

const countHeadings = (cells: readonly string[]) => cells.filter((cell) => cell === "sku").length;

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

async function rowsOf(content: AsyncIterable<Uint8Array>): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const cells of readCsv(content, countHeadings)) rows.push(cells);
  return rows;
}

/** The rows, or why there are none. Anything else that is thrown is a mistake of ours. */
async function outcomeOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    return JSON.stringify(await rowsOf(content));
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.reason.outcome;
    throw error;
  }
}

const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 });
/** What is special in a file of rows, more often than chance has it. */
const special = fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\r", "\n", "a", "\0", "ä", "😀") });

describe("however a file is cut into pieces on its way, it is read as if it came whole:", () => {
  const files = fc.oneof(
    special.map((text) => Buffer.from(`sku${text}`)),
    special.map((text) => Buffer.from(`\uFEFFsku,${text}`)),
    special.map((text) => Buffer.from(`\uFEFFsku\t${text}`, "utf16le")),
  );
  test("its rows, or why it cannot be", async () => {
    await fc.assert(
      fc.asyncProperty(files, sizes, async (file, cuts) => {
        expect(await outcomeOf(inPieces(file, cuts))).toBe(await outcomeOf(inPieces(file, [])));
      }),
      { numRuns: 60 },
    );
  });

  test("of any bytes, whether it can be", async () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some));
    // Of two faults, of a quote and of a letter, the one that is met first is told, and that depends on the pieces.
    const readOrNot = async (content: AsyncIterable<Uint8Array>) =>
      (await outcomeOf(content)).replace(/^(quotes|not-unicode)$/, "unreadable");
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (file, cuts) => {
        expect(await readOrNot(inPieces(file, cuts))).toBe(await readOrNot(inPieces(file, [])));
      }),
      { numRuns: 60 },
    );
  });
});

test("what is written is read again, to the letter", async () => {
  const text = fc.oneof(special, fc.string({ unit: "binary" })).map((one) => one.replaceAll("\0", ""));
  const row = fc.record({ sku: text, note: text });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), sizes, async (rows, cuts) => {
      const parts: Buffer[] = [];
      async function* source() {
        yield* rows;
      }
      for await (const part of writeCsv({ sku: "sku", note: "note" }, source())) parts.push(part as Buffer);
      const [header, ...read] = await rowsOf(inPieces(Buffer.concat(parts), cuts));
      expect(header).toEqual(["sku", "note"]);
      expect(read.map((cells) => cells.map(unguardFormulas))).toEqual(
        rows.map(({ sku, note }) => [sku, note]),
      );
    }),
    { numRuns: 50 },
  );
});

describe("a file is taken", () => {
  /** So many bytes in one row, as they come in from the network. */
  async function* ofBytes(bytes: number) {
    const piece = Buffer.alloc(64 * 1024, "x");
    let left = bytes;
    for (; left > piece.length; left -= piece.length) yield piece;
    yield piece.subarray(0, left);
  }

  test("up to a row of some 128 KiB, which is nobody's", async () => {
    expect(await rowsOf(ofBytes(MOST_ROW_BYTES))).toHaveLength(1);
    expect(await outcomeOf(ofBytes(MOST_ROW_BYTES + 16))).toBe("quotes");
  });

  test("or refused at its first wrong quote, however many follow", async () => {
    const depth = 400_000;
    const json = Buffer.from(`${'{"a":'.repeat(depth)}0${"}".repeat(depth)}`);
    expect(await outcomeOf(inPieces(json, []))).toBe("quotes");
  });
});
