import type pg from "pg";
import { countMissingMigrations } from "../database/missing-migrations.ts";
import { readQueueState } from "../jobs/queue-state.ts";
import { countWorkers } from "../jobs/worker-liveness.server.ts";
import type { Services } from "../services.server.ts";

export const PARTS = ["database", "migrations", "worker"] as const;
export type Part = (typeof PARTS)[number];

export interface PartState {
  ok: boolean;
  /** In plain words: what is missing. Never an address or a name of the database's. */
  why?: string;
}

export interface Readiness {
  ready: boolean;
  parts: Partial<Record<Part, PartState>>;
}

/** Asked more often than this, the same answer is given again: anybody may ask. */
const KEPT_MS = 1_000;
/** A database that takes longer is as good as away. */
const ANSWER_WITHIN_MS = 2_000;
/**
 * Jobs that events wait for start within a second or so. Five minutes late is no burst any more: workers are missing, or
 * too few. Too small a bound would call a busy hour a failure.
 */
const LAG_BOUND_SECONDS = 300;

/**
 * Makes what tells whether this installation can do its work: the database answers, it has every migration this version
 * knows, and a worker lives that keeps up. Newer migrations do no harm: they only ever add (docs/operations.md).
 */
export function createReadiness({ pool }: Pick<Services, "pool">): (asked: Part[]) => Promise<Readiness> {
  let kept: { at: number; parts: Promise<Record<Part, PartState>> } | undefined;
  return async (asked) => {
    if (!kept || Date.now() - kept.at > KEPT_MS) kept = { at: Date.now(), parts: readParts(pool) };
    const all = await kept.parts;
    const parts = Object.fromEntries(asked.map((part) => [part, all[part]]));
    return { ready: asked.every((part) => all[part].ok), parts };
  };
}

async function readParts(pool: pg.Pool): Promise<Record<Part, PartState>> {
  const database = await check(async () => {
    await pool.query("SELECT 1");
    return undefined;
  });
  if (!database.ok) {
    const unknown = { ok: false, why: "the database does not answer" };
    return { database, migrations: unknown, worker: unknown };
  }
  const [migrations, worker] = await Promise.all([
    check(() => missingMigrations(pool)),
    check(() => lateWorker(pool)),
  ]);
  return { database, migrations, worker };
}

/** @param look what is wrong, or nothing. */
async function check(look: () => Promise<string | undefined>): Promise<PartState> {
  let late: NodeJS.Timeout | undefined;
  const answered = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new Error("no answer in time")), ANSWER_WITHIN_MS);
  });
  try {
    const why = await Promise.race([look(), answered]);
    return why === undefined ? { ok: true } : { ok: false, why };
  } catch (error) {
    // A code such as ECONNREFUSED or 42P01 says enough; messages name hosts and users.
    const { code } = error as { code?: unknown };
    return { ok: false, why: typeof code === "string" ? `it answers ${code}` : "it does not answer" };
  } finally {
    clearTimeout(late);
  }
}

async function missingMigrations(pool: pg.Pool): Promise<string | undefined> {
  const { missing, known } = await countMissingMigrations(pool);
  return missing === 0 ? undefined : `${missing} of ${known} are not applied; run npm run migrate`;
}

async function lateWorker(pool: pg.Pool): Promise<string | undefined> {
  const [workers, { lagSeconds }] = await Promise.all([countWorkers(pool), readQueueState(pool)]);
  if (workers === 0) return "no worker is running";
  const late = Math.round(lagSeconds.swift);
  return late > LAG_BOUND_SECONDS ? `jobs that events wait for start ${late} seconds late` : undefined;
}
