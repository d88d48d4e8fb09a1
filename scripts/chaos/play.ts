import { setTimeout as sleep } from "node:timers/promises";
import { doDeed } from "./do-deed.ts";
import { behave, causeTrouble, endTrouble } from "./cause-trouble.ts";
import type { Finding } from "./invariants/evidence.ts";
import { judgeProgress } from "./invariants/progress.ts";
import { quiet } from "./quiet.ts";
import { letTimePass } from "./time.ts";
import { LIMIT_PERIOD_MS, type Side } from "./side.ts";
import { isDeed, type Step } from "./story.ts";
import type { Tally } from "./tally.ts";
import type { ChaosWorld } from "./world.ts";

/**
 * Plays what a story tells, one step after the other; what the app makes of it goes on meanwhile.
 * @returns what did not go on although it should have
 */
export async function playSteps(
  world: ChaosWorld,
  { sides, steps, tally }: { sides: readonly Side[]; steps: readonly Step[]; tally: Tally },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const step of steps) {
    if (isDeed(step)) {
      const side = sides.find(({ name }) => name === step.side)!;
      tally.add((await doDeed(side, step)) ? `deed: ${step.do}` : `not possible: ${step.do}`);
    } else if (step.do === "wait") await sleep(step.ms);
    else if (step.do === "pass") {
      await letTimePass(world, { sides, minutes: step.minutes });
      if (step.minutes >= DAY_MINUTES) tally.add("a day passed");
    } else if (step.do === "behave") await behave(world, { sides, tally });
    else if (step.do === "calm") {
      await endTrouble(world, { sides, tally });
      // What never becomes quiet is found again at the end of the story, and said there.
      await quiet(world, sides).catch(() => undefined);
    } else if (step.do === "go on") {
      const side = sides.find(({ name }) => name === step.side)!;
      if (Date.now() - side.floodedAt < LIMIT_PERIOD_MS) continue;
      tally.add("went on beside others' trouble");
      findings.push(...(await judgeProgress(world, side)));
    } else await causeTrouble(world, { sides, trouble: step, tally });
  }
  return findings;
}

const DAY_MINUTES = 24 * 60;
