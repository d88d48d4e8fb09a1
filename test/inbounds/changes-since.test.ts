import { expect, test } from "vitest";
import { changesSince } from "../../app/domain/inbounds/changes-since.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test.each([
  ["just now: the five minutes of room", 0, 5, true],
  ["half a minute ago: a whole one more", 0.5, 6, true],
  ["five minutes ago", 5, 10, true],
  ["as long ago as the interface looks back", 2795, 2800, true],
  ["longer ago: only so far, which does not reach", 2796, 2800, false],
  ["by a clock that is ahead of ours: no less than the interface takes", -4, 5, true],
])("changes since %s", (_when, minutes, changeInterval, reaches) => {
  expect(changesSince(ago(minutes), NOW)).toEqual({ since: ago(minutes + 5), changeInterval, reaches });
});
