import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import {
  inboundSchema,
  lineSchema,
  productSchema,
  readRecord,
  readRows,
} from "../../app/fulfilment/answers.ts";
import { FulfilmentError } from "../../app/fulfilment/errors.ts";
import { isWhole, parseEvent } from "../../app/fulfilment/events.ts";

/** What a warehouse may write in a field that holds something else. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("12", " 12 ", -3, 1.5, 3e12, "a\0b", "\ud800", "", null, true),
);
/** A record as it should be, but for two fields at most, which hold anything. */
const record = (usual: Record<string, unknown>) =>
  fc
    .subarray(Object.keys(usual), { maxLength: 2 })
    .chain((fields) => fc.record(Object.fromEntries(fields.map((field) => [field, odd]))))
    .map((some) => ({ ...usual, ...some }));

const product = record({
  sku: "MUG",
  barcode: "400",
  description: "Mug",
  width: 80,
  weight: "310",
  stock: 5,
});
const line = record({ ref: "1", sku: "MUG", quantity: 2, quantityReceived: 1 });
const receiptLine = record({ sku: "MUG", quantity: "2", defective: false, inboundRef: "R" });
const inbound = fc
  .tuple(
    record({ ref: "R", status: "new", senderName: "Robin", senderPostCode: 1000 }),
    fc.array(line, { maxLength: 2 }),
    fc.array(receiptLine, { maxLength: 2 }),
  )
  .map(([fields, lines, received]) => ({ ...fields, lines, receipts: [{ lines: received }] }));

describe.each([
  ["a product", productSchema, fc.oneof({ weight: 4, arbitrary: product }, odd)],
  ["a line", lineSchema, fc.oneof({ weight: 4, arbitrary: line }, odd)],
  ["an inbound", inboundSchema, fc.oneof({ weight: 4, arbitrary: inbound }, odd)],
])("whatever the warehouse answers for %s,", (_what, schema, answers) => {
  const outcomeOf = (answer: unknown): { read: object } | { error: FulfilmentError } => {
    try {
      return { read: readRecord(schema, answer) };
    } catch (error) {
      if (error instanceof FulfilmentError) return { error };
      throw error;
    }
  };

  test("it is read, or refused with the field that is wrong", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const result = outcomeOf(answer);
        if ("read" in result) return;
        expect(result.error).toMatchObject({ code: "not-understood", retryable: false });
        const isRecord = typeof answer === "object" && answer !== null && !Array.isArray(answer);
        expect(Boolean(result.error.field)).toBe(isRecord);
      }),
      { numRuns: 100 },
    );
  });

  test("what was read reads the same again, and the database can hold it", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const result = outcomeOf(answer);
        fc.pre("read" in result);
        if (!("read" in result)) return;
        const kept: unknown = JSON.parse(JSON.stringify(result.read));
        expect(readRecord(schema, kept)).toEqual(kept);
        for (const text of Object.values(result.read))
          if (typeof text === "string")
            expect([text.isWellFormed(), text.includes("\0")]).toEqual([true, false]);
      }),
      { numRuns: 100 },
    );
  });
});

test("an identifier is kept to the letter, whatever it is made of", () => {
  const name = fc
    .string({ unit: "binary", minLength: 1 })
    .filter((one) => one.isWellFormed() && !one.includes("\0"));
  fc.assert(
    fc.property(name, (sku) => {
      expect(readRecord(productSchema, { sku }).sku).toBe(sku);
    }),
  );
});

test("a list is read as it came, and nothing else is one", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (Array.isArray(body)) expect(readRows(body)).toEqual(body);
      else expect(() => readRows(body)).toThrow(FulfilmentError);
    }),
  );
});

describe("an event", () => {
  const event = { type: "shipped", resource: "shipment", identifier: "1" };
  test.each([
    ["of one letter", "x", true],
    ["of 254", "x".repeat(254), true],
    ["of 255", "x".repeat(255), true],
    ["of 256", "x".repeat(256), false],
    ["of none", "", false],
    ["of half a character", "\ud800", false],
    ["of what no database holds", "a\0", false],
  ])("may name things with a text %s: %s", (_what, text, taken) => {
    for (const field of ["type", "resource", "identifier"] as const) {
      const parsed = parseEvent(Buffer.from(JSON.stringify({ ...event, [field]: text })));
      const { [field]: said, ...others } = parsed;
      expect(said).toBe(taken ? text : undefined);
      expect(others).toEqual(Object.fromEntries(Object.entries(event).filter(([name]) => name !== field)));
      expect(isWhole(parsed)).toBe(taken);
    }
  });
});
