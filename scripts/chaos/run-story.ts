import { control } from "../../sandbox/demo/control.ts";
import { heal } from "./heal.ts";
import type { Finding } from "./invariants/evidence.ts";
import { judge } from "./invariants/judge.ts";
import { playSteps } from "./play.ts";
import { createSide } from "./side.ts";
import { setStage } from "./stage.ts";
import { PROCESSES, SIDES, writingOf, type Story } from "./story.ts";
import { createTally } from "./tally.ts";
import { allArrived } from "./time.ts";
import { workLeft } from "./work-left.ts";
import type { ChaosWorld } from "./world.ts";

export interface StoryResult {
  findings: Finding[];
  /** Where something was found: what the app had not finished by then, in words. */
  left: string[];
  counts: Record<string, number>;
  /** What its parts took, in milliseconds. */
  ms: { stage: number; story: number; heal: number; judge: number };
}

/** Tells one story in a fresh pair of shops, ends all trouble, and says what is not as it should be. */
export async function runStory(world: ChaosWorld, story: Story): Promise<StoryResult> {
  const tally = createTally();
  const sides = SIDES.map((name) =>
    createSide(world, { name, short: `chaos-${story.seed}-${name}`, plan: story.stores[name] }),
  );
  for (const plan of Object.values(story.stores)) {
    for (const name of Object.keys(plan.behaviours)) tally.add(`behavior: ${name}`);
    tally.add(`store: ${plan.mode} mode`);
    tally.add(`store: ${writingOf(plan)}`);
  }
  await clear(world);
  const clock = stopwatch();
  await setStage(world, { sides, isLarge: story.isLarge });
  const stage = clock();
  const stuck = await playSteps(world, { sides, steps: story.steps, tally });
  const told = clock();
  let findings: Finding[];
  let healed: number;
  try {
    await heal(world, { sides, tally });
    healed = clock();
    findings = [...stuck, ...(await judge(world, sides))];
  } catch (error) {
    healed = clock();
    const what = error instanceof Error ? error.message : String(error);
    findings = [...stuck, { invariant: "healing", shop: "both", what }];
  }
  for (const name of world.app.takeLost())
    findings.push({ invariant: "processes", shop: "both", what: `${name} has ended on its own` });
  const left = findings.length > 0 ? await workLeft(world.database) : [];
  return { findings, left, counts: tally.counts(), ms: { stage, story: told, heal: healed, judge: clock() } };
}

/**
 * Forgets the story before: no shop, no job, no event, no wrong clock is left of it. Meanwhile nothing of the app runs, and no
 * request is on its way: a warehouse that has forgotten its registrations would take the old store's once more.
 */
async function clear(world: ChaosWorld): Promise<void> {
  await world.app.kill(PROCESSES);
  await allArrived(world);
  await control(world.shopUrl, { path: "reset", body: {} });
  await control(world.shopUrl, { path: "calls", method: "DELETE" });
  for (const { url, accessToken: token } of Object.values(world.accounts)) {
    await control(url, { path: "reset", body: {} });
    await control(url, { path: "behaviours", method: "DELETE" });
    await control(url, { path: "tokens", body: { token } });
  }
  await world.database.empty();
  await world.app.start();
}

/** Milliseconds since it was last asked. */
function stopwatch(): () => number {
  let since = performance.now();
  return () => {
    const now = performance.now();
    const ms = Math.round(now - since);
    since = now;
    return ms;
  };
}
