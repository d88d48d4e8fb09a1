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

/** A record, or what is wrong with the row it was to be read from. */
type Row<T> = { key: string } & ({ record: T } | { unread: FulfilmentError });

/**
 * Pages of records, each record once however the rows move meanwhile (`listPages`). A row that cannot be read is
 * reported to the account's `onUnreadable` and left out: one bad record must not hide all the others.
 */
export async function* listRecords<S extends z.ZodType>(
  { send, account }: Resource,
  about: RecordKind<S> & {
    path: string;
    page: PageQuery;
    params: URLSearchParams;
    expected?: number | undefined;
  },
): AsyncGenerator<z.output<S>[]> {
  const { path, page } = about;
  const read = (skip: number, take: number) => {
    const query = new URLSearchParams(about.params);
    query.set("skip", String(skip));
    query.set("take", String(take));
    return send({ method: "GET", path, query, read: (body) => rowsOf(about, body), repeatable: true });
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
