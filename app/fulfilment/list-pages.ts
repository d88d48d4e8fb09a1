import { FulfilmentError } from "./errors.ts";

/** Pages in a row that bring nothing new, after which the listing is taken for one that does not page at all. */
const MOST_IDLE = 20;
/** Times a listing is read anew because something appeared in what was read already. */
const MOST_PASSES = 3;

export interface PageSource<T> {
  read(skip: number, take: number): Promise<T[]>;
  /** What stays the same when the row moves. */
  keyOf(row: T): string;
  skip: number;
  take: number;
}

/**
 * Rows of a listing that others change while it is read, each once. Pages overlap by one row, so a shift shows:
 * - rows were removed before the boundary: what comes next moved up into the page already read. That page is read
 *   again, further back if need be, until it begins with a row we know.
 * - rows appeared before the boundary, or while a page was read again: they may be rows that moved there from where we
 *   had not been, so when the end is reached the listing is read once more for those.
 *
 * Every row that is there from beginning to end comes out exactly once, as long as rows are added and removed; also
 * when one moves to the front. Not noticed: a row that moves forward past the boundary while as many others go from
 * before it, between the same two requests.
 * @throws FulfilmentError `not-understood` when the listing ignores `skip`.
 */
export async function* listPages<T>(source: PageSource<T>): AsyncGenerator<T[]> {
  const out = new Set<string>();
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const walk = { appeared: false };
    for await (const rows of walkOnce(source, walk)) {
      const fresh = [...new Map(rows.map((row) => [source.keyOf(row), row]))].filter(
        ([key]) => !out.has(key),
      );
      fresh.forEach(([key]) => out.add(key));
      if (fresh.length > 0) yield fresh.map(([, row]) => row);
    }
    if (!walk.appeared) return;
  }
}

async function* walkOnce<T>(
  { read, keyOf, skip, take }: PageSource<T>,
  walk: { appeared: boolean },
): AsyncGenerator<T[]> {
  const known = new Set<string>();
  let from = skip;
  let anchor: string | undefined;
  let stepBack = take - 1;
  /** What stood at the boundary that we do not know, for which we went back. */
  let stray: { at: number; key: string | undefined } | undefined;
  for (let idle = 0; idle < MOST_IDLE; idle++) {
    const rows = await read(from, take);
    const keys = rows.map(keyOf);
    const anchored = from === skip || (keys[0] !== undefined && known.has(keys[0]));
    if (!anchored) {
      stray = { at: from, key: keys[0] };
      from = Math.max(skip, from - stepBack);
      stepBack *= 2;
      continue;
    }
    const still = stray ? keys[stray.at - from] === stray.key : anchor === undefined || keys[0] === anchor;
    if (!still) walk.appeared = true;
    if (keys.some((key) => !known.has(key))) idle = 0;
    keys.forEach((key) => known.add(key));
    yield rows;
    if (rows.length < take) return;
    stepBack = take - 1;
    stray = undefined;
    anchor = keys.at(-1);
    from += rows.length - 1;
  }
  throw new FulfilmentError("not-understood", {
    message: `${MOST_IDLE} pages of a listing held nothing new: it does not heed skip, or does not hold still`,
  });
}
