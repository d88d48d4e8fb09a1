import express, { type Router } from "express";
import { createTally, type Tally } from "../../lib/tally.ts";

/** What the app asked of one shop's Admin API since it was last set back. */
export interface CallCount {
  /** By root field, e.g. `inventorySetQuantities`; of a bulk query the one that starts it. */
  calls: Tally;
  /** What Shopify charges for them once they are answered. */
  points: number;
  requests: number;
  /** Requests that did not fit into the bucket; nothing of them was answered or charged. */
  throttled: number;
}

export interface CallCounter {
  /** Of one shop, by its domain. */
  of(shop: string): CallCount;
  /** `GET`, of all shops or with `?shop=` of one, and `DELETE`. */
  control: Router;
}

export function createCallCounter(): CallCounter {
  const shops = new Map<string, CallCount>();
  const control = express.Router();
  control.get("/", ({ query }, res) => {
    const calls = createTally();
    const sum = { points: 0, requests: 0, throttled: 0 };
    for (const [shop, count] of shops) {
      if (query.shop && query.shop !== shop) continue;
      for (const [name, times] of Object.entries(count.calls.counts())) calls.add(name, times);
      sum.points += count.points;
      sum.requests += count.requests;
      sum.throttled += count.throttled;
    }
    res.json({ calls: calls.counts(), ...sum });
  });
  control.delete("/", (_req, res) => {
    shops.clear();
    res.status(204).end();
  });
  return {
    of(shop) {
      const known = shops.get(shop) ?? { calls: createTally(), points: 0, requests: 0, throttled: 0 };
      shops.set(shop, known);
      return known;
    },
    control,
  };
}
