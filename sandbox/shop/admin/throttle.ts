import type { Bucket } from "../store/shop.ts";

/**
 * Shopify's leaky bucket: a request takes its requested cost when that fits, gets back what it did not need, and the
 * bucket refills by the second.
 */
export function refill(bucket: Bucket, now: Date): void {
  const seconds = Math.max(0, (now.getTime() - Date.parse(bucket.at)) / 1000);
  bucket.available = Math.min(bucket.maximumAvailable, bucket.available + seconds * bucket.restoreRate);
  bucket.at = now.toISOString();
}

/** Takes `cost` out of a refilled bucket; false, and nothing is taken, when it does not fit. */
export function take(bucket: Bucket, cost: number): boolean {
  if (cost > bucket.available) return false;
  bucket.available -= cost;
  return true;
}

export function giveBack(bucket: Bucket, cost: number): void {
  bucket.available = Math.min(bucket.maximumAvailable, bucket.available + cost);
}

export function costExtension(
  bucket: Bucket,
  { requested, actual }: { requested: number; actual: number | null },
): object {
  return {
    cost: {
      requestedQueryCost: requested,
      actualQueryCost: actual,
      throttleStatus: {
        maximumAvailable: bucket.maximumAvailable,
        currentlyAvailable: Math.floor(bucket.available),
        restoreRate: bucket.restoreRate,
      },
    },
  };
}
