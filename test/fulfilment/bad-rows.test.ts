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
