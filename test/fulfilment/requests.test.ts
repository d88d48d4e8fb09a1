import { describe, expect, test } from "vitest";
import { DOCUMENTED } from "../../app/fulfilment/settings.ts";
import {
  checked,
  newInbound,
  newProduct,
  productChanges,
  type NewInbound,
} from "../../app/fulfilment/requests.ts";
import en from "../../app/i18n/locales/en/warehouse-errors.json" with { type: "json" };
import { openWarehouse } from "./bench.ts";

const inbound: NewInbound = {
  ...{ ref: "RET-1", type: "return", expectedReceiveDate: "2030-04-01" },
  lines: [{ ref: "1", sku: "MUG", quantity: 1 }],
};

const violation = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe("what is too long is refused with field, limit and length:", () => {
  test.each([
    ["supplierRef", 35],
    ["senderName", 100],
    ["senderEmail", 80],
    ["senderAddressLine1", 100],
    ["senderAddressLine2", 100],
    ["senderPostCode", 20],
    ["senderCity", 30],
    ["senderCountryCode", 2],
  ])("%s over %i", (field, limit) => {
    expect(checked(newInbound, { ...inbound, [field]: "ü".repeat(limit) })).toBeTruthy();
    const error = violation(() => checked(newInbound, { ...inbound, [field]: "ü".repeat(limit + 7) }));
    expect(error).toMatchObject({ code: "invalid", rule: "too-long", field, limit, length: limit + 7 });
    expect(String(error)).not.toContain("ü");
    expect(error).toMatchObject({
      sentence: { key: "invalid-too-long", values: { field, limit, length: limit + 7 } },
    });
  });
});

describe("what is of the wrong kind is refused with field and rule:", () => {
  test.each([
    ["expectedReceiveDate", undefined, "missing"],
    ["expectedReceiveDate", "2030-02-30", "not-a-date"],
    ["expectedReceiveDate", "01.04.2030", "not-a-date"],
    ["type", "gift", "not-allowed"],
    ["ref", "", "missing"],
    ["ref", "..", "not-allowed"],
    ["ref", "\ud800", "not-allowed"],
    ["lines", undefined, "missing"],
    ["senderName", null, "not-allowed"],
    ["status", "new", "not-allowed"],
    ["lines[0].quantity", [{ ref: "1", sku: "MUG", quantity: 1.5 }], "not-a-count"],
    ["lines[0].quantity", [{ ref: "1", sku: "MUG", quantity: -1 }], "not-a-count"],
    ["lines[0].quantity", [{ ref: "1", sku: "MUG", quantity: "1" }], "not-a-count"],
    ["lines[0].quantity", [{ ref: "1", sku: "MUG" }], "missing"],
    ["lines[1].sku", [...inbound.lines, { ref: "2", sku: ".", quantity: 1 }], "not-allowed"],
  ])("an inbound's %s as %j", (field, value, rule) => {
    const name = field.replace(/\[.*/, "");
    const error = violation(() => checked(newInbound, { ...inbound, [name]: value }));
    expect(error).toMatchObject({ code: "invalid", field, rule, retryable: false });
  });

  test.each([
    ["url", "http://shop.example/mug", "not-https"],
    ["imageUrl", "mug.jpg", "not-https"],
    ["weight", -1, "not-a-count"],
    ["width", 0.5, "not-a-count"],
    ["height", 3e12, "out-of-range"],
    ["stock", 3, "not-allowed"],
  ])("a product's %s as %j", (field, value, rule) => {
    expect(violation(() => checked(newProduct, { sku: "MUG", [field]: value }))).toMatchObject({
      field,
      rule,
    });
    expect(violation(() => checked(productChanges, { [field]: value }))).toMatchObject({ field, rule });
  });
});

test("a product keeps its sku: a change of it is not sent", () => {
  expect(violation(() => checked(productChanges, { sku: "OTHER" } as object))).toMatchObject({
    field: "sku",
  });
});

test("what is left out is not sent, and what is null is only where the interface takes it", async () => {
  const { client, atFloor } = await openWarehouse({ stock: { MUG: 1 } });
  await client.inbounds.create({ ...inbound, expectedReceiveDate: "2030-04-01", senderAddressLine2: null });
  expect(await atFloor("inbounds")).toMatchObject([{ senderAddressLine2: "", senderName: "" }]);
  await client.products.update("MUG", {});
});

test("more products than fit into one bulk request are refused, for the caller to divide", async () => {
  const { client, requests } = await openWarehouse({ settings: { bulkSize: 2 } });
  const products = ["A", "B", "C"].map((sku) => ({ sku }));
  const refused = client.products.createMany(products, { skipDuplicates: true });
  await expect(refused).rejects.toMatchObject({ code: "invalid", rule: "out-of-range", limit: 2 });
  expect(await requests()).toEqual([]);
  expect(DOCUMENTED.bulkSize).toBeGreaterThan(2);
});

test("every violation and every other failure has its sentence: what happened, and what to do", () => {
  const codes = [
    ...[
      "unreachable",
      "unavailable",
      "token-refused",
      "forbidden",
      "redirected",
      "not-understood",
      "not-found",
      "refused",
    ],
    ...["refused-unexplained", "label-unusable", "invalid", "invalid-too-long", "invalid-missing"],
    ...["invalid-not-https", "invalid-not-a-date", "invalid-not-a-count", "invalid-out-of-range"],
    "invalid-not-allowed",
  ];
  expect(Object.keys(en.warehouseError).sort()).toEqual(codes.sort());
});
