import { findRecordError, recordFailureOf, type RecordFailure } from "./problems/record-failure.ts";
import type { RequestOptions } from "../shopify/admin-api.ts";
import type { ShopContext } from "./shop-context.ts";

/** A call about several records may take this long, in milliseconds, its repetitions included, before it is split. */
const BATCH_PATIENCE_MS = 5_000;
/** And each half this long. */
const HALF_PATIENCE_MS = 2_500;
/** Once a record has failed alone, nothing is begun after so many milliseconds more: the rest comes with the next run. */
const FAILURE_PATIENCE_MS = 10_000;
/** Shopify answers what costs nothing within this time, in milliseconds; otherwise all of it is slow, and gets its full time-out. */
const SLOW_SHOP_MS = 1_000;

export interface HalvesResult<Item> {
  /** Those that failed, each for itself: Shopify works. */
  failed: Map<Item, RecordFailure>;
  /** Those not begun, because others that failed took the time. */
  left: Item[];
}

/** How a call is made. A half is not repeated: splitting it says more. */
export type HalfOptions = Pick<RequestOptions, "signal" | "isOnce">;
type CallAbout<Item> = (items: readonly Item[], options: HalfOptions) => Promise<void>;

/**
 * Asks Shopify about several records in one call. When the call fails although Shopify works, it is made again for each half, so
 * that a record that fails stands alone in the end and keeps no other waiting. With no items there is one call all the same.
 * @throws ShopifyError of all of Shopify; whatever is no failure of Shopify's
 */
export async function callInHalves<Item>(
  ctx: ShopContext,
  items: readonly Item[],
  call: CallAbout<Item>,
): Promise<HalvesResult<Item>> {
  const result: HalvesResult<Item> = { failed: new Map(), left: [] };
  let failedAt: number | undefined;

  const callAbout = async (some: readonly Item[], patienceMs: number): Promise<void> => {
    // Before one stands alone nothing is won: the next run would begin with the same records.
    if (
      failedAt !== undefined &&
      performance.now() - failedAt > FAILURE_PATIENCE_MS &&
      result.failed.size > 0
    )
      return void result.left.push(...some);
    const isOnce = some.length < items.length;
    const error = await tryCall(ctx, (options) => call(some, { ...options, isOnce }), patienceMs);
    if (!error) return;
    failedAt ??= performance.now();
    const [only, ...others] = some;
    if (only === undefined) throw error;
    if (others.length === 0) return void result.failed.set(only, recordFailureOf(error)!);
    const half = Math.ceil(some.length / 2);
    await callAbout(some.slice(0, half), HALF_PATIENCE_MS);
    await callAbout(some.slice(half), HALF_PATIENCE_MS);
  };
  await callAbout(items, BATCH_PATIENCE_MS);
  return result;
}

/** @returns the failure of the records of this call; undefined when it did not fail */
async function tryCall(
  ctx: ShopContext,
  call: (options: { signal?: AbortSignal }) => Promise<void>,
  patienceMs: number,
): Promise<FulfilmentOrShopError | undefined> {
  try {
    await call({ signal: AbortSignal.timeout(patienceMs) });
    return undefined;
  } catch (error) {
    const askedAt = performance.now();
    const failure = await findRecordError(ctx, error);
    const isSlow = failure.timedOut && performance.now() - askedAt > SLOW_SHOP_MS;
    if (!isSlow) return failure;
  }
  try {
    await call({});
    return undefined;
  } catch (error) {
    return findRecordError(ctx, error);
  }
}

type FulfilmentOrShopError = Awaited<ReturnType<typeof findRecordError>>;
