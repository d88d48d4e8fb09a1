import { createLuck } from "../chaos/luck.ts";
import { faultAtRest, faultsOf, firstWhole, nextOf, type Fault } from "./search.ts";
import type { Means, NextWhole, Whole } from "./run-steps.ts";

export interface WalkOptions {
  seed: number;
  /** Steps of the walk. */
  length: number;
  /** Whether each decision is held against what is true; where worlds look alike and are not, only what holds always. */
  isExact: boolean;
}

export interface Walked {
  decisions: number;
  /** The first thing that was wrong, and the steps that lead there once all that can be left out are. */
  violation?: { fault: Fault; trace: string[] };
}

/** Takes one way through a world that is too large to be searched; the same for the same seed. */
export function walk<Memory>(means: Means<Memory>, { seed, length, isExact }: WalkOptions): Walked {
  const luck = createLuck(seed);
  const steps: string[] = [];
  let whole = firstWhole(means);
  let decisions = 0;
  for (let taken = 0; taken < length; taken++) {
    const nexts = nextOf(whole, means);
    if (nexts.length === 0) break;
    const next = luck.pick(nexts);
    steps.push(next.step);
    if (next.decision) decisions++;
    const fault = faultAfter(next, means, isExact);
    if (fault) return { decisions, violation: { fault, trace: shorten(steps, { means, isExact, fault }) } };
    whole = next.whole;
  }
  return { decisions };
}

function faultAfter<Memory>(
  { whole, decision }: NextWhole<Memory>,
  means: Means<Memory>,
  isExact: boolean,
): Fault | undefined {
  if (decision?.isOnBothSides) return "waits on both sides";
  const found = decision && isExact ? faultsOf(decision, means)[0] : undefined;
  return found ?? (whole.run ? undefined : faultAtRest(whole, means));
}

/** Leaves out one step after the other, as long as the rest comes to the same fault. */
function shorten<Memory>(
  steps: readonly string[],
  about: { means: Means<Memory>; isExact: boolean; fault: Fault },
): string[] {
  let shortest = retrace(steps, about) ?? [...steps];
  for (let at = shortest.length - 1; at >= 0; at--) {
    const found = retrace(shortest.toSpliced(at, 1), about);
    if (found) [shortest, at] = [found, Math.min(at, found.length)];
  }
  return shortest;
}

/** Takes the steps that can be taken. @returns those that were, up to the fault; `undefined` where there is none */
function retrace<Memory>(
  steps: readonly string[],
  { means, isExact, fault }: { means: Means<Memory>; isExact: boolean; fault: Fault },
): string[] | undefined {
  let whole: Whole<Memory> = firstWhole(means);
  const taken: string[] = [];
  for (const step of steps) {
    const kind = kindOf(step);
    const next = nextOf(whole, means).find((one) => kindOf(one.step) === kind);
    if (!next) continue;
    taken.push(next.step);
    if (faultAfter(next, means, isExact) === fault) return taken;
    whole = next.whole;
  }
  return undefined;
}

/** The step without the numbers that follow from the steps before it. */
const kindOf = (step: string) =>
  step.replace(/(decide|write).*?(?=: stale|, answer lost| does not arrive|$)/, "$1");
