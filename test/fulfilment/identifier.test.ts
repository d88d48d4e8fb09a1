import { describe, expect, test } from "vitest";
import { identifierFault, segment } from "../../app/fulfilment/identifier.ts";

test.each([
  ["MUG", undefined],
  ["A/B #1 50% ü", undefined],
  ["...", undefined],
  [" ", undefined],
  ["", "missing"],
  [".", "not-allowed"],
  ["..", "not-allowed"],
  ["a\ud800", "not-allowed"],
])("%j in a path: %s", (identifier, fault) => expect(identifierFault(identifier)).toBe(fault));

describe("a segment of a path", () => {
  test("is one whatever stands in it", () => {
    expect(segment("sku", "a/../b?c#d %2F")).toBe("a%2F..%2Fb%3Fc%23d%20%252F");
  });

  test.each([
    ["", "missing", 'sku: "" cannot name anything in a path'],
    ["..", "not-allowed", 'sku: ".." cannot name anything in a path'],
    ["\ud800", "not-allowed", 'sku: "\ufffd" cannot name anything in a path'],
  ])("is refused for %j, by name", (identifier, rule, message) => {
    expect(() => segment("sku", identifier)).toThrow(
      expect.objectContaining({
        code: "invalid",
        field: "sku",
        rule,
        message: `Warehouse: ${message}`,
      }) as Error,
    );
  });
});
