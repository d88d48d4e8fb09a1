import type { RequestHandler } from "express";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "./api-error.ts";

/** The interface shows no limits. Here a second's worth of requests may come at once; the next second begins anew. */
export function limitRate(requestsPerSecond: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  return (_req, res, next) => {
    // There is one access token, so everybody is one client.
    limiter.consume("client").then(
      () => next(),
      ({ msBeforeNext }: RateLimiterRes) => {
        const seconds = Math.ceil(msBeforeNext / 1000);
        res.set("retry-after", String(seconds));
        const message = `More than ${requestsPerSecond} requests in one second. Wait ${seconds} s.`;
        next(new ApiError("too-many-requests", { message }));
      },
    );
  };
}
