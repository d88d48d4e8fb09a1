import pLimit from "p-limit";
import { createLuck, type Luck } from "../chaos/luck.ts";
import { attacksOn, FAMILIES, type Attack, type Caller, type Family } from "./plan-attacks.ts";
import { moreHeld, readHeld, type Held } from "./held.ts";
import { sendRaw, type Move, type Reply } from "./send-raw.ts";
import { doorOfTarget, findTargets, type Target } from "./targets.ts";
import type { AttackWorld } from "./world.ts";

/** Attacks under way at the same moment. */
const CONCURRENCY = 24;
/** How long an attacker waits for an answer or the end of a connection, in milliseconds. */
const PATIENCE_MS = 400;

/** How many attacks of each family were made at each door. */
export type Tried = Record<string, Record<Family, number>>;

/** A stranger, or the staff of another store, with their token. */
export type Attacker = "stranger" | "staff";

export interface AttackResult {
  tried: Tried;
  /** Bytes of bodies that may be read: what was sent up to each door's limit, of strangers none where a store's staff is expected. */
  bytesMax: number;
  held: Held;
  /** What got through, in words. */
  failures: string[];
}

/**
 * Attacks every address of the app, as a stranger or as the staff of another store. With `share` below 1 a random part of all
 * attacks is made, of each family on each address at least one. Ends early at `until`, in milliseconds since 1970.
 */
export async function runAttacks(
  world: AttackWorld,
  { seed, as, share, until = Infinity }: { seed: number; as: Attacker; share: number; until?: number },
): Promise<AttackResult> {
  const luck = createLuck(seed);
  const before = await readHeld(world);
  const result: AttackResult = { tried: {}, bytesMax: 0, held: before, failures: [] };
  const limit = pLimit(CONCURRENCY);
  for (const target of findTargets(world.ids)) {
    if (Date.now() > until) break;
    // A token is good for a minute.
    const caller: Caller = as === "staff" ? { authorization: `Bearer ${await world.attacker.token()}` } : {};
    const chosen = choose(attacksOn(target, { caller, luck }), { share, luck });
    await Promise.all(chosen.map((attack) => limit(() => tryOne(world, { as, attack, target, result }))));
  }
  result.held = moreHeld(before, await readHeld(world));
  return result;
}

function choose(attacks: readonly Attack[], { share, luck }: { share: number; luck: Luck }): Attack[] {
  const families = Map.groupBy(attacks, ({ family }) => family);
  return [...families.values()].flatMap((all) => {
    const sure = luck.pick(all);
    return all.filter((attack) => attack === sure || luck.chance(share));
  });
}

async function tryOne(
  { port }: AttackWorld,
  { as, attack, target, result }: { as: Attacker; attack: Attack; target: Target; result: AttackResult },
): Promise<void> {
  const { family, detail, moves } = attack;
  const door = doorOfTarget(target, target.methods.at(-1)!);
  const ofDoor = (result.tried[door.name] ??= noneTried());
  ofDoor[family]++;
  const isRead = as === "staff" || !door.work;
  if (isRead) result.bytesMax += Math.min(bytesIn(moves), door.bodyMaxBytes);
  const fault = faultOf(await sendRaw(port, moves, { patienceMs: PATIENCE_MS }), attack);
  if (fault) result.failures.push(`${target.name}, ${family} (${detail}): ${fault}`);
}

const noneTried = () => Object.fromEntries(FAMILIES.map((family) => [family, 0])) as Record<Family, number>;

function faultOf({ statuses, status, hasRetryAfter }: Reply, { isTooLarge }: Attack): string | undefined {
  const ours = statuses.find((one) => one >= 500 && !(one === 503 && hasRetryAfter));
  if (ours !== undefined) return `answered ${ours}`;
  if (isTooLarge && status !== undefined && status < 400)
    return `a body that is too large was answered ${status}`;
  return undefined;
}

const bytesIn = (moves: readonly Move[]) =>
  moves.reduce(
    (all, move) => all + (move.do === "write" ? move.bytes.length : move.do === "repeat" ? move.maxBytes : 0),
    0,
  );

/** Adds up what several runs tried and what got through. */
export function addResults(results: readonly AttackResult[]): Pick<AttackResult, "tried" | "failures"> {
  const tried: Tried = {};
  for (const result of results)
    for (const [door, families] of Object.entries(result.tried)) {
      const sum = (tried[door] ??= noneTried());
      for (const family of FAMILIES) sum[family] += families[family];
    }
  return { tried, failures: results.flatMap(({ failures }) => failures) };
}
