import { randomUUID } from "node:crypto";
import { onCrash, onOccasion } from "../operations/log.server.ts";
import type { Services } from "../services.server.ts";
import { insideSpan } from "../operations/tracing.server.ts";
import { doorOf } from "./doors.ts";
import { pathOf, type Handler } from "./handler.ts";
import { bytesTaken } from "./read-body.ts";

/** Of these there are many, and all alike. */
const QUIET = new Set(["health", "asset"]);

/** An event that was taken is counted and stored, and the next one follows: a line for each would say nothing more. */
function isTaken(kind: string, status: number): boolean {
  return kind === "warehouse-event" && status === 200;
}

/** Every path of the app is shorter, in characters. */
const LOGGED_PATH_MAX = 200;

/** The shop's part of an event's address cannot be guessed and is not to be read in a log either. */
function loggable(path: string): string {
  const start = path.length > LOGGED_PATH_MAX ? `${path.slice(0, LOGGED_PATH_MAX)}…` : path;
  return start.replace(/(\/webhooks\/warehouse\/)[^/]*/, "$1…");
}

/**
 * Sees every request go by: it gets an id, which its answer carries and all that is logged meanwhile, is counted when it is
 * answered, and is one line in the log, at the level debug where there are many and all alike. Never its query, which
 * carries session tokens, and never its body.
 */
export function requestWatch({ metrics, log }: Services): Handler {
  return (req, res, next) => {
    const path = pathOf(req);
    const { name: kind } = doorOf(req);
    const requestId = randomUUID();
    const occasion = { requestId, method: req.method ?? "", path: loggable(path) };
    const began = performance.now();
    res.setHeader("X-Request-Id", requestId);
    onOccasion(occasion, () => {
      // It may never be answered, and the process ends once the others are.
      onCrash(() => res.destroy());
      res.once("close", () => metrics.body({ kind, bytes: bytesTaken(req) }));
      res.once("finish", () => {
        const { statusCode: status } = res;
        const ms = performance.now() - began;
        metrics.request({ kind, status, seconds: ms / 1000 });
        log[QUIET.has(kind) || isTaken(kind, status) ? "debug" : "info"](
          { status, ms: Math.round(ms) },
          "a request was answered",
        );
      });
      if (QUIET.has(kind)) return next();
      insideSpan(`${req.method} ${kind}`, { kind: "request" }, (span) => {
        res.once("close", () => {
          span.setAttribute("http.response.status_code", res.statusCode);
          span.end();
        });
        next();
      });
    });
  };
}
