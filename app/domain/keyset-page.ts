import type { z } from "zod";

/*
 * Long lists are read page by page, each beginning behind the row the one before ended with, so that a page deep in a
 * list costs what the first one does. The cursor in an address is that row's place in the order.
 */

/** Which page is wanted: what comes after a cursor, or before one; without, the first. */
export interface PageAsked {
  after?: string | undefined;
  before?: string | undefined;
}

export interface Page<Row> {
  rows: Row[];
  /** Cursors of the pages around it; null where there is none. */
  previous: string | null;
  next: string | null;
}

/** Where to begin to read, and which way. A cursor that is no cursor counts as none, which is the first page. */
export function startOf<Place>(
  place: z.ZodType<Place>,
  asked: PageAsked,
): { cursor: Place | undefined; backwards: boolean } {
  const before = readCursor(place, asked.before);
  return { cursor: before ?? readCursor(place, asked.after), backwards: before !== undefined };
}

/** The page that was found when one row more than `size` was asked for from where `startOf` said. */
export function pageOf<Row, Place>(about: {
  found: readonly Row[];
  size: number;
  start: { cursor: Place | undefined; backwards: boolean };
  placeOf(row: NoInfer<Row>): Place;
}): Page<Row> {
  const { found, size, placeOf } = about;
  const { cursor, backwards } = about.start;
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && cursor && (!backwards || more) ? writeCursor(placeOf(first)) : null,
    next: last && (backwards || more) ? writeCursor(placeOf(last)) : null,
  };
}

/** A place in an order, as it goes into an address. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readCursor<Place>(place: z.ZodType<Place>, text: string | undefined): Place | undefined {
  if (!text) return undefined;
  try {
    return place.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
