import { describe, expect, test } from "vitest";
import { searchWorld } from "../../../scripts/explore/search-world.ts";
import { SMALL_WORLDS } from "../../../scripts/explore/worlds.ts";

/** Small enough for every run of the tests; `npm run explore` searches to the end. */
const STATES_MAX = 20_000;

describe.each(Object.entries(SMALL_WORLDS))("%s", (_, worlds) => {
  test.each(worlds.map((world) => [world.name, world] as const))("%s", (_name, world) => {
    const { findings, states } = searchWorld(world, { statesMax: STATES_MAX });
    expect(findings).toEqual([]);
    expect(states).toBeGreaterThan(100);
  });
});
