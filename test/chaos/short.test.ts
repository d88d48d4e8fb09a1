import { expect, test } from "vitest";
import { planStory } from "../../scripts/chaos/plan-story.ts";
import { runStory } from "../../scripts/chaos/run-story.ts";
import { writingOf, type Story } from "../../scripts/chaos/story.ts";
import { openWorld } from "./support/open-world.ts";

/** Three stories with every kind of trouble but floods, all that people at a warehouse do, and every kind of store. */
const SEEDS = [39_055, 253_702, 613_265];

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

test("the stories have every kind of trouble but floods, warehouses that do something unusual, and every kind of store", () => {
  const struck = new Set(stories.flatMap(({ steps }) => steps.map((step) => step.do)));
  expect([...struck]).toEqual(
    expect.arrayContaining([
      ...["calls fail", "events fail", "kill", "start", "restart database", "disk full", "disk free"],
      ...["tokens expire", "throttle", "away", "behave", "bad records", "resets", "pass", "wrong stock"],
      ...["shared parcel", "end inbound", "delete inbound", "correct receipt", "change token", "go live"],
    ]),
  );
  const stores = stories.flatMap((story) => Object.values(story.stores));
  expect(new Set(stores.flatMap(({ behaviours }) => Object.keys(behaviours))).size).toBeGreaterThanOrEqual(8);
  expect(new Set(stores.map(({ mode }) => mode)).size).toBe(2);
  expect(new Set(stores.map(writingOf))).toEqual(new Set(["live", "live in part", "dry run"]));
  const fromElsewhere = stories.some(({ steps }) =>
    steps.some((step, at) => step.do === "order" && step.elsewhere && steps[at + 1]?.do === "send back"),
  );
  expect(fromElsewhere).toBe(true);
});
