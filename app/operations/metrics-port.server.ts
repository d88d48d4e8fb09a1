import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { health } from "./health.server.ts";
import type { Services } from "../services.server.ts";

/**
 * Answers `/metrics`, and for processes without a web side `/healthz` and `/readyz`, on a port of its own: one that is not
 * reached from outside. Rejects with EADDRINUSE if the port is taken.
 */
export async function startMetricsPort(services: Services, port: number): Promise<{ stop(): Promise<void> }> {
  const { metrics, log, env } = services;
  metrics.addProcess();
  const app = express();
  app.disable("x-powered-by");
  app.use(health(services, "operators"));
  app.get("/metrics", (_req, res, next) => {
    metrics
      .expose()
      .then(({ contentType, body }) => void res.set("content-type", contentType).send(body))
      .catch(next);
  });
  const server = createServer(app);
  server.listen(port, env.LISTEN_ADDRESS);
  await once(server, "listening");
  log.info({ port }, "figures are exposed");
  return {
    async stop() {
      server.close();
      server.closeAllConnections(); // A scrape can be had again.
    },
  };
}
