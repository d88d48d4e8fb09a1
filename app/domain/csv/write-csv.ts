import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { guardFormulas } from "./guard-formulas.ts";

/**
 * Rows as CSV in UTF-8 with a byte order mark, without which Excel takes it for something else; texts that a spreadsheet
 * would take for formulas are guarded. `headings` says how each column is headed, in their order. Rows are asked for as
 * the stream is read. It fails when they do; a file that ended without failing is whole.
 */
export function writeCsv<Column extends string>(
  headings: Record<Column, string>,
  rows: AsyncIterable<Record<Column, string | number | null>>,
): Readable {
  const csv = stringify({
    ...{ bom: true, header: true, record_delimiter: "windows", quote_record_delimiter: true },
    columns: Object.entries(headings).map(([key, header]) => ({ key, header: String(header) })),
    cast: { string: guardFormulas },
  });
  // Whoever reads the stream hears of a failure there.
  pipeline(Readable.from(rows), csv, () => undefined);
  return Readable.from(inBlocks(csv));
}

/** Bytes that are handed on at once: each row by itself would cost more to send than to make. */
const BLOCK_BYTES = 64 * 1024;

async function* inBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let block: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    block.push(chunk);
    size += chunk.length;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(block, size);
    block = [];
    size = 0;
  }
  yield Buffer.concat(block, size);
}
