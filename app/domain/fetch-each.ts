import pLimit from "p-limit";
import type { WarehouseClient } from "../fulfilment/client.ts";
import { FulfilmentError } from "../fulfilment/errors.ts";

/** One record may take this long, in milliseconds, its repetitions included, before the others go on without it. */
const RECORD_PATIENCE_MS = 2_500;
/** Once a record has failed, no further one is begun after so many milliseconds: the rest comes with the next run. */
const BATCH_PATIENCE_MS = 5_000;
/** A warehouse that takes this long to list ten products is slow as a whole, and its records get the full time-out. */
const SLOW_WAREHOUSE_MS = 1_000;

export interface Fetched<Key, Record> {
  found: Map<Key, Record>;
  /** Those that failed, each for itself: the warehouse works. */
  failed: Map<Key, FulfilmentError>;
  /** Those not begun, because records that failed took the time, or because it was ended. */
  left: Key[];
}

/** `signal` ends a call early. */
interface Ending {
  signal?: AbortSignal | undefined;
}
type FetchOne<Key, Record> = (key: Key, options: Ending) => Promise<Record>;

/**
 * Fetches records from the warehouse side by side. A record that fails, or is far slower than the warehouse, affects only
 * itself, and takes at most a few seconds of the others' time. `signal` ends it early: what is under way fails, and nothing
 * more is begun.
 * @throws FulfilmentError when the warehouse as a whole fails: it does not list its products either
 */
export async function fetchEach<Key, Record>(
  warehouse: Pick<WarehouseClient, "check" | "fetchConcurrency">,
  keys: readonly Key[],
  fetchOne: FetchOne<Key, Record>,
  { signal }: Ending = {},
): Promise<Fetched<Key, Record>> {
  const fetched: Fetched<Key, Record> = { found: new Map(), failed: new Map(), left: [] };
  const begunAt = performance.now();
  const isEnded = () => signal?.aborted ?? false;
  const isOver = () => fetched.failed.size > 0 && performance.now() - begunAt > BATCH_PATIENCE_MS;
  const given = signal ? [signal] : [];
  await fetchAll(warehouse, keys, async (key) => {
    if (isEnded() || isOver()) return void fetched.left.push(key);
    const patience = AbortSignal.any([AbortSignal.timeout(RECORD_PATIENCE_MS), ...given]);
    await fetchInto(fetched, key, () => fetchOne(key, { signal: patience }));
  });
  if (fetched.failed.size > 0 && !isEnded() && (await isSlow(warehouse, { signal }))) {
    const passing = [...fetched.failed].filter(([, error]) => !error.permanent).map(([key]) => key);
    await fetchAll(warehouse, passing, async (key) => {
      if (!isEnded()) await fetchInto(fetched, key, () => fetchOne(key, { signal }));
    });
  }
  return fetched;
}

/** @throws whatever one of them throws, once none is under way any more */
async function fetchAll<Key>(
  { fetchConcurrency }: Pick<WarehouseClient, "fetchConcurrency">,
  keys: readonly Key[],
  work: (key: Key) => Promise<void>,
): Promise<void> {
  const limit = pLimit(fetchConcurrency);
  let hasThrown = false;
  const workUnlessThrown = async (key: Key) => {
    if (hasThrown) return;
    await work(key).catch((error: unknown) => {
      hasThrown = true;
      throw error;
    });
  };
  const outcomes = await Promise.allSettled(keys.map((key) => limit(() => workUnlessThrown(key))));
  const thrown = outcomes.find((outcome) => outcome.status === "rejected");
  if (thrown) throw thrown.reason;
}

async function fetchInto<Key, Record>(
  { found, failed }: Fetched<Key, Record>,
  key: Key,
  fetchOne: () => Promise<Record>,
): Promise<void> {
  try {
    found.set(key, await fetchOne());
    failed.delete(key);
  } catch (error) {
    if (!(error instanceof FulfilmentError) || error.scope !== "record") throw error;
    failed.set(key, error);
  }
}

/** @throws FulfilmentError when the warehouse does not list its products: then no single record is to blame */
async function isSlow(warehouse: Pick<WarehouseClient, "check">, ending: Ending): Promise<boolean> {
  const askedAt = performance.now();
  await warehouse.check(ending);
  return performance.now() - askedAt > SLOW_WAREHOUSE_MS;
}
