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
  /**
   * About how many rows there are. As far as that, the next page is asked for while the one before it is on its way or being
   * worked on: two are under way at once, and no more are read than otherwise. `Infinity`: always, which reads one in vain at
   * the end. None when it is left out.
   */
  expected?: number | undefined;
}

/**
 * Rows of a listing that others change while it is read, each once. Pages overlap by one row, so a shift shows:
 * - rows were removed before the boundary: what comes next moved up into the page already read. That page is read
 *   again, further back if need be, until it begins with a row we know.
 * - rows appeared before the boundary, or while a page was read again: they may be rows that moved there from where we
 *   had not been, so when the end is reached the listing is read once more for those.
 *
 * Every row that is there from beginning to end comes out exactly once, as long as rows are added and removed; also
 * when one moves to the front. Not noticed: a row that moves past the boundary while as many others go the other way,
 * between the same two requests.
 * @throws FulfilmentError `not-understood` when the listing ignores `skip`.
 */
export async function* listPages<T>(source: PageSource<T>): AsyncGenerator<T[]> {
  let out: Set<string> | undefined;
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const walk = { known: new Set<string>(), appeared: false };
    for await (const rows of walkOnce(source, walk)) {
      const fresh = rows.filter((row) => !out?.has(source.keyOf(row)));
      if (fresh.length > 0) yield fresh;
    }
    if (!walk.appeared) return;
    // Most listings are read once, and the names of what was read are not kept twice.
    out = out ? new Set([...out, ...walk.known]) : walk.known;
  }
}

/** One pass, row by row each once; `walk` holds what it has seen. */
async function* walkOnce<T>(
  source: PageSource<T>,
  walk: { known: Set<string>; appeared: boolean },
): AsyncGenerator<T[]> {
  const { keyOf, skip, take } = source;
  const { known } = walk;
  const read = readingAhead(source);
  let from = skip;
  let anchor: string | undefined;
  let stepBack = take - 1;
  /** What stood at the boundary that we do not know, for which we went back. */
  let stray: { at: number; key: string | undefined } | undefined;
  for (let idle = 0; idle < MOST_IDLE; idle++) {
    const rows = await read(from);
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
    const fresh = rows.filter((_, index) => {
      const size = known.size;
      return known.add(keys[index]!).size > size;
    });
    if (fresh.length > 0) {
      idle = 0;
      yield fresh;
    }
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

/** Reads the page that begins at a row, and asks for the one after it as long as that is expected to bring something. */
function readingAhead<T>({ read, skip, take, expected = 0 }: PageSource<T>): (from: number) => Promise<T[]> {
  let coming: { from: number; rows: Promise<T[]> } | undefined;
  return (from) => {
    const rows = coming?.from === from ? coming.rows : read(from, take);
    const next = from + take - 1;
    coming = undefined;
    if (next + 1 < skip + expected) {
      coming = { from: next, rows: read(next, take) };
      coming.rows.catch(() => undefined); // Thrown when it is its turn.
    }
    return rows;
  };
}
