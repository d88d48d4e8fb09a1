import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { readActivity } from "../../app/domain/activity/activity-kinds.ts";
import { SKIP_REASONS } from "../../app/domain/catalog/push/product-to-send.ts";
import {
  readPushReason,
  writePushReason,
  type PushReason,
} from "../../app/domain/catalog/push/push-reason.ts";
import { orderIdSchema, shopVariantIdSchema } from "../../app/domain/id-schemas.ts";
import { kindOf } from "../../app/domain/work/task-kinds.ts";

describe("why a product was not created", () => {
  const text = fc.string({ unit: "binary" });
  const values = fc.record({ field: text, limit: fc.integer(), length: fc.integer(), reason: text });
  test("reads as it was kept, whatever the warehouse's words are", () => {
    const reason: fc.Arbitrary<PushReason> = fc.oneof(
      fc.constantFrom(...SKIP_REASONS).map((because) => ({ because })),
      values.map((all) => ({ sentence: { key: "refused" as const, values: all } })),
    );
    fc.assert(
      fc.property(reason, (one) => {
        expect(readPushReason(writePushReason(one))).toEqual(one);
      }),
    );
  });
});

test("whatever an older version has kept of what happened is told, or left out", () => {
  const details = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom("count", "goods", "sku", "of"), fc.jsonValue()),
  );
  const kind = fc.oneof(
    fc.constantFrom("mapped", "live", "settings-changed", "toString", "__proto__"),
    fc.string(),
  );
  fc.assert(
    fc.property(kind, details, (name, kept) => {
      const told = readActivity(name, kept);
      if (told) expect(told.kind).toBe(name);
    }),
    { numRuns: 500 },
  );
  expect(readActivity("live", { count: 3, since: "then" })).toEqual({ kind: "live", details: { count: 3 } });
  expect(readActivity("live", { count: "many" })).toBeUndefined();
  // No longer written, and kept for as long as the others.
  expect(readActivity("shared", { policy: "same" })).toEqual({ kind: "shared", details: { policy: "same" } });
});

test("a task of another version of the app is of no kind", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(!["words", "try-upload", "apply-upload", "undo-upload", "push"].includes(name));
      expect(kindOf(name)).toBeUndefined();
    }),
  );
  for (const name of ["toString", "__proto__", "constructor"]) expect(kindOf(name)).toBeUndefined();
  expect(kindOf("push")).toBeDefined();
});

describe("what a block in the shop's admin asks about", () => {
  test.each([
    ["of one digit", "gid://shopify/ProductVariant/1", true],
    ["of nineteen", `gid://shopify/ProductVariant/${"9".repeat(19)}`, true],
    ["of twenty", `gid://shopify/ProductVariant/${"9".repeat(20)}`, true],
    ["of twenty-one", `gid://shopify/ProductVariant/${"9".repeat(21)}`, false],
    ["of none", "gid://shopify/ProductVariant/", false],
    ["of another kind", "gid://shopify/Order/1", false],
    ["with something behind it", "gid://shopify/ProductVariant/1\n", false],
    ["with something before it", " gid://shopify/ProductVariant/1", false],
  ])("is a variant by an id %s: %s", (_what, id, taken) => {
    expect(shopVariantIdSchema.safeParse(id).success).toBe(taken);
  });

  test("is never anything but a whole id", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map((id) => `gid://shopify/Order/${id}`),
        ),
        (text) => {
          const { success } = orderIdSchema.safeParse(text);
          expect(success).toBe(/^gid:\/\/shopify\/Order\/\d{1,20}$/.test(text) && !text.endsWith("\n"));
        },
      ),
    );
  });
});
