import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cores } from "./cores.ts";
import { CROWDS } from "./crowds.ts";
import { measure, type Measured } from "./measure.ts";
import { watchNeighbor, type Served } from "./neighbor-watch.ts";
import { addResults, runAttacks, type AttackResult, type Attacker, type Tried } from "./run-attacks.ts";
import { panelPages } from "./targets.ts";
import { openAttackWorld, type AttackWorld } from "./world.ts";

export interface CampaignOptions {
  seed: number;
  /** Where data and logs are kept. */
  home: string;
  /** The part of all single requests that is made in one round, 0 to 1; of each family at each door at least one. */
  share: number;
  /** The part of each crowd's size, 0 to 1; with 0 no crowd comes. */
  crowdShare: number;
  /** Rounds go on until then, in milliseconds since 1970; one round when left out. */
  until?: number;
  /** For so long each world is looked at before it is attacked, in milliseconds. */
  idleMs: number;
  /** Keeps attackers and the app apart; they share all processors when left out. */
  cores?: Cores | undefined;
  /** After so long an answer to a neighbor counts as none, in milliseconds (10,000). */
  answerMaxMs?: number;
  say?: (line: string) => void;
}

export interface CampaignResult {
  /** Single requests, by who sent them. */
  tried: Record<Attacker, Tried>;
  /** Members of each crowd. */
  crowds: Record<string, number>;
  /** What got through, was not served to others, or was logged as an error of the app's. */
  failures: string[];
  /** Each world before it is attacked and while it is. */
  worlds: { idle: Observed; attacked: Observed }[];
  /** What the single requests made the app read and keep, by who sent them, round by round. */
  held: Record<Attacker, Bounded[]>;
}

/** What neighbors were given meanwhile, and what the app had to bear. */
export interface Observed {
  served: Served;
  measured: Measured;
}

const ATTACKERS = ["stranger", "staff"] as const satisfies readonly Attacker[];
type Bounded = Pick<AttackResult, "held" | "bytesMax">;

/**
 * Attacks the built app: every door with single requests, past the limits, and then crowds, with the limits as they are by
 * default. All the while its neighbors are served, or that is a failure.
 */
export async function campaign(options: CampaignOptions): Promise<CampaignResult> {
  const { say = () => undefined } = options;
  const result: CampaignResult = {
    tried: { stranger: {}, staff: {} },
    crowds: {},
    failures: [],
    worlds: [],
    held: { stranger: [], staff: [] },
  };
  await inWorld(options, { name: "doors", limits: "lifted" }, result, async (world) => {
    const found: Record<Attacker, AttackResult[]> = { stranger: [], staff: [] };
    const begun = Date.now();
    // Half of the time is the crowds'.
    const until = options.until === undefined ? undefined : begun + (options.until - begun) / 2;
    for (let round = 0; round === 0 || (until !== undefined && Date.now() < until); round++)
      for (const as of ATTACKERS) {
        const seed = options.seed + round;
        found[as].push(
          await runAttacks(world, { seed, as, share: options.share, ...(round > 0 && until && { until }) }),
        );
        say(`round ${round + 1}, as ${as}: ${found[as].at(-1)!.failures.length} got through`);
      }
    for (const as of ATTACKERS) {
      const { tried, failures } = addResults(found[as]);
      result.tried[as] = tried;
      result.held[as] = found[as];
      result.failures.push(...failures.map((failure) => `as ${as}: ${failure}`));
    }
  });
  if (options.crowdShare === 0) return result;
  await inWorld(options, { name: "crowds", limits: "usual" }, result, async (world) => {
    for (let round = 0; round === 0 || (options.until !== undefined && Date.now() < options.until); round++)
      for (const { name, size, attack } of CROWDS) {
        if (round > 0 && Date.now() > options.until!) break;
        const members = Math.ceil(size * options.crowdShare);
        result.failures.push(...(await attack(world, members)));
        result.crowds[name] = (result.crowds[name] ?? 0) + members;
        say(`${members} ${name}`);
      }
  });
  return result;
}

/** Does something to an app of its own, and adds what its neighbors and its log say of it. */
async function inWorld(
  { home, cores, idleMs, answerMaxMs = ANSWER_MAX_MS }: CampaignOptions,
  { name, limits }: { name: string; limits: "lifted" | "usual" },
  result: CampaignResult,
  attack: (world: AttackWorld) => Promise<void>,
): Promise<void> {
  const world = await openAttackWorld(join(home, name), { limits, cores });
  try {
    const onHand = await world.neighbor.onHand();
    const idle = await observe(world, { answerMaxMs, work: () => sleep(idleMs) });
    const attacked = await observe(world, { answerMaxMs, work: () => attack(world) });
    await world.neighbor.receive(RECEIVED_UNITS);
    result.worlds.push({ idle, attacked });
    const failures = [idle, attacked].flatMap(({ served }) => served.failures);
    result.failures.push(...[...new Set(failures)].map((failure) => `neighbor: ${failure}`));
    if (!(await becomes(world, onHand + RECEIVED_UNITS, Math.max(answerMaxMs, REACHES_STORE_MAX_MS))))
      result.failures.push("neighbor: what its warehouse received did not reach its store");
    if (!world.areAlive()) result.failures.push("a process of the app ended");
    result.failures.push(...errorsIn(world));
  } finally {
    await world.stop();
  }
}

/** Looks at the app and has its neighbors served while something is done. */
async function observe(
  world: AttackWorld,
  { answerMaxMs, work }: { answerMaxMs: number; work: () => Promise<void> },
): Promise<Observed> {
  const watch = watchNeighbor({ ...world.neighbor, pages: panelPages(), answerMaxMs });
  const measuring = await measure(world);
  await work();
  return { served: await watch.stop(), measured: await measuring.stop() };
}

/** No answer takes longer, in milliseconds, unless the app is blocked. */
const ANSWER_MAX_MS = 10_000;
const RECEIVED_UNITS = 7;
/** The promise is a second; a machine that was attacked just now may take longer. */
const REACHES_STORE_MAX_MS = 15_000;

async function becomes({ neighbor }: AttackWorld, units: number, maxMs: number): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < maxMs;)
    if ((await neighbor.onHand()) === units) return true;
  return false;
}

/** Pino's number for errors; what is above is worse. */
const ERROR_LEVEL = 50;

/** Errors that the app logged as its own, each once. */
function errorsIn(world: AttackWorld): string[] {
  const lines = world.log().filter(({ level }) => Number(level) >= ERROR_LEVEL);
  const texts = lines.map(({ msg, path, err }) => {
    const { message = "" } = (err ?? {}) as { message?: string };
    return ["logged an error:", String(msg), message, typeof path === "string" ? path : ""].join(" ").trim();
  });
  return [...new Set(texts)];
}
