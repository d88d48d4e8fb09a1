import express, { type Router } from "express";
import { createReadiness, PARTS, type Part } from "./readiness.server.ts";
import type { Services } from "../services.server.ts";

/**
 * `/healthz`: this process answers; one that does not is to be started again. `/readyz`: the whole installation can do its
 * work, 503 and the reason when it cannot; `?part=database&part=migrations` asks for some parts only, as a load balancer
 * should, which would otherwise take all web processes away because a worker is late.
 */
export function health(services: Services): Router {
  const readiness = createReadiness(services);
  const router = express.Router();
  router.get("/healthz", (_req, res) => void res.json({ ok: true }));
  router.get("/readyz", (req, res, next) => {
    const asked = [req.query.part ?? []].flat().filter(isPart);
    readiness(asked.length > 0 ? asked : [...PARTS])
      .then((found) => res.status(found.ready ? 200 : 503).json(found))
      .catch(next);
  });
  return router;
}

function isPart(part: unknown): part is Part {
  return PARTS.includes(part as Part);
}
