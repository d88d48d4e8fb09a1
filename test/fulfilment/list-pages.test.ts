import fc from "../support/fast-check.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { listPages } from "../../app/fulfilment/list-pages.ts";
import { all, openWarehouse } from "./bench.ts";

/** A change that somebody makes to the listing; positions are shares of its length, 0 to 1. */
type Change =
  | { kind: "add"; at: number; count: number }
  | { kind: "remove"; at: number; count: number }
  | { kind: "move"; from: number; to: number };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const added = fc.record({
  kind: fc.constant("add" as const),
  at: share,
  count: fc.integer({ min: 1, max: 40 }),
});
const removed = fc.record({
  kind: fc.constant("remove" as const),
  at: share,
  count: fc.integer({ min: 1, max: 40 }),
});
const moved = fc.record({ kind: fc.constant("move" as const), from: share, to: share });

/** A listing that changes after each request: what is there all the time, what was read, and how often was asked. */
async function readChanging(
  length: number,
  { take, changes, expected }: { take: number; changes: Change[][]; expected?: number },
) {
  let rows = Array.from({ length }, (_, index) => `row ${index}`);
  const steady = new Set(rows);
  let fresh = 0;
  let asked = 0;
  const change = (one: Change) => {
    const index = (at: number) => Math.floor(at * rows.length);
    if (one.kind === "add") {
      const added = Array.from({ length: one.count }, () => `new ${fresh++}`);
      rows.splice(index(one.at), 0, ...added);
    } else if (one.kind === "remove") {
      for (const row of rows.splice(index(one.at), one.count)) steady.delete(row);
    } else {
      const [row] = rows.splice(index(one.from), 1);
      if (row !== undefined) rows.splice(index(one.to), 0, row);
    }
    rows = [...rows];
  };
  const read = async (skip: number, size: number) => {
    const page = rows.slice(skip, skip + size);
    changes[asked++]?.forEach(change);
    return page;
  };
  const out = await all(listPages({ read, keyOf: (row) => row, skip: 0, take, expected }));
  return { out, steady, asked };
}

/** Nobody may know how many rows there are, and who knows may be wrong. */
const expectation = fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined });
const listing = {
  length: fc.integer({ min: 0, max: 300 }),
  read: fc.record({ take: fc.integer({ min: 10, max: 60 }), expected: expectation }),
};

test("whatever is added and removed meanwhile, every row that stays comes out once", async () => {
  const changes = fc.array(fc.array(fc.oneof(added, removed), { maxLength: 4 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(listing.length, listing.read, changes, async (length, about, all) => {
      const { out, steady } = await readChanging(length, { ...about, changes: all });
      expect(new Set(out).size).toBe(out.length);
      const got = new Set(out);
      expect([...steady].filter((row) => !got.has(row))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("a row that moves meanwhile comes out once, wherever it goes", async () => {
  const changes = fc.array(fc.array(moved, { maxLength: 1 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(listing.length, listing.read, changes, async (length, about, all) => {
      const { out, steady } = await readChanging(length, { ...about, changes: all });
      expect(out.toSorted()).toEqual([...steady].toSorted());
    }),
    { numRuns: 1_000 },
  );
});

test("a row that moves to the front while a page is read again comes out", async () => {
  const back: Change = { kind: "move", from: 0, to: 0.95 };
  const front: Change = { kind: "move", from: 18 / 21, to: 0 };
  const { out, steady } = await readChanging(21, { take: 10, changes: [[], [back], [front]] });
  expect(out.toSorted()).toEqual([...steady].toSorted());
});

test("a row that is removed has only its page read again", async () => {
  const gone: Change = { kind: "remove", at: 5 / 35, count: 1 };
  const { out, asked } = await readChanging(35, { take: 10, changes: [[gone]] });
  expect(out).toHaveLength(35);
  expect(asked).toBe(6);
});

test("a listing that holds still is read once, each page overlapping the next by a row", async () => {
  const { out, asked } = await readChanging(200, { take: 100, changes: [] });
  expect(out).toHaveLength(200);
  expect(asked).toBe(3);
});

test.each([200, 199, 397])(
  "of %i rows no page is asked for more than without reading ahead",
  async (length) => {
    const alone = await readChanging(length, { take: 100, changes: [] });
    const ahead = await readChanging(length, { take: 100, changes: [], expected: length });
    expect(ahead).toEqual(alone);
  },
);

test("as far as rows are expected the next page is asked for before one has come", async () => {
  const asked: number[] = [];
  const read = async (skip: number, take: number) => {
    asked.push(skip);
    await nextTurn();
    return Array.from({ length: Math.min(take, 35 - skip) }, (_, index) => `row ${skip + index}`);
  };
  const pages = listPages({ read, keyOf: (row) => row, skip: 0, take: 10, expected: 25 });
  const atEachPage: number[][] = [];
  for await (const page of pages) atEachPage.push([page.length, ...asked]);
  expect(atEachPage).toEqual([
    [10, 0, 9],
    [9, 0, 9, 18],
    [9, 0, 9, 18],
    [7, 0, 9, 18, 27],
  ]);
});

test("a page that was asked for too early and failed is an error only when it is its turn", async () => {
  const read = async (skip: number, take: number) => {
    if (skip > 0) throw new Error("gone");
    return Array.from({ length: take }, (_, index) => `row ${index}`);
  };
  const pages = listPages({ read, keyOf: (row) => row, skip: 0, take: 10, expected: 20 });
  await expect(pages.next()).resolves.toMatchObject({ done: false });
  await expect(pages.next()).rejects.toThrow("gone");
});

test("a listing that pays no heed to skip is an error, not an endless loop", async () => {
  const page = Array.from({ length: 10 }, (_, index) => String(index));
  const pages = listPages({ read: async () => page, keyOf: (row) => row, skip: 0, take: 10 });
  await expect(all(pages)).rejects.toMatchObject({ code: "not-understood" });
});

test("products deleted and made at the warehouse while it is read are no reason to miss others", async () => {
  const stock = Object.fromEntries(Array.from({ length: 35 }, (_, index) => [`S${index}`, 0]));
  const { client, requests } = await openWarehouse({ stock });
  const seen: string[] = [];
  for await (const page of client.products.pages({ take: 10 })) {
    if (seen.length === 0) for (const sku of ["S0", "S1", "S9"]) await client.products.delete(sku);
    if (seen.length === 0) await client.products.create({ sku: "NEW" });
    seen.push(...page.map(({ sku }) => sku));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining([...Object.keys(stock), "NEW"]));
  expect((await requests()).filter(({ method }) => method === "GET").length).toBeGreaterThan(4);
});

test("rows to leave out at the beginning stay left out, however the rest moves", async () => {
  const stock = Object.fromEntries(Array.from({ length: 35 }, (_, index) => [`S${index}`, 0]));
  const { client } = await openWarehouse({ stock });
  const read = await all(client.products.pages({ skip: 20, take: 10 }));
  expect(read.map(({ sku }) => sku)).toEqual(Object.keys(stock).slice(20));
});
