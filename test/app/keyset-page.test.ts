import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pageOf, readCursor, startOf, writeCursor, type Page } from "../../app/domain/keyset-page.ts";

const placeSchema = z.tuple([z.string(), z.int()]);

describe("a cursor in an address", () => {
  test("is the place it was written for, whatever things are called", () => {
    const name = fc.string({ unit: "binary" }).filter((text) => text.isWellFormed() && !text.includes("\0"));
    fc.assert(
      fc.property(fc.tuple(name, fc.maxSafeInteger()), (place) => {
        const cursor = writeCursor(place);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(readCursor(placeSchema, cursor)).toEqual(place);
      }),
    );
  });

  test("that is none counts as none, whatever stands there", () => {
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => btoa(encodeURI(json))),
    );
    fc.assert(
      fc.property(text, (cursor) => {
        const place = readCursor(placeSchema, cursor);
        expect(place === undefined || placeSchema.safeParse(place).success).toBe(true);
      }),
      { numRuns: 200 },
    );
    for (const none of [undefined, "", "!", writeCursor(null), writeCursor(["a"]), writeCursor(["a", 0.5])])
      expect(readCursor(placeSchema, none)).toBeUndefined();
  });

  test("that no database could look for counts as none", () => {
    for (const name of ["a\0b", "\ud800", "a\udc00"])
      expect(readCursor(placeSchema, writeCursor([name, 1]))).toBeUndefined();
  });

  test("says where to begin and which way; before goes before after", () => {
    const [one, other] = [writeCursor(["a", 1]), writeCursor(["b", 2])];
    expect(startOf(placeSchema, {})).toEqual({ place: undefined, backwards: false });
    expect(startOf(placeSchema, { after: one })).toEqual({ place: ["a", 1], backwards: false });
    expect(startOf(placeSchema, { before: one })).toEqual({ place: ["a", 1], backwards: true });
    expect(startOf(placeSchema, { after: one, before: other })).toEqual({ place: ["b", 2], backwards: true });
    expect(startOf(placeSchema, { after: one, before: "?" })).toEqual({ place: ["a", 1], backwards: false });
  });
});

describe("a list in pages", () => {
  /** As a database would read it: numbers in order, from a place on and one way. */
  function page(
    rows: readonly number[],
    { size, ...asked }: { size: number; after?: string; before?: string },
  ) {
    const start = startOf(z.int(), asked);
    const { place, backwards } = start;
    const sorted = backwards ? rows.toReversed() : rows;
    const beyond = sorted.filter((row) => place === undefined || (backwards ? row < place : row > place));
    return pageOf({ found: beyond.slice(0, size + 1), size, start, cursorOf: writeCursor });
  }
  const walk = (first: Page<number>, next: (page: Page<number>) => Page<number> | undefined) => {
    const pages = [first];
    for (let one = next(first); one; one = next(one)) pages.push(one);
    return pages;
  };

  test("shows every row once on the way to its end, and the same pages on the way back", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (some, size) => {
          const rows = some.toSorted((a, b) => a - b);
          const there = walk(page(rows, { size }), ({ next }) =>
            next === null ? undefined : page(rows, { size, after: next }),
          );
          expect(there.flatMap((one) => one.rows)).toEqual(rows);
          for (const one of there.slice(0, -1)) expect(one.rows).toHaveLength(size);
          const back = walk(there.at(-1)!, ({ previous }) =>
            previous === null ? undefined : page(rows, { size, before: previous }),
          );
          expect(back.toReversed().flatMap((one) => one.rows)).toEqual(rows);
          expect(there[0]!.previous).toBeNull();
          expect(there.at(-1)!.next).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    ["its first page", [1, 2, 3], {}, { rows: [1, 2], previous: null, next: 2 }],
    ["its last, when it is full", [1, 2], {}, { rows: [1, 2], previous: null, next: null }],
    ["a page within", [1, 2, 3, 4], { after: 1 }, { rows: [2, 3], previous: 2, next: 3 }],
    ["the page before one", [1, 2, 3, 4], { before: 4 }, { rows: [2, 3], previous: 2, next: 3 }],
    ["the first page, come back to", [1, 2, 3], { before: 3 }, { rows: [1, 2], previous: null, next: 2 }],
    ["nothing behind its end", [1, 2], { after: 2 }, { rows: [], previous: null, next: null }],
    ["nothing before its beginning", [1, 2], { before: 1 }, { rows: [], previous: null, next: null }],
  ])("shows %s", (_which, rows, asked, expected) => {
    const cursors = Object.entries(asked).map(([way, row]) => [way, writeCursor(row)]);
    const shown = page(rows, { size: 2, ...(Object.fromEntries(cursors) as object) });
    const cursor = (row: number | null) => (row === null ? null : writeCursor(row));
    expect(shown).toEqual({
      ...{ rows: expected.rows, previous: cursor(expected.previous), next: cursor(expected.next) },
    });
  });
});
