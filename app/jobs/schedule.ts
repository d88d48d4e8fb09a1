import type { CronItem } from "graphile-worker";

const MINUTE_MS = 60_000;

interface Round {
  /** The minutes (UTC) in which it goes on, as cron writes them. They come in whole stretches of `everyMinutes`. */
  match: string;
  /** Within so many of them every shop has its turn once. */
  everyMinutes: number;
}

/**
 * What is asked for of every connected shop without any hint. Each shop has a minute of its own in each round, so that what
 * all shops need together comes evenly instead of in one moment.
 */
export const ROUNDS = {
  "sweep-all-shops": { match: "* * * * *", everyMinutes: 60 },
  // A warehouse that is back is noticed no later.
  "read-all-changes": { match: "* * * * *", everyMinutes: 5 },
  // From one to five in the morning: nightly for most of our merchants.
  "import-all-catalogues": { match: "* 1-4 * * *", everyMinutes: 240 },
} as const satisfies Record<string, Round>;

export type RoundName = keyof typeof ROUNDS;

/**
 * When the queue is to ask for what nobody else does. A round's every minute is a job of its own, also those that passed
 * while no worker ran, as far back as one stretch goes: then every shop had its turn.
 */
export const SCHEDULE: CronItem[] = [
  ...Object.entries(ROUNDS).map(([task, { match, everyMinutes }]) => ({
    task,
    match,
    options: { backfillPeriod: everyMinutes * MINUTE_MS },
  })),
  { task: "forget-lanes", match: "* * * * *", options: { jobKey: "forget-lanes" } },
  { task: "keep-all-access", match: "7 4 * * *", options: { jobKey: "keep-all-access" } },
  { task: "forget-the-old", match: "41 3 * * *", options: { jobKey: "forget-the-old" } },
];

/**
 * Whether it is the shop's turn in the minute of `at`. Over any `everyMinutes` minutes of a round each shop has one turn. A
 * shop's minutes in different rounds have nothing to do with each other.
 */
export function isTurn(shop: string, { round, at }: { round: RoundName; at: Date }): boolean {
  return minuteOf(at) % ROUNDS[round].everyMinutes === turnOf(shop, round);
}

/** When the shop's next turn comes in a round that never rests. */
export function nextTurn(
  shop: string,
  { round, after }: { round: Exclude<RoundName, "import-all-catalogues">; after: Date },
): Date {
  const { everyMinutes } = ROUNDS[round];
  const next = minuteOf(after) + 1;
  const wait = (turnOf(shop, round) - (next % everyMinutes) + everyMinutes) % everyMinutes;
  return new Date((next + wait) * MINUTE_MS);
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

/** Which of a stretch's minutes is the shop's, counted from 0. */
export function turnOf(shop: string, round: RoundName): number {
  return hash(`${round}:${shop}`) % ROUNDS[round].everyMinutes;
}

/** FNV-1a, 32 bits: the same everywhere and for ever, spread evenly, and nothing that anybody must not guess. */
function hash(text: string): number {
  let hashed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hashed = Math.imul(hashed ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hashed;
}
