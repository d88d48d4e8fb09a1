import proxyAddr from "proxy-addr";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { answerJson, type Handler } from "./handler.ts";
import { networkOf } from "./network-of.ts";

/**
 * Refuses whoever asks more than `perMinute` times a minute, from one address of the network, of this process: 429 with
 * `Retry-After`. It is there to keep a flood away from database and CPU, so it counts in memory and asks nobody.
 *
 * @param proxyHops Proxies of ours a request comes through; what each says of whom it speaks for is believed.
 */
export function limitRate({ perMinute, proxyHops }: { perMinute: number; proxyHops: number }): Handler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const isOurs = (_address: string, hop: number) => hop < proxyHops;
  return (req, res, next) => {
    // A connection that was reset right after its request has no address any more.
    const address = (proxyAddr(req, isOurs) as string | undefined) ?? "unknown";
    limiter.consume(networkOf(address)).then(
      () => next(),
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        res.setHeader("Retry-After", Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
        answerJson(res, 429, { error: "too-many", message: "Too many requests. Try again later." });
      },
    );
  };
}

/**
 * Refuses bodies over `bytes`, by what they say of their length, and those that say nothing as soon as they are over.
 * What reads a body by itself and refuses it in words of its own has its own cap, below this one.
 */
export function capBody(bytes: number): Handler {
  return (req, res, next) => {
    const refuse = () => {
      res.once("finish", () => req.destroy());
      if (!res.headersSent) answerJson(res, 413, { error: "too-large", message: "The body is too large." });
    };
    if (Number(req.headers["content-length"] ?? 0) > bytes) return refuse();
    let taken = 0;
    if (req.headers["transfer-encoding"])
      req.on("data", ({ length }: Buffer) => {
        if (taken <= bytes && (taken += length) > bytes) refuse();
      });
    next();
  };
}
