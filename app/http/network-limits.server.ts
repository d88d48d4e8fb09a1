import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Env } from "../env.server.ts";
import type { NetworkRate } from "./doors.ts";
import { networkOf } from "./network-of.ts";

/** Requests of one network address that may be under way at the same moment, so that slow senders hold few sockets. */
const UNDER_WAY: Record<NetworkRate, number> = {
  // Shopify and the warehouse send from few addresses, and each event is answered within milliseconds.
  webhook: 2_000,
  "sign-in": 30,
  // An office of fifty people whose browsers open six connections each.
  page: 300,
};

export interface NetworkLimits {
  /**
   * Counts a request until `done` is called.
   * @returns milliseconds after which its sender may try again, where it is one too many
   */
  enter(request: IncomingMessage, rate: NetworkRate): Promise<{ done(): void } | { retryAfterMs: number }>;
}

/** What senders wait for whose requests under way are too many: those end within seconds. */
const CROWDED_RETRY_MS = 1_000;

/**
 * Limits requests of one network address to this process: so many a minute, and so many at the same moment. They keep a flood
 * away from database and CPU, so they count in memory and ask nobody.
 */
export function createNetworkLimits(env: Env): NetworkLimits {
  const perMinute: Record<NetworkRate, number> = {
    webhook: env.WEBHOOKS_PER_MINUTE,
    "sign-in": env.SIGN_INS_PER_MINUTE,
    page: env.PAGES_PER_MINUTE,
  };
  const limiterOf = (rate: NetworkRate) => new RateLimiterMemory({ points: perMinute[rate], duration: 60 });
  const limiters = {
    webhook: limiterOf("webhook"),
    "sign-in": limiterOf("sign-in"),
    page: limiterOf("page"),
  };
  const underWay = new Map<string, number>();
  // What each proxy of ours adds to X-Forwarded-For counts; what clients write before it does not.
  const isOurs = (_address: string, hop: number) => hop < env.PROXY_HOPS;

  return {
    async enter(request, rate) {
      // A connection that was reset right after its request has no address any more.
      const sender: string | undefined = proxyAddr(request, isOurs);
      const address = networkOf(sender ?? "unknown");
      const key = `${rate} ${address}`;
      const count = underWay.get(key) ?? 0;
      if (count >= UNDER_WAY[rate]) return { retryAfterMs: CROWDED_RETRY_MS };
      underWay.set(key, count + 1);
      let isDone = false;
      const done = () => {
        if (isDone) return;
        isDone = true;
        const left = underWay.get(key)! - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      };
      try {
        await limiters[rate].consume(address);
        return { done };
      } catch (refused) {
        done();
        if (refused instanceof RateLimiterRes) return { retryAfterMs: refused.msBeforeNext };
        throw refused;
      }
    },
  };
}
