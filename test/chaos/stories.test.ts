import { expect, test } from "vitest";
import { UNUSUAL } from "../../scripts/chaos/plan-behaviours.ts";
import { planStory } from "../../scripts/chaos/plan-story.ts";
import { shrink } from "../../scripts/chaos/shrink.ts";
import { writingOf, type Step } from "../../scripts/chaos/story.ts";
import { QUIET } from "./support/quiet-story.ts";

/** Those of `npm run proof` (`scripts/proof.ts`). */
const SEEDS = Array.from({ length: 50 }, (_, index) => index + 1);

test("a seed tells the same story each time, and another seed another", () => {
  expect(planStory(7)).toEqual(planStory(7));
  expect(planStory(8).steps).not.toEqual(planStory(7).steps);
});

test("a story survives being written down", () => {
  for (const seed of SEEDS) expect(JSON.parse(JSON.stringify(planStory(seed)))).toEqual(planStory(seed));
});

test("among fifty stories everything happens and everything goes wrong", () => {
  const steps = SEEDS.flatMap((seed) => planStory(seed).steps);
  const happened = new Set(steps.map((step) => step.do));
  expect([...happened].sort()).toEqual(
    [
      ...["order", "send", "cancel order", "ship", "receive", "count", "set figure", "send back", "approve"],
      ...[
        "decline",
        "cancel return",
        "close return",
        "change return",
        "pause",
        "resume",
        "begin sale",
        "end sale",
        "parcel",
        "keep back",
        "announce purchase",
        "look",
        "calls fail",
      ],
      ...["events fail", "kill", "start", "restart database", "disk full", "disk free", "tokens expire"],
      ...["throttle", "away", "behave", "pass", "wait", "bad records", "resets", "flood", "calm", "go on"],
      ...["compare", "wrong stock", "shared parcel", "end inbound", "delete inbound", "correct receipt"],
      ...["await inbound", "change token", "go live"],
    ].sort(),
  );
  const stories = SEEDS.map((seed) => planStory(seed));
  expect(new Set(stories.map(({ isLarge }) => isLarge))).toEqual(new Set([true, false]));
  const stores = stories.flatMap((story) => Object.values(story.stores));
  const behaviours = stores.map((store) => store.behaviours);
  expect([...new Set(behaviours.flatMap(Object.keys))].sort()).toEqual(Object.keys(UNUSUAL).sort());
  expect(behaviours).toContainEqual({});
  expect(new Set(stores.map(({ mode }) => mode)).size).toBe(2);
  expect(new Set(stores.map(writingOf)).size).toBe(3);
});

test("a story that fails is made as short as it fails", async () => {
  const needed: Step[] = [
    { do: "kill", who: ["web"] },
    { do: "throttle", side: "a" },
  ];
  const [first, second] = needed as [Step, Step];
  const filler = Array.from({ length: 20 }, (_, ms): Step => ({ do: "wait", ms }));
  const steps = [...filler.slice(0, 7), first, ...filler.slice(7, 15), second, ...filler.slice(15)];
  const broken = [{ invariant: "stock", shop: "a", what: "wrong" }];
  const tell = async (told: Step[]) => (told.includes(first) && told.includes(second) ? broken : []);
  const shrunk = await shrink({ ...QUIET, steps }, { findings: broken, tell, tries: 1, untilMs: Infinity });
  expect(shrunk.steps).toEqual(needed);
});

test("another failure does not count as the same", async () => {
  const steps: Step[] = [{ do: "wait", ms: 1 }];
  const findings = [{ invariant: "stock", shop: "a", what: "wrong" }];
  const tell = async () => [{ invariant: "hints", shop: "a", what: "lost" }];
  expect((await shrink({ ...QUIET, steps }, { findings, tell, tries: 1, untilMs: Infinity })).steps).toEqual(
    steps,
  );
});
