import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import type { Services } from "./services.server.ts";
import { shopWebhooks } from "./webhooks/shop-webhooks.server.ts";
import { warehouseEvents } from "./webhooks/warehouse-events.server.ts";

export interface RunningWeb {
  port: number;
  /** Takes no more requests, lets those under way finish, then resolves. */
  stop(): Promise<void>;
}

/** Starts the web side: what both worlds send us, and the panel behind it. Rejects with EADDRINUSE if the port is taken. */
export async function startWeb(services: Services, panel: RequestHandler): Promise<RunningWeb> {
  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", (_req, res) => void res.json({ ok: true }));
  app.use(warehouseEvents(services));
  app.use(shopWebhooks(services));
  // File names carry a hash of their content, so they never change.
  app.use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y" }));
  app.use(express.static("build/client", { maxAge: "1h" }));
  app.use(panel);
  app.use(lastResort(services));

  const server = createServer(app);
  server.listen(services.env.PORT);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  services.log.info({ port }, "listening");
  return {
    port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** What no route answered for: a body over its cap, or a fault of ours. Never a stack trace. */
function lastResort({ log }: Services): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, _req, res, next) => {
    if (res.headersSent) return next(error);
    if (error.type === "entity.too.large")
      return void res
        .status(413)
        .json({ error: "too-large", message: "The body is larger than is accepted here." });
    if (error.status && error.status < 500)
      return void res
        .status(error.status)
        .json({ error: "bad-request", message: "The request was not understood." });
    log.error({ err: error }, "a request failed");
    res.status(500).json({ error: "internal", message: "Something went wrong on our side. Try again." });
  };
}
