import { isStopping, type ProblemKind } from "../problems/problem-kinds.ts";
import type { StockStanding } from "../stock/report/read-standing.ts";

/** What tells how the shop is. */
export interface Signs {
  now: Date;
  /** Null when no warehouse is connected. */
  connection: {
    connectedAt: Date;
    /** When both catalogues were last read whole; null before the first time. */
    importedAt: Date | null;
  } | null;
  problems: readonly { kind: ProblemKind }[];
  stand: StockStanding["stand"];
  /** Variants that would be written if it were not for the merchant. */
  differing: number;
  /** When the warehouse last sent an event. */
  lastHeardAt: Date | null;
  /** When the first of its events came that are not followed yet. */
  waitingSince: Date | null;
  /** When all stock was last compared. */
  comparedAt: Date | null;
}

/** Is it healthy? In one word, the gravest first. */
export type Health =
  | { is: "not-connected" }
  /** No stock follows the warehouse. */
  | { is: "broken" }
  /** Both catalogues are being read for the first time. */
  | { is: "starting" }
  /** What should have been done by now is not: jobs do not run, or come to nothing. */
  | { is: "behind"; since: Date }
  /** Something is to be fixed; the rest is in order. */
  | { is: "needs-you"; problems: number }
  /** The merchant does not let everything be written. */
  | { is: "not-live"; stand: Exclude<StockStanding["stand"], "live"> }
  /** Differences were found and are being written. */
  | { is: "catching-up"; differing: number }
  /** All is in order as far as we know, but nothing was heard for long. */
  | { is: "quiet"; since: Date }
  | { is: "healthy" };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An event is followed within seconds; one that waits so long is not just in a queue. */
const FOLLOWED_WITHIN_MS = 10 * MINUTE_MS;
/** All stock is compared every hour, which takes a large shop some minutes; twice missed is no accident. */
const COMPARED_WITHIN_MS = 3 * HOUR_MS;
/** Over a weekend nothing may move in a warehouse. */
const HEARD_WITHIN_MS = 3 * 24 * HOUR_MS;

export function decideHealth(signs: Signs): Health {
  const { connection, problems, stand, differing, now } = signs;
  if (!connection) return { is: "not-connected" };
  if (problems.some(({ kind }) => isStopping(kind))) return { is: "broken" };
  if (!connection.importedAt) return { is: "starting" };
  const late = lateSince(signs, connection.connectedAt);
  if (late) return { is: "behind", since: late };
  if (problems.length > 0) return { is: "needs-you", problems: problems.length };
  if (stand !== "live") return { is: "not-live", stand };
  if (differing > 0) return { is: "catching-up", differing };
  const heardAt = latest(signs.lastHeardAt, connection.connectedAt);
  return isOlder(heardAt, { than: HEARD_WITHIN_MS, now })
    ? { is: "quiet", since: heardAt }
    : { is: "healthy" };
}

/** Since when something is late; null when nothing is. */
function lateSince({ waitingSince, comparedAt, now }: Signs, connectedAt: Date): Date | null {
  if (waitingSince && isOlder(waitingSince, { than: FOLLOWED_WITHIN_MS, now })) return waitingSince;
  const compared = latest(comparedAt, connectedAt);
  return isOlder(compared, { than: COMPARED_WITHIN_MS, now }) ? compared : null;
}

/** When something last was; before the shop was connected it does not count. */
function latest(at: Date | null, connectedAt: Date): Date {
  return at && at > connectedAt ? at : connectedAt;
}

function isOlder(at: Date, { than, now }: { than: number; now: Date }): boolean {
  return now.getTime() - at.getTime() > than;
}
