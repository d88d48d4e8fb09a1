import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import {
  dataRequestIn,
  levelIn,
  orderIn,
  ordersToRedact,
  productIn,
  variantsIn,
} from "../../app/domain/events/shop-payloads.ts";

const GID = "gid://shopify";

describe("of a product's webhook is taken", () => {
  test.each([
    ["its whole id", { admin_graphql_api_id: `${GID}/Product/7`, id: 7, title: "Mug" }, `${GID}/Product/7`],
    ["its number where there is nothing else", { id: 7 }, `${GID}/Product/7`],
    [
      "its number where the id is another thing's",
      { admin_graphql_api_id: `${GID}/Order/8`, id: 7 },
      `${GID}/Product/7`,
    ],
    ["nothing where it names none", { title: "Mug" }, undefined],
    ["nothing where its number is none", { id: "7" }, undefined],
  ])("%s", (_what, payload, id) => expect(productIn(payload)).toBe(id));
});

describe("of a stock level's is taken", () => {
  const level = { inventory_item_id: 7, location_id: 9, available: 3, updated_at: "2026-01-01" };
  const told = { inventoryItemId: `${GID}/InventoryItem/7`, locationId: `${GID}/Location/9`, available: 3 };
  test.each([
    ["what it says", level, told],
    ["also below zero", { ...level, available: -2 }, { ...told, available: -2 }],
    ["that it is not said", { ...level, available: null }, { ...told, available: null }],
    ["nothing where it names no location", { ...level, location_id: undefined }, undefined],
    ["nothing where it counts in words", { ...level, available: "3" }, undefined],
  ])("%s", (_what, payload, read) => expect(levelIn(payload)).toEqual(read));
});

test("of an order's are taken its variants, each once; custom items have none", () => {
  const line_items = [7, null, 8, 7].map((variant_id) => ({ variant_id, quantity: 1 }));
  expect(variantsIn({ id: 1, line_items })).toEqual([`${GID}/ProductVariant/7`, `${GID}/ProductVariant/8`]);
  expect(variantsIn({ id: 1 })).toEqual([]);
  expect(variantsIn({ line_items: [{ variant_id: "x" }, null, { variant_id: 9 }] })).toEqual([
    `${GID}/ProductVariant/9`,
  ]);
});

test("of an order's is taken the order", () => {
  expect(orderIn({ id: 7, line_items: [] })).toBe(`${GID}/Order/7`);
  for (const payload of [{}, { id: "7" }, { id: 0 }, null]) expect(orderIn(payload)).toBeUndefined();
});

test("of what Shopify has to be told or to forget are taken the orders", () => {
  expect(ordersToRedact({ orders_to_redact: [1, 2] })).toEqual([`${GID}/Order/1`, `${GID}/Order/2`]);
  expect(ordersToRedact({ orders_to_redact: [1, "x", null, 2] })).toHaveLength(2);
  expect(ordersToRedact({})).toEqual([]);
  expect(dataRequestIn({ data_request: { id: 5 }, orders_requested: [1] })).toEqual({
    ...{ request: "5", orderIds: [`${GID}/Order/1`] },
  });
  expect(dataRequestIn({ data_request: { id: 5 } })).toEqual({ request: "5", orderIds: [] });
  expect(dataRequestIn({ orders_requested: [1] })).toBeUndefined();
});

test("whatever comes, nothing is taken but whole ids of the right kind", () => {
  const number = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.string(), fc.constant(null));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(`${GID}/Product/1`, `${GID}/Product/1\0`, `${GID}/Product/`),
  );
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        ...{ id: number, admin_graphql_api_id: text, inventory_item_id: number, location_id: number },
        ...{ available: number, orders_to_redact: fc.array(number), orders_requested: fc.array(number) },
        line_items: fc.array(fc.record({ variant_id: number })),
        data_request: fc.record({ id: number }),
      },
      { requiredKeys: [] },
    ),
  );
  const all = (kind: string, ids: readonly (string | undefined)[]) => {
    const whole = new RegExp(`^${GID}/${kind}/[1-9]\\d*$`);
    for (const id of ids) if (id !== undefined) expect(id).toMatch(whole);
  };
  fc.assert(
    fc.property(payload, (one) => {
      all("Product", [productIn(one)]);
      all("InventoryItem", [levelIn(one)?.inventoryItemId]);
      all("Location", [levelIn(one)?.locationId]);
      all("ProductVariant", variantsIn(one));
      all("Order", [orderIn(one), ...ordersToRedact(one), ...(dataRequestIn(one)?.orderIds ?? [])]);
      expect(new Set(variantsIn(one)).size).toBe(variantsIn(one).length);
    }),
    { numRuns: 300 },
  );
});
