import { idealTargets, judge } from "./judge.ts";
import { nextRunSteps, runKey, type Decision, type Means, type NextWhole, type Whole } from "./run-steps.ts";
import { endRun, firstWorld, nextWorlds, offered, worldKey } from "./small-world.ts";

export interface SearchOptions {
  statesMax: number;
  /**
   * `truth`: a decision is judged by what is true. `knowledge`: by what may be true, of all worlds that would have shown the
   * app the same. Needed where two worlds look the same and are not.
   */
  by: "truth" | "knowledge";
}

export type Fault =
  | "shows more than is free"
  | "shows less than is free"
  | "shows more than is free after a stale write"
  | "shows less than is free after a stale write"
  | "waits on both sides"
  | "writes again although nothing changed"
  | "does not come to rest";

export interface Violation {
  fault: Fault;
  /** How often it was met; with `knowledge`, in how many histories. */
  times: number;
  /** The steps of the shortest way to it. */
  trace: string[];
}

export interface SearchResult {
  states: number;
  /** Steps of the longest of all shortest ways. */
  depth: number;
  /** Every state there is was seen. */
  isComplete: boolean;
  decisions: number;
  violations: Violation[];
}

/** Where a state was found first, and the step that followed. */
interface Place {
  at: number;
  step: string;
}

/** Visits every state that the steps can lead to, the nearest first. */
export function search<Memory>(means: Means<Memory>, { statesMax, by }: SearchOptions): SearchResult {
  const { rule } = means;
  const first = firstWhole(means);
  const keyOf = (whole: Whole<Memory>) =>
    [
      worldKey(whole.world),
      rule.key(whole.memory),
      runKey(whole, rule.key),
      by === "knowledge" && whole.history,
    ].join("#");
  const seen = new Set<string>([keyOf(first)]);
  // By state, in the order found: where it came from, and by which step.
  const cameFrom: number[] = [-1];
  const steps: string[] = [""];
  const violations = new Map<Fault, { times: number; place: Place }>();
  const violate = (fault: Fault, place: Place) => {
    const known = violations.get(fault);
    if (known) known.times++;
    else violations.set(fault, { times: 1, place });
  };
  const knowledge = new Map<string, Known>();
  let [depth, decisions, isComplete] = [0, 0, true];

  let level: { whole: Whole<Memory>; at: number }[] = [{ whole: first, at: 0 }];
  while (level.length > 0) {
    const nextLevel: typeof level = [];
    for (const { whole, at } of level) {
      for (const next of nextOf(whole, means)) {
        const place = { at, step: next.step };
        if (next.decision) {
          decisions++;
          if (next.decision.isOnBothSides) violate("waits on both sides", place);
          if (by === "knowledge")
            learn(knowledge, { history: next.whole.history, decision: next.decision, place, means });
          else for (const fault of faultsOf(next.decision, means)) violate(fault, place);
        }
        const key = keyOf(next.whole);
        if (seen.has(key)) continue;
        if (seen.size >= statesMax) {
          isComplete = false;
          continue;
        }
        seen.add(key);
        cameFrom.push(at);
        steps.push(next.step);
        nextLevel.push({ whole: next.whole, at: cameFrom.length - 1 });
        const fault = next.whole.run ? undefined : faultAtRest(next.whole, means);
        if (fault) violate(fault, place);
      }
    }
    if (nextLevel.length > 0) depth++;
    level = nextLevel;
  }
  for (const { fault, place } of faultsOfKnowledge(knowledge)) violate(fault, place);

  const traceTo = ({ at, step }: Place): string[] => {
    const trace = [step];
    for (let place = at; place > 0; place = cameFrom[place]!) trace.push(steps[place]!);
    return trace.reverse();
  };
  return {
    states: seen.size,
    depth,
    isComplete,
    decisions,
    violations: [...violations].map(([fault, { times, place }]) => ({ fault, times, trace: traceTo(place) })),
  };
}

/** The world and the app before anything happens. */
export function firstWhole<Memory>({ rule, setting, options }: Means<Memory>): Whole<Memory> {
  const world = firstWorld(setting);
  const memory = rule.first(setting, world);
  return {
    ...{ world, memory, lost: undefined, received: undefined, run: undefined },
    ...{
      fulfilled: world.fulfilled,
      unmapped: options.unmapped,
      remaps: 0,
      forgets: 0,
      runs: 0,
      history: "",
    },
  };
}

/** Everything that may happen next. */
export function nextOf<Memory>(whole: Whole<Memory>, means: Means<Memory>): NextWhole<Memory>[] {
  const outside = nextWorlds(whole.world, means.setting).map(({ step, world }) => ({
    step,
    whole: { ...whole, world: whole.run ? world : endRun(world, means.setting) },
  }));
  return [...outside, ...nextRunSteps(whole, means)];
}

/** How a decision differs from what is true. */
export function faultsOf<Memory>(decision: Decision, means: Means<Memory>): Fault[] {
  const { over, under } = judge(decision, means);
  const when = decision.round === 2 ? " after a stale write" : "";
  return [
    ...(over.length > 0 ? [`shows more than is free${when}` as const] : []),
    ...(under.length > 0 ? [`shows less than is free${when}` as const] : []),
  ];
}

/** Nothing happens any more: a run brings the store to rest, and after the grace period it shows what the stock says. */
export function faultAtRest<Memory>(whole: Whole<Memory>, means: Means<Memory>): Fault | undefined {
  const once = runAlone(whole, means);
  const twice = runAlone(once, means);
  if (shownIn(twice) !== shownIn(once)) return "writes again although nothing changed";
  const later = runAlone({ ...twice, world: { ...twice.world, now: twice.world.now + LATER_TICKS } }, means);
  if (shownIn(runAlone(later, means)) !== shownIn(later)) return "writes again although nothing changed";
  const isJudged = means.setting.mode === "on_hand" && !means.options.isSale;
  return isJudged && !isAtRest(later, means) ? "does not come to rest" : undefined;
}

const shownIn = <Memory>({ world }: Whole<Memory>) => world.shown.map(({ onHand }) => onHand).join();
/** Longer than any lot is kept. */
const LATER_TICKS = 10;

function runAlone<Memory>(whole: Whole<Memory>, means: Means<Memory>): Whole<Memory> {
  const options = { ...means.options, runs: Infinity, losesAnswers: false, crashes: false };
  let now = whole;
  do now = nextRunSteps(now, { ...means, options })[0]!.whole;
  while (now.run);
  return now;
}

function isAtRest<Memory>({ world, unmapped }: Whole<Memory>, { setting }: Means<Memory>): boolean {
  const free = [...world.stock];
  const mapped = [...world.shown.entries()].filter(([variant]) => !unmapped.includes(variant));
  for (const [variant, { committed, unavailable }] of mapped)
    for (const [sku, units] of setting.variants[variant]!.entries())
      free[sku]! -= units * (committed + unavailable);
  return mapped.every(([variant, { onHand, committed, unavailable }]) => {
    const offer = offered(free, setting.variants[variant]!, setting.safetyStock);
    return onHand === Math.max(0, offer + committed + unavailable);
  });
}

/** What all worlds that have shown the app the same would want of one variant. */
interface Known {
  target: number;
  least: number;
  most: number;
  place: Place;
}

function learn<Memory>(
  knowledge: Map<string, Known>,
  {
    history,
    decision,
    place,
    means,
  }: { history: string; decision: Decision; place: Place; means: Means<Memory> },
): void {
  for (const [variant, ideal] of idealTargets(decision, means).entries()) {
    const key = `${variant}#${history}`;
    const known = knowledge.get(key);
    if (decision.targets[variant] === undefined) continue;
    const target = Math.max(0, decision.targets[variant]);
    if (!known) knowledge.set(key, { target, least: ideal, most: ideal, place });
    else [known.least, known.most] = [Math.min(known.least, ideal), Math.max(known.most, ideal)];
  }
}

function* faultsOfKnowledge(
  knowledge: ReadonlyMap<string, Known>,
): Generator<{ fault: Fault; place: Place }> {
  for (const { target, least, most, place } of knowledge.values()) {
    if (target > most) yield { fault: "shows more than is free", place };
    if (target < least) yield { fault: "shows less than is free", place };
  }
}
