import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";

/** Bytes of a file that are taken. A row is some 150 of them: more rows than are taken below. */
export const MOST_BYTES = 64 * 1024 * 1024;
/** Bytes of one row. Nobody's row is a tenth of it; a quote that is never closed would make the rest of the file one. */
export const MOST_ROW_BYTES = 128 * 1024;
/** Characters of a header in which columns are looked for, for each separator: some 20 ms. Shopify's own has two thousand. */
const MOST_HEADER_LENGTH = 32 * 1024;
const SEPARATORS = [",", ";", "\t"];
const LINE_BREAKS = ["\r\n", "\n", "\r"];

export type UnreadableFile =
  | { outcome: "too-large" }
  /** It is not in Unicode: letters beyond English would be lost. */
  | { outcome: "not-unicode" }
  /** A quote stands where none may stand, or is never closed: from this row of the file on, nothing is sure. */
  | { outcome: "quotes"; row: number };

/** The file as a whole cannot be read. */
export class UnreadableFileError extends Error {
  readonly reason: UnreadableFile;
  constructor(reason: UnreadableFile) {
    super(`an uploaded file cannot be read: ${reason.outcome}`);
    this.reason = reason;
  }
}

/**
 * The rows of a CSV file, the header first, as they come in: separated by comma, semicolon or tab, in UTF-8 or, with a
 * byte order mark, UTF-16, with any line breaks. `countHeadings` says how many of the columns that are looked for a line
 * names: of several ways to split the file, the one with the most is right.
 * @throws UnreadableFileError, maybe after some rows
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  countHeadings: (cells: readonly string[]) => number,
): AsyncGenerator<string[]> {
  const texts = decoded(bytes);
  const first = await firstLine(texts);
  const parser = parse({
    ...{
      delimiter: separatorOf(first, countHeadings),
      record_delimiter: LINE_BREAKS,
      max_record_size: MOST_ROW_BYTES,
    },
    // Rows of other lengths are looked at by whoever knows the columns.
    relax_column_count: true,
  });
  // A failure of the source reaches the loop below through the parser.
  pipeline(startingWith(first, texts), parser, () => undefined);
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFileError({ outcome: "quotes", row: Number(error.records ?? 0) + 1 });
  }
}

/** The text of a file within its limit. A NUL, which no database can hold and nobody can see, is left out. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let waiting = Buffer.alloc(0);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new UnreadableFileError({ outcome: "too-large" });
      // The first two bytes tell how the rest is to be read, and may come one by one.
      if (!decoder) waiting = Buffer.concat([waiting, chunk]);
      if (waiting.length < BOM_BYTES) continue;
      const known = decoder ? chunk : waiting;
      decoder ??= decoderOf(known);
      yield decoder.decode(known, { stream: true }).replaceAll("\0", "");
    }
    yield decoder ? decoder.decode() : decoderOf(waiting).decode(waiting).replaceAll("\0", "");
  } catch (error) {
    const undecodable = (error as { code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA";
    throw undecodable ? new UnreadableFileError({ outcome: "not-unicode" }) : error;
  }
}

/** Of UTF-16's byte order mark; UTF-8 is tried where it does not stand. */
const BOM_BYTES = 2;

function decoderOf(start: Uint8Array): TextDecoder {
  const isUtf16 = start[0] === 0xff && start[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true });
}

/** The beginning of a file, with its first line or as much of it as is looked at. */
async function firstLine(texts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  while (!/[\r\n]/.test(text) && text.length < MOST_HEADER_LENGTH) {
    const next = await texts.next();
    if (next.done) break;
    text += next.value;
  }
  return text;
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** The separator that makes the first line name most of our columns. */
function separatorOf(text: string, countHeadings: (cells: readonly string[]) => number): string {
  const [line = ""] = text.slice(0, MOST_HEADER_LENGTH).split(/[\r\n]/, 1);
  const named = (delimiter: string) => countHeadings(cellsOf(line, delimiter));
  const best = SEPARATORS.map((separator) => ({ separator, named: named(separator) })).sort(
    (a, b) => b.named - a.named,
  );
  return best[0]?.separator ?? ",";
}

/** The cells of a line; none where its quotes are wrong. The parser stops at the first: each costs a copy of its cell. */
function cellsOf(line: string, delimiter: string): string[] {
  try {
    return parseAtOnce(line, { delimiter })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}
