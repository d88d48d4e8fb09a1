import type { Connection } from "@prisma/client";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { inBatches } from "../../batches.ts";
import { openRow } from "../../sealed-columns.server.ts";
import type { Sealer } from "../../secrets.server.ts";
import { decideProof } from "./decide-signature.ts";
import type { NewHint } from "./record-hint.ts";
import { createHintStore } from "./store-hints.ts";

/** What an event is checked with. The token is left sealed: opening takes its time. */
export interface HookConnection extends Pick<
  Connection,
  | ("shop" | "disconnectedAt" | "keyProvenAt" | "keyRefusedAt")
  | ("webhookKey" | "oldWebhookKey" | "oldWebhookKeyUntil")
> {
  /** Another one as soon as anything of the connection is another: PostgreSQL's name for the transaction that wrote it. */
  version: string;
}

/** What a web process asks of the database for each of the warehouse's events. Events that come together share queries. */
export interface EventIntake {
  /** The connection behind an address, read now. @throws SecretError when its keys do not open */
  readConnection(hookId: string): Promise<HookConnection | undefined>;
  /**
   * The same as it was when last read, if it worked and its key was proven. It may be another by now: only `storeIf` can
   * tell.
   */
  remembered(hookId: string): HookConnection | undefined;
  /**
   * Counts one of a shop's signed events: its merchant knows the key, and each event is a row for weeks.
   * @returns milliseconds after which the shop's events are taken again; `null` while it has not sent too many
   */
  refusesFor(shop: string): Promise<number | null>;
  /** Stores a hint and queues the job that follows it. Once this resolves both are committed. */
  store(hint: NewHint): Promise<void>;
  /** The same if the connection still is what it was when it was read. @returns whether it is, and the hint stored. */
  storeIf(connection: HookConnection, hint: NewHint): Promise<boolean>;
}

/** Addresses looked up in one query. There are as many as events that wait for an answer at the same moment. */
const LOOKUPS_AT_ONCE = 500;
/** Connections of all shops that one process hears of in a while; each takes about a kilobyte. */
const REMEMBERED = 10_000;

/** @param perMinute Events of one shop that this process takes in a minute. */
export function createEventIntake({
  pool,
  secrets,
  perMinute,
}: {
  pool: pg.Pool;
  secrets: Sealer;
  perMinute: number;
}): EventIntake {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const lookups = inBatches({ most: LOOKUPS_AT_ONCE, run: (ids: string[]) => readConnections(pool, ids) });
  const store = createHintStore(pool);
  const memory = new Map<string, HookConnection>();

  const remember = (hookId: string, connection: HookConnection | undefined) => {
    memory.delete(hookId);
    if (!connection || connection.disconnectedAt || decideProof(connection)) return;
    const [oldest] = memory.keys();
    if (memory.size >= REMEMBERED && oldest !== undefined) memory.delete(oldest);
    memory.set(hookId, connection);
  };
  return {
    async readConnection(address) {
      const hookId = address.toLowerCase();
      const row = await lookups.add(hookId);
      const connection = row && (await openRow(secrets, "Connection", row));
      remember(hookId, connection);
      return connection;
    },
    async refusesFor(shop) {
      try {
        await limiter.consume(shop);
        return null;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
        throw refused;
      }
    },
    remembered: (hookId) => memory.get(hookId.toLowerCase()),
    store: async (hint) => void (await store({ ...hint, version: null })),
    storeIf: (connection, hint) => store({ ...hint, version: connection.version }),
  };
}

/** The one query that does not name its shop: the address is what tells which shop it is. */
async function readConnections(pool: pg.Pool, hookIds: string[]): Promise<(HookConnection | undefined)[]> {
  const { rows } = await pool.query<HookConnection & { hookId: string }>({
    name: "connections-by-hook",
    text: `SELECT "hookId", "shop", "disconnectedAt", "keyProvenAt", "keyRefusedAt", "webhookKey", "oldWebhookKey",
        "oldWebhookKeyUntil", xmin::text AS "version" FROM "Connection" WHERE "hookId" = ANY($1::uuid[])`,
    values: [[...new Set(hookIds)]],
  });
  const found = new Map(rows.map(({ hookId, ...connection }) => [hookId, connection]));
  return hookIds.map((hookId) => found.get(hookId));
}
