import { join } from "node:path";
import { CROWDS } from "./crowds.ts";
import { measure, type Measured } from "./measure.ts";
import { watchNeighbor, type Served } from "./neighbor-watch.ts";
import { addResults, runAttacks, type AttackResult, type Tried } from "./run-attacks.ts";
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
  /** After so long an answer to a neighbor counts as none, in milliseconds (10,000). */
  answerMaxMs?: number;
  say?: (line: string) => void;
}

export interface CampaignResult {
  /** Single requests, by who sent them. */
  tried: { stranger: Tried; staff: Tried };
  /** Members of each crowd. */
  crowds: Record<string, number>;
  /** What got through, was not served to others, or was logged as an error of the app's. */
  failures: string[];
  served: Served[];
  measured: Measured[];
}

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
    served: [],
    measured: [],
  };
  await inWorld(options, { name: "doors", limits: "lifted" }, result, async (world) => {
    const found: Record<"stranger" | "staff", AttackResult[]> = { stranger: [], staff: [] };
    const begun = Date.now();
    // Half of the time is the crowds'.
    const until = options.until === undefined ? undefined : begun + (options.until - begun) / 2;
    for (let round = 0; round === 0 || (until !== undefined && Date.now() < until); round++)
      for (const as of ["stranger", "staff"] as const) {
        const seed = options.seed + round;
        found[as].push(
          await runAttacks(world, { seed, as, share: options.share, ...(round > 0 && until && { until }) }),
        );
        say(`round ${round + 1}, as ${as}: ${found[as].at(-1)!.failures.length} got through`);
      }
    for (const as of ["stranger", "staff"] as const) {
      const { tried, failures } = addResults(found[as]);
      result.tried[as] = tried;
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
  { home, answerMaxMs = ANSWER_MAX_MS }: CampaignOptions,
  { name, limits }: { name: string; limits: "lifted" | "usual" },
  result: CampaignResult,
  attack: (world: AttackWorld) => Promise<void>,
): Promise<void> {
  const world = await openAttackWorld(join(home, name), { limits });
  try {
    const onHand = await world.neighbor.onHand();
    const [watch, measuring] = [watchNeighbor(world, { answerMaxMs }), await measure(world)];
    await attack(world);
    await world.neighbor.receive(RECEIVED_UNITS);
    const served = await watch.stop();
    result.measured.push(await measuring.stop());
    result.served.push(served);
    result.failures.push(...[...new Set(served.failures)].map((failure) => `neighbor: ${failure}`));
    if (!(await becomes(world, onHand + RECEIVED_UNITS, Math.max(answerMaxMs, REACHES_STORE_MAX_MS))))
      result.failures.push("neighbor: what its warehouse received did not reach its store");
    if (!world.areAlive()) result.failures.push("a process of the app ended");
    result.failures.push(...errorsIn(world));
  } finally {
    await world.stop();
  }
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
