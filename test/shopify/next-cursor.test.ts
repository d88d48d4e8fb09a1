import { expect, test } from "vitest";
import { nextCursor } from "../../app/shopify/next-cursor.ts";

test("a list is read on from where its page ends", () => {
  expect(nextCursor({ hasNextPage: true, endCursor: "b" }, "a")).toBe("b");
  expect(nextCursor({ hasNextPage: false, endCursor: "b" }, "a")).toBeNull();
});

test.each([null, "a"])("a list whose next page would begin at %s again is refused", (endCursor) => {
  expect(() => nextCursor({ hasNextPage: true, endCursor }, "a")).toThrow("does not say where its next page");
});
