import { expect, test } from "vitest";
import { all, openWarehouse } from "./bench.ts";

const SKUS = Array.from({ length: 30 }, (_, index) => `SKU-${String(index).padStart(2, "0")}`);

const status = (code: number) => ({ when: "request", action: { kind: "status", status: code } });

/** The warehouse fails to list the row at place seven: each page that holds it fails. */
const AROUND_SEVEN = "skip=0&take=(100|50|25|13)$";
/** The smallest part of a page of a hundred. */
const PART = 13;

test.each([422, 500])(
  "a row that the warehouse fails to list with %i hides only its part of a page",
  async (code) => {
    const stock = Object.fromEntries(SKUS.map((sku) => [sku, 1]));
    const { client, fault, unreadable } = await openWarehouse({ stock });
    const before = await all(client.products.pages());
    await fault({ path: AROUND_SEVEN, ...status(code) });
    const found = await all(client.products.pages());
    expect(found.map(({ sku }) => sku)).toEqual(before.map(({ sku }) => sku).slice(PART));
    expect(unreadable.map((error) => error.status)).toEqual(Array.from({ length: PART }, () => code));
  },
);

test("a row named by a number is the same row when something else of it has changed", async () => {
  const { client, fault, requests } = await openWarehouse();
  const rows = (from: number, to: number, stock: number) =>
    Array.from({ length: to - from }, (_, index) => ({ sku: from + index, stock }));
  const page = (skip: number, body: object[]) =>
    fault({ path: `skip=${skip}&`, action: { kind: "status", status: 200, body } });
  await page(0, rows(1000, 1100, 1));
  await page(99, rows(1099, 1150, 2));
  const found = await all(client.products.pages());
  expect(found.map(({ sku }) => Number(sku))).toEqual(rows(1000, 1150, 0).map(({ sku }) => sku));
  expect(await requests()).toHaveLength(2);
});

test("a create that may be under way for longer may appear for longer", async () => {
  const ofTimeOut = async (timeOutMs: number) =>
    (await openWarehouse({ settings: { timeOutMs } })).client.mayAppearMs;
  expect(await ofTimeOut(10_000)).toBe(60_000);
  expect(await ofTimeOut(45_000)).toBeGreaterThanOrEqual(4 * 45_000);
});

test("a list that fails whole is no list of bad rows", async () => {
  const { client, fault, requests } = await openWarehouse({ stock: { MUG: 1 } });
  await fault({ path: "/products", ...status(422) });
  await expect(all(client.products.pages())).rejects.toMatchObject({ code: "refused" });
  expect((await requests()).length).toBeLessThan(20);
});

test("a warehouse that does not answer is not asked for halves of a page", async () => {
  const { client, fault, requests } = await openWarehouse({ stock: { MUG: 1 } });
  await fault({ path: "/products", when: "request", action: { kind: "reset" } });
  await expect(all(client.products.pages())).rejects.toMatchObject({ code: "unreachable" });
  expect((await requests()).length).toBeLessThanOrEqual(3);
});
