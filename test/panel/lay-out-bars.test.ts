import { describe, expect, test } from "vitest";
import { layOutBars } from "../../app/components/home/lay-out-bars.ts";

const SIZE = { height: 120, margin: 10 };

describe("bars above and below one line", () => {
  test.each([
    ["both ways, to one scale", [{ up: 75, down: 25 }], 85, [[10, 75, 25]]],
    ["only up: the line is at the foot", [{ up: 4, down: 0 }], 110, [[10, 100, 0]]],
    ["only down: the line is at the head", [{ up: 0, down: 4 }], 10, [[10, 0, 100]]],
    ["nothing at all", [{ up: 0, down: 0 }], 10, [[10, 0, 0]]],
    [
      "a piece beside a thousand is still to be seen",
      [
        { up: 1_000, down: 0 },
        { up: 1, down: 0 },
      ],
      110,
      [
        [10, 100, 0],
        [108, 2, 0],
      ],
    ],
  ])("%s", (_case, pairs, line, expected) => {
    const found = layOutBars(pairs, SIZE);
    expect(found.line).toBe(line);
    expect(found.bars.map(({ up, down }) => [up.y, up.height, down.height])).toEqual(expected);
    for (const { up, down } of found.bars) {
      expect(up.y + up.height).toBe(line);
      expect(down.y).toBe(line);
    }
  });
});
