import { describe, expect, test } from "vitest";
import { waitForSecond, waitForSlot } from "../../app/fulfilment/decide-room.ts";

describe("a request that comes when the second is used up", () => {
  test.each([
    ["waits for the next", 0, 400, 400],
    ["and for the one after, if others were quicker", 400, 1_000, 1_000],
    ["through a pause the warehouse asked for", 0, 15_000, 15_000],
    ["but no longer than a quarter of a minute in all", 14_001, 1_000, null],
  ])("%s", (_what, waitedMs, roomInMs, waitMs) => {
    expect(waitForSecond({ waitedMs, roomInMs })).toBe(waitMs);
  });
});

describe("a request that finds every slot taken", () => {
  test.each([
    ["looks again in a moment", 0, 0.5, 25],
    ["in less, with luck", 200, 0, 12.5],
    ["in more, without", 200, 1, 37.5],
    ["for a quarter of a minute", 15_000, 0.5, 25],
    ["and no longer", 15_001, 0.5, null],
  ])("%s", (_what, waitedMs, random, waitMs) => {
    expect(waitForSlot({ waitedMs, random })).toBe(waitMs);
  });
});
