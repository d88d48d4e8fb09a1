import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { tellOfFailure } from "./on-failure.ts";

/** A test that makes the program complain has found something, whatever it asserts. */
const complain = vi.spyOn(console, "error");

beforeEach(() => {
  complain.mockClear();
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") for (const told of await tellOfFailure()) console.log(told);
});

afterEach(() => {
  expect(complain.mock.calls, "unexpected console.error").toEqual([]);
});

// The next file runs in the same process.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
