import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EventTarget } from "../lib/send-event.ts";

/** What everyone else was given while the app was attacked. */
export interface Served {
  /** How long the slowest answer to each took, in milliseconds, and how often each was asked for. */
  slowestMs: Record<Ask, number>;
  asked: Record<Ask, number>;
  /** Answers that were wrong, in words. */
  failures: string[];
}

/** The health check, a page for the neighbor's staff, and an event of the neighbor's warehouse. */
export const ASKS = ["healthz", "page", "event"] as const;
export type Ask = (typeof ASKS)[number];

export interface Neighbor extends EventTarget {
  shop: string;
  /** The sandbox's, which gives session tokens. */
  shopUrl: string;
  /** Paths of the pages that its staff opens in turn. */
  pages: string[];
  /** An answer that takes longer counts as none, in milliseconds. */
  answerMaxMs: number;
}

/** Asks for everything a bystander needs, again and again, until stopped. */
export function watchNeighbor(neighbor: Neighbor): { stop(): Promise<Served> } {
  const { url, hookId, webhookKey, shop, shopUrl, pages, answerMaxMs } = neighbor;
  const thread = new Worker(new URL("./neighbor-thread.ts", import.meta.url), {
    workerData: { url, hookId, webhookKey, shop, shopUrl, pages, answerMaxMs } satisfies Neighbor,
  });
  // Fails with the thread; noticed in `stop`.
  const done = once(thread, "message") as Promise<[Served]>;
  done.catch(() => undefined);
  return {
    async stop() {
      thread.postMessage("stop");
      const [served] = await done;
      await thread.terminate();
      return served;
    },
  };
}
