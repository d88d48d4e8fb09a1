import { setTimeout as sleep } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { waitForSecond, waitForSlot } from "./decide-room.ts";
import { FulfilmentError } from "./errors.ts";

/** How much is asked of one warehouse account, by all processes together. The interface shows no limits of its own. */
export interface AccountLimits {
  /** Requests to one account under way at once. */
  atOnce: number;
  /**
   * Runs `request` once the account has room for it.
   * @throws FulfilmentError `unavailable` when it has none for a while, with how long if that is known.
   */
  run<T>(account: string, request: () => Promise<T>): Promise<T>;
  /** The warehouse asked for patience: nobody asks this account anything for so many milliseconds. */
  pause(account: string, ms: number): Promise<void>;
  close(): void;
}

/** The first key of every advisory lock taken here, so that none is mistaken for another use's. */
const LOCK_SPACE = 0x57_41_52;
/** Slots of all accounts share the lock's second key: the account's hash in steps of this many. */
const MOST_SLOTS = 64;

/**
 * Limits kept in PostgreSQL, where every process sees them. A request holds one of the account's slots while it is
 * under way: an advisory lock, so the slots of a killed process are free at once. Requests per second are counted by
 * rate-limiter-flexible in the table `rate_limit`.
 */
export function createAccountLimits(
  pool: pg.Pool,
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
): AccountLimits {
  const rate = new RateLimiterPostgres({
    storeClient: pool,
    tableName: "rate_limit",
    tableCreated: true,
    keyPrefix: "fulfilment",
    points: perSecond,
    duration: 1,
    // Once this process knows that the second is used up, it need not ask the database again.
    inMemoryBlockOnConsumed: perSecond,
    clearExpiredByTimeout: false, // `forget-the-old` deletes the rows of accounts that nobody asks any more.
  });
  const slots = createSlots(pool, atOnce);
  const lines = new Map<string, LimitFunction>();

  /** Requests of this process wait in line here; only those at its head look for a slot. */
  const lineOf = (account: string) => {
    let line = lines.get(account);
    if (!line) lines.set(account, (line = pLimit(atOnce)));
    return line;
  };

  return {
    atOnce,
    async run(account, request) {
      const line = lineOf(account);
      const answer = line(async () => {
        const counted = consume(rate, account);
        counted.catch(() => undefined); // Thrown where it is waited for.
        const release = await slots.take(account);
        try {
          await counted;
          return await request();
        } finally {
          release();
        }
      });
      return answer.finally(() => {
        // Accounts come and go: whoever enters a token names one.
        if (line.activeCount + line.pendingCount === 0) lines.delete(account);
      });
    },
    async pause(account, ms) {
      if (ms > 0) await rate.block(account, Math.ceil(ms / 1000));
    },
    close: () => slots.close(),
  };
}

/** Counts one request, waiting for the next second when this one is used up. */
async function consume(rate: RateLimiterPostgres, account: string): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      await rate.consume(account);
      return;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const { msBeforeNext: roomInMs } = refused;
      const waitMs = waitForSecond({ waitedMs: Date.now() - began, roomInMs });
      if (waitMs === null) throw busy(roomInMs);
      await sleep(waitMs);
    }
  }
}

function busy(retryAfterMs?: number): FulfilmentError {
  return new FulfilmentError("unavailable", {
    message: "too much is asked of this account at once",
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** `atOnce` slots for each account, shared by all processes. */
function createSlots(pool: pg.Pool, atOnce: number) {
  const numbers = Array.from({ length: Math.min(atOnce, MOST_SLOTS) }, (_, number) => number);
  /** Locks belong to a connection, so this one is kept. A broken one is replaced; what it held was free then. */
  let connection: Promise<{ client: pg.PoolClient; letGo: () => void }> | undefined;
  const held = new Map<string, Set<number>>();
  // One query at a time on one connection; and PostgreSQL gives a lock twice to the connection that has it, so that
  // two tries at once would both succeed.
  const oneByOne = pLimit(1);

  const connect = () =>
    (connection ??= pool.connect().then(
      (client) => {
        let ours = true;
        const letGo = () => {
          if (ours) client.release(true);
          ours = false;
          connection = undefined;
        };
        client.on("error", letGo);
        return { client, letGo };
      },
      (error: unknown) => {
        connection = undefined;
        throw error;
      },
    ));

  const tryTake = (account: string) =>
    oneByOne(async () => {
      const mine = held.get(account) ?? new Set<number>();
      const free = numbers.filter((number) => !mine.has(number));
      const { client } = await connect();
      const { rows } = await client.query<{ slot: number }>({
        name: "take-slot",
        text: `SELECT slot FROM unnest($3::int[]) AS slot
         WHERE pg_try_advisory_lock($1, (hashtext($2) / $4) * $4 + slot) LIMIT 1`,
        values: [LOCK_SPACE, account, free, MOST_SLOTS],
      });
      const slot = rows[0]?.slot;
      if (slot === undefined) return undefined;
      held.set(account, mine.add(slot));
      return { slot, client };
    });

  const release = ({ account, slot, client }: { account: string; slot: number; client: pg.PoolClient }) => {
    const mine = held.get(account);
    mine?.delete(slot);
    if (mine?.size === 0) held.delete(account);
    const unlock = {
      name: "give-back-slot",
      text: "SELECT pg_advisory_unlock($1, (hashtext($2) / $4) * $4 + $3)",
      values: [LOCK_SPACE, account, slot, MOST_SLOTS],
    };
    // A connection that broke has let go of everything.
    oneByOne(() => client.query(unlock)).catch(() => undefined);
  };

  return {
    /** Waits for a slot. @returns what gives it back. */
    async take(account: string): Promise<() => void> {
      const began = Date.now();
      for (;;) {
        const taken = await tryTake(account);
        if (taken) return () => release({ account, ...taken });
        const waitMs = waitForSlot({ waitedMs: Date.now() - began, random: Math.random() });
        if (waitMs === null) throw busy();
        await sleep(waitMs);
      }
    },
    close() {
      connection?.then(({ letGo }) => letGo()).catch(() => undefined);
    },
  };
}
