import express, { type Router } from "express";
import { createReadiness, PARTS, type Part, type Readiness } from "./readiness.server.ts";
import type { Services } from "../services.server.ts";

/** When to ask again whether an installation is ready, in seconds. */
const RETRY_SECONDS = "5";

/**
 * `/healthz`: this process answers; one that does not is to be started again. `/readyz`: the whole installation can do its
 * work, 503 and the reason when it cannot; `?part=database&part=migrations` asks for some parts only, as a load balancer
 * should, which would otherwise take all web processes away because a worker is late.
 * @param audience Operators learn what is missing; on a port that everyone reaches only which part it is.
 */
export function health(services: Services, audience: "operators" | "everyone"): Router {
  const readiness = createReadiness(services);
  const router = express.Router();
  router.get("/healthz", (_req, res) => void res.json({ ok: true }));
  router.get("/readyz", (req, res, next) => {
    const asked = [req.query.part ?? []].flat().filter(isPart);
    readiness(asked.length > 0 ? asked : [...PARTS])
      .then((found) => {
        if (!found.ready) res.set("Retry-After", RETRY_SECONDS).status(503);
        res.json(audience === "operators" ? found : withoutReasons(found));
      })
      .catch(next);
  });
  return router;
}

function withoutReasons({ ready, parts }: Readiness): Readiness {
  return {
    ready,
    parts: Object.fromEntries(Object.entries(parts).map(([part, { ok }]) => [part, { ok }])),
  };
}

function isPart(part: unknown): part is Part {
  return PARTS.includes(part as Part);
}
