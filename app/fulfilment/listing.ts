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
    read,
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
    const key = typeof named === "string" && named !== "" ? named : JSON.stringify(raw);
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
