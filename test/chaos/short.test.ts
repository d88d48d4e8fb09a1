import { expect, test } from "vitest";
import { planStory } from "../../scripts/chaos/plan-story.ts";
import { runStory } from "../../scripts/chaos/run-story.ts";
import type { Story } from "../../scripts/chaos/story.ts";
import { openWorld } from "./support/open-world.ts";

/** Two stories with every kind of trouble but floods, and all that people at a warehouse do. */
const SEEDS = [119_757, 177_724];

/** A flood is over after a minute of real time, and what has to happen within seconds depends on how busy the machine is. */
const NEEDS_REAL_TIME: readonly string[] = ["flood", "calm", "go on"];

const stories = SEEDS.map((seed): Story => {
  const { steps, ...story } = planStory(seed);
  return { ...story, steps: steps.filter((step) => !NEEDS_REAL_TIME.includes(step.do)) };
});

test("when everything fails at once, all comes right in the end", async () => {
  const world = await openWorld();
  for (const story of stories) {
    const { findings, left } = await runStory(world, story);
    expect({ findings, left }).toEqual({ findings: [], left: [] });
  }
});

test("the stories have every kind of trouble but floods, and warehouses that do something unusual", () => {
  const struck = new Set(stories.flatMap(({ steps }) => steps.map((step) => step.do)));
  expect([...struck]).toEqual(
    expect.arrayContaining([
      ...["calls fail", "events fail", "kill", "start", "restart database", "disk full", "disk free"],
      ...["tokens expire", "throttle", "away", "behave", "bad records", "resets", "pass", "wrong stock"],
      ...["shared parcel", "end inbound", "delete inbound", "correct receipt", "change token"],
    ]),
  );
  const unusual = stories.flatMap(({ stores }) =>
    Object.values(stores).flatMap(({ behaviours }) => Object.keys(behaviours)),
  );
  expect(new Set(unusual).size).toBeGreaterThanOrEqual(8);
});
