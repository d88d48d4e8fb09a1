import type { z } from "zod";
import { readRecord, readRows } from "./answers.ts";
import { FulfilmentError } from "./errors.ts";
import { listPages } from "./list-pages.ts";
import type { PageQuery } from "./requests.ts";
import type { Resource } from "./resource.ts";
import { parseJson, type Account } from "./transport.ts";

/** The largest page the interface allows. */
const LARGEST_PAGE = 100;

interface RecordKind<S extends z.ZodType> {
  schema: S;
  /** The field that identifies a record. */
  id: string;
}

/** Of so many rows at least one can be read; otherwise it is not one record that is wrong, but the list. */
export const CHECKED_ROWS = 10;

/** A record, or what is wrong with the row it was to be read from. */
type Row<T> = { key: string } & ({ record: T } | { unread: FulfilmentError });

/**
 * Pages of records, each record once however the rows move meanwhile (`listPages`). A row that cannot be read is
 * reported to the account's `onUnreadable` and left out: one bad record must not hide all the others.
 * @throws FulfilmentError `not-understood` for a page of ten rows or more of which none can be read
 */
export async function* listRecords<S extends z.ZodType>(
  { send, account }: Resource,
  about: RecordKind<S> & {
    path: string;
    page: PageQuery;
    params: URLSearchParams;
    expected?: number | undefined;
    /** The list belongs to one record. */
    namesRecord?: boolean;
  },
): AsyncGenerator<z.output<S>[]> {
  const { path, page, namesRecord } = about;
  const read = (skip: number, take: number) => {
    const query = new URLSearchParams(about.params);
    query.set("skip", String(skip));
    query.set("take", String(take));
    const readRowsOf = (body: string) => someReadable(rowsOf(about, body));
    return send({ method: "GET", path, query, read: readRowsOf, repeatable: true, namesRecord });
  };
  const rows = listPages({
    read: namesRecord ? read : aroundBadRows(read),
    keyOf: (row) => row.key,
    skip: page.skip ?? 0,
    take: page.take ?? LARGEST_PAGE,
    expected: about.expected,
  });
  for await (const some of rows) {
    const records = readable(account, some);
    if (records.length > 0) yield records;
  }
}

/** The smallest page the interface allows. */
const SMALLEST_PAGE = 10;
/** With so many parts that fail by themselves in one page, it is not single rows that are bad. */
const BAD_PARTS_MAX = 3;

/**
 * Reads a page by halves where the warehouse does not answer it whole, down to a part that fails by itself: its rows count as ones
 * that cannot be read, and whoever knows them asks for each alone. A page that was not answered at all is not split: each half
 * would take another time-out.
 * @throws FulfilmentError of the page where more than a few of its parts fail
 */
function aroundBadRows<T>(read: (skip: number, take: number) => Promise<Row<T>[]>) {
  return async (skip: number, take: number): Promise<Row<T>[]> => {
    let bad = 0;
    const readPart = async (from: number, count: number): Promise<Row<T>[]> => {
      try {
        return await read(from, count);
      } catch (error) {
        if (!(error instanceof FulfilmentError) || !mayBeOfOneRow(error)) throw error;
        const half = Math.ceil(count / 2);
        if (count - half < SMALLEST_PAGE) {
          if (++bad > BAD_PARTS_MAX) throw error;
          return Array.from({ length: count }, (_, row) => ({
            key: `unread row ${from + row}`,
            unread: error,
          }));
        }
        const first = await readPart(from, half);
        // Fewer than asked for: the list ends here.
        return first.length < half ? first : [...first, ...(await readPart(from + half, count - half))];
      }
    };
    return readPart(skip, take);
  };
}

/** Whether the warehouse has answered, about these rows and not about the account. What it lists is read row by row anyway. */
function mayBeOfOneRow({ code, status }: FulfilmentError): boolean {
  const isAnswer = status !== undefined && status !== 429;
  return isAnswer && (code === "unavailable" || code === "refused");
}

/** Reads an answer that is a list; what cannot be read goes the same way as in `listRecords`. */
export function readList<S extends z.ZodType>(account: Account, kind: RecordKind<S>) {
  return (body: string): z.output<S>[] => readable(account, rowsOf(kind, body));
}

/** Reads the beginning of a list only to find out whether it is one. @throws as `listRecords` */
export function checkList<S extends z.ZodType>(kind: RecordKind<S>) {
  return (body: string): void => void someReadable(rowsOf(kind, body));
}

function someReadable<T>(rows: Row<T>[]): Row<T>[] {
  if (rows.length < CHECKED_ROWS || rows.some((row) => "record" in row)) return rows;
  throw new FulfilmentError("not-understood", { message: "none of a list's rows can be read" });
}

function rowsOf<S extends z.ZodType>({ schema, id }: RecordKind<S>, body: string): Row<z.output<S>>[] {
  return readRows(parseJson(body)).map((raw) => {
    const named = (raw as Record<string, unknown> | null)?.[id];
    const isName = (typeof named === "string" && named !== "") || typeof named === "number";
    const key = isName ? String(named) : JSON.stringify(raw);
    try {
      return { key, record: readRecord(schema, raw) };
    } catch (error) {
      if (!(error instanceof FulfilmentError)) throw error;
      return { key, unread: error };
    }
  });
}

function readable<T>(account: Account, rows: Row<T>[]): T[] {
  const records: T[] = [];
  for (const row of rows)
    if ("record" in row) records.push(row.record);
    else account.onUnreadable?.(row.unread);
  return records;
}
