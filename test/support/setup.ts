import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that makes the program complain has found something, whatever it asserts. */
const complain = vi.spyOn(console, "error");

beforeEach(() => {
  complain.mockClear();
});

afterEach(() => {
  expect(complain.mock.calls, "unexpected console.error").toEqual([]);
});
