import { describe, expect, test } from "vitest";
import { decideDate, dueDay } from "../../app/domain/returns/announce/decide-date.ts";

const NOW = new Date("2026-11-30T10:00:00Z");
const YESTERDAY = "2026-11-29";
const IN_TWO_WEEKS = "2026-12-14";

describe("the day that the warehouse is to expect a return on", () => {
  type Over = Partial<Parameters<typeof decideDate>[0]>;
  const asked = (over: Over) =>
    decideDate(
      { ...{ expectedOn: YESTERDAY, renewedTo: null, waitUntil: null, isOverdue: false }, ...over },
      { now: NOW },
    );

  test.each<[string, Over, string | null]>([
    ["is left as it is while the return is not overdue", {}, null],
    ["is in two weeks when the return is overdue", { isOverdue: true }, IN_TWO_WEEKS],
    [
      "is the one that was asked for, until that has passed",
      { isOverdue: true, renewedTo: "2026-11-30" },
      "2026-11-30",
    ],
    ["is renewed when it has passed", { isOverdue: true, renewedTo: YESTERDAY }, IN_TWO_WEEKS],
    [
      "is left as it is where the warehouse shows a later one",
      { isOverdue: true, expectedOn: "2026-12-15" },
      null,
    ],
    [
      "is left as it is where the warehouse shows that one",
      { isOverdue: true, expectedOn: IN_TWO_WEEKS },
      null,
    ],
    ["is unknown where none ever was known", { isOverdue: true, expectedOn: null }, null],
    [
      "is the last one of the merchant's longer wait",
      { waitUntil: new Date("2026-12-04T23:00:00Z") },
      "2026-12-04",
    ],
    ["is not the last one of a wait that has ended", { waitUntil: NOW }, null],
    [
      "is in two weeks when the return is overdue after the wait",
      { waitUntil: NOW, isOverdue: true, renewedTo: YESTERDAY },
      IN_TWO_WEEKS,
    ],
  ])("%s", (_title, over, expected) => {
    expect(asked(over)).toBe(expected);
  });
});

describe("the day since which a return is overdue", () => {
  test.each<[string, Parameters<typeof dueDay>[0], string | null]>([
    ["is the warehouse's", { expectedOn: YESTERDAY, renewedTo: null, dueOn: null }, YESTERDAY],
    [
      "is the warehouse's as long as Dockline has asked for no other",
      { expectedOn: YESTERDAY, renewedTo: null, dueOn: "2026-11-01" },
      YESTERDAY,
    ],
    [
      "stays the first one when Dockline has renewed it",
      { expectedOn: IN_TWO_WEEKS, renewedTo: IN_TWO_WEEKS, dueOn: YESTERDAY },
      YESTERDAY,
    ],
    [
      "stays the first one when the warehouse has not taken the new one",
      { expectedOn: YESTERDAY, renewedTo: IN_TWO_WEEKS, dueOn: "2026-11-01" },
      "2026-11-01",
    ],
    [
      "stays the first one when the warehouse takes its next working day instead",
      { expectedOn: "2026-12-18", renewedTo: IN_TWO_WEEKS, dueOn: YESTERDAY },
      YESTERDAY,
    ],
    [
      "is the warehouse's when it has put it off itself",
      { expectedOn: "2026-12-19", renewedTo: IN_TWO_WEEKS, dueOn: YESTERDAY },
      "2026-12-19",
    ],
    ["is unknown where none is known", { expectedOn: null, renewedTo: IN_TWO_WEEKS, dueOn: YESTERDAY }, null],
  ])("%s", (_title, dates, expected) => {
    expect(dueDay(dates)).toBe(expected);
  });
});
