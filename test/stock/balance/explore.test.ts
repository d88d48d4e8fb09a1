import { describe, expect, test } from "vitest";
import { searchWorld } from "../../../scripts/explore/search-world.ts";
import { walkWorld } from "../../../scripts/explore/walk-world.ts";
import { LARGE_WORLDS } from "../../../scripts/explore/large-worlds.ts";
import { SMALL_WORLDS } from "../../../scripts/explore/worlds.ts";

/** Enough to find each of the mistakes; `npm run explore` searches to the end. */
const STATES_MAX = 6_000;

test.each(LARGE_WORLDS.map((world) => [world.name, world] as const))("random ways: %s", (_name, world) => {
  const { findings, decisions } = walkWorld(world, { seed: 1, walks: 30 });
  expect(findings).toEqual([]);
  expect(decisions).toBeGreaterThan(100);
});

describe.each(Object.entries(SMALL_WORLDS))("%s", (_, worlds) => {
  test.each(worlds.map((world) => [world.name, world] as const))("%s", (_name, world) => {
    const { findings, states } = searchWorld(world, { statesMax: STATES_MAX });
    expect(findings).toEqual([]);
    expect(states).toBeGreaterThan(100);
  });
});
