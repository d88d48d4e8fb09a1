import { unguardFormulas } from "../csv/guard-formulas.ts";
import { readCsv, UnreadableFileError, type UnreadableFile } from "../csv/read-csv.ts";
import { checkSkus } from "../catalog/check-skus.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { MOST_LINES } from "./purchase-content.ts";
import { describe } from "./show-goods.ts";

/** What is said of each row of a file before anything of it is announced. */
export type LineVerdict =
  | "good"
  /** Nothing is wrong with it as far as is known, but the warehouse could not be asked about its SKU. */
  | "not-checked"
  | "unknown-sku"
  | "bad-quantity"
  | "twice"
  | "no-sku"
  | "cells";

export interface FileLine {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number;
  sku: Sku;
  /** As written; of a row that can be announced a whole number. */
  quantity: string;
  /** What the warehouse calls it; empty when that is not known. */
  description: string;
  verdict: LineVerdict;
}

export type LinesFileOutcome =
  | { outcome: "read"; lines: FileLine[] }
  | UnreadableFile
  | { outcome: "column-missing"; column: Column }
  | { outcome: "column-twice"; column: Column }
  | { outcome: "too-many-rows" }
  /** There is no row below the headings. */
  | { outcome: "empty" };

/** How each column may be headed, in any case, spaces and hyphens aside. */
const HEADINGS = { sku: ["sku", "warehousesku"], quantity: ["quantity", "qty", "pieces"] };
type Column = keyof typeof HEADINGS;
const COLUMNS = Object.keys(HEADINGS) as Column[];

/**
 * Reads a file of goods to announce, with the columns `sku` and `quantity`, and judges each row. Nothing is announced, and
 * nothing of the file is kept: what comes back goes into the form.
 */
export async function readLinesFile(
  ctx: ShopContext,
  { content }: { content: AsyncIterable<Uint8Array> },
): Promise<LinesFileOutcome> {
  try {
    const read = await readRows(content);
    return Array.isArray(read) ? { outcome: "read", lines: await judge(ctx, read) } : read;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return error.reason;
  }
}

interface ReadRow {
  row: number;
  sku: string;
  quantity: string;
  /** It has more cells than the file has columns: most likely a separator in an unquoted cell. */
  isTooLong: boolean;
}

async function readRows(
  content: AsyncIterable<Uint8Array>,
): Promise<ReadRow[] | Exclude<LinesFileOutcome, { outcome: "read" }>> {
  let header: string[] | undefined;
  const rows: ReadRow[] = [];
  let row = 0;
  for await (const cells of readCsv(content, countHeadings)) {
    row += 1;
    if (!header) {
      header = cells.map(headingKey);
      const wrong = faultOfHeader(header);
      if (wrong) return wrong;
      continue;
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (rows.length === MOST_LINES) return { outcome: "too-many-rows" };
    const [sku, quantity] = COLUMNS.map((column) =>
      unguardFormulas(cells[positionOf(header!, column)] ?? ""),
    );
    const isTooLong = cells.slice(header.length).some((extra) => extra.trim() !== "");
    rows.push({ row, sku: sku ?? "", quantity: (quantity ?? "").trim(), isTooLong });
  }
  return rows.length > 0 ? rows : { outcome: "empty" };
}

const headingKey = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
const positionOf = (header: readonly string[], column: Column) =>
  header.findIndex((heading) => HEADINGS[column].includes(heading));

function countHeadings(cells: readonly string[]): number {
  const known = Object.values(HEADINGS).flat();
  return cells.filter((cell) => known.includes(headingKey(cell))).length;
}

function faultOfHeader(header: readonly string[]) {
  for (const column of COLUMNS) {
    const count = header.filter((heading) => HEADINGS[column].includes(heading)).length;
    if (count === 0) return { outcome: "column-missing", column } as const;
    if (count > 1) return { outcome: "column-twice", column } as const;
  }
  return undefined;
}

/** A whole number from 1 up, of no more digits than the warehouse's integers hold. */
const PIECES = /^0*[1-9][0-9]{0,8}$/;

/** Space around an SKU may be part of it; where the warehouse has it only without, it is a slip. */
function spellingsOf(sku: Sku): Sku[] {
  const trimmed = sku.trim() as Sku;
  return trimmed === sku ? [sku] : [sku, trimmed];
}

async function judge(ctx: ShopContext, rows: readonly ReadRow[]): Promise<FileLine[]> {
  const asked = rows
    .filter(({ sku, isTooLong }) => sku.trim() !== "" && !isTooLong)
    .map(({ sku }) => sku as Sku);
  const { found, unchecked } = await checkSkus(ctx, { skus: asked, spellingsOf });
  const named = rows.map((row) => {
    const sku = found.get(row.sku as Sku) ?? (row.sku.trim() as Sku);
    return { ...row, sku, isFound: found.has(row.sku as Sku), isUnchecked: unchecked.has(row.sku as Sku) };
  });
  const descriptions = await describe(ctx, [...found.values()]);
  const times = Map.groupBy(named, ({ sku }) => sku);
  return named.map(({ row, sku, quantity, isTooLong, isFound, isUnchecked }) => {
    const verdictOf = (): LineVerdict => {
      if (isTooLong) return "cells";
      if (sku === "") return "no-sku";
      if (!isFound && !isUnchecked) return "unknown-sku";
      if (!PIECES.test(quantity)) return "bad-quantity";
      if (times.get(sku)!.length > 1) return "twice";
      return isFound ? "good" : "not-checked";
    };
    return {
      ...{ row, sku, description: descriptions.get(sku) ?? "", verdict: verdictOf() },
      quantity: PIECES.test(quantity) ? String(Number(quantity)) : quantity,
    };
  });
}
