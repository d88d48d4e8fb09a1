import type { z } from "zod";
import { isStorable } from "./address-values.ts";

/*
 * Long lists are read page by page, each beginning behind the row the one before ended with, so that a page deep in a
 * list costs what the first one does. The cursor in an address is that row's place in the order.
 */

/** Which page is wanted: what comes after a cursor, or before one; without, the first. */
export interface PageAsked<Cursor = string> {
  after?: Cursor | undefined;
  before?: Cursor | undefined;
}

export interface Page<Row, Cursor = string> {
  rows: Row[];
  /** Cursors of the pages around it; null where there is none. */
  previous: Cursor | null;
  next: Cursor | null;
}

/** Where a page is read from, and which way; from the list's beginning without a place. */
export interface Start<Place> {
  place: Place | undefined;
  backwards: boolean;
}

/** Where to begin to read, and which way. A cursor that is no cursor counts as none, which is the first page. */
export function startOf<Place>(schema: z.ZodType<Place>, asked: PageAsked): Start<Place> {
  const before = readCursor(schema, asked.before);
  return { place: before ?? readCursor(schema, asked.after), backwards: before !== undefined };
}

/** The page that was found when one row more than `size` was asked for from `start`. */
export function pageOf<Row, Cursor>(about: {
  found: readonly Row[];
  size: number;
  start: Start<unknown>;
  cursorOf(row: NoInfer<Row>): Cursor;
}): Page<Row, Cursor> {
  const { found, size, cursorOf } = about;
  const { place, backwards } = about.start;
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first !== undefined && place !== undefined && (!backwards || more) ? cursorOf(first) : null,
    next: last !== undefined && (backwards || more) ? cursorOf(last) : null,
  };
}

/** A place in an order, as it goes into an address. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readCursor<Place>(schema: z.ZodType<Place>, text: string | undefined): Place | undefined {
  if (!text) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return isStorable(place) ? schema.safeParse(place).data : undefined;
  } catch {
    return undefined;
  }
}
