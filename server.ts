/**
 * The built app's only entry: `node build/server/index.js [web] [worker]`. Both in one process when none is named.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestHandler } from "@remix-run/express";
import express, { type ErrorRequestHandler } from "express";
import * as build from "virtual:remix/server-build";
import { readEnv } from "./app/env.server.ts";
import { startWorker } from "./app/jobs/worker.server.ts";
import { createServices, type Services } from "./app/services.server.ts";
import { shopWebhooks } from "./app/webhooks/shop-webhooks.server.ts";
import { warehouseEvents } from "./app/webhooks/warehouse-events.server.ts";

const ROLES = ["web", "worker"] as const;
type Role = (typeof ROLES)[number];

/** Requests and jobs under way get this long to finish when the process is asked to stop. */
const STOP_WITHIN_MS = 25_000;

void main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  const unknown = args.filter((arg) => !ROLES.includes(arg as Role));
  if (unknown.length > 0) return fail(`Unknown role ${unknown.join(", ")}. Use web, worker or both.`);
  const roles = args.length > 0 ? args : ROLES;

  let services: Services;
  try {
    services = createServices(readEnv());
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const { log } = services;
  const running: { stop(): Promise<void> }[] = [];
  try {
    if (roles.includes("worker")) running.push(await startWorker(services));
    if (roles.includes("web")) running.push(await startWeb(services));
  } catch (error) {
    log.fatal({ err: error }, "could not start");
    process.exit(1);
  }
  log.info({ roles }, "ready");
  // Started by another process of ours, we say that we are ready and end when it does.
  process.send?.({ ready: true });

  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await Promise.allSettled(running.map((part) => part.stop()));
    await services.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("disconnect", () => void stop("the process that started us is gone"));
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function startWeb(services: Services): Promise<{ stop(): Promise<void> }> {
  const app = express();
  app.disable("x-powered-by");
  app.get("/healthz", (_req, res) => void res.json({ ok: true }));
  app.use(warehouseEvents(services));
  app.use(shopWebhooks(services));
  // File names carry a hash of their content, so they never change.
  app.use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y" }));
  app.use(express.static("build/client", { maxAge: "1h" }));
  const panel = createRequestHandler({ build, mode: "production", getLoadContext: () => ({ services }) });
  app.all("*", (req, res, next) => void panel(req, res, next));
  app.use(lastResort(services));

  const server = createServer(app);
  server.listen(services.env.PORT);
  await once(server, "listening");
  services.log.info({ port: (server.address() as AddressInfo).port }, "listening");
  return {
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
        .json({ error: "too-large", message: "The body is larger than accepted here." });
    const status = error.status && error.status < 500 ? error.status : 500;
    if (status === 500) log.error({ err: error }, "a request failed");
    const message =
      status === 500 ? "Something went wrong on our side. Try again." : "The request was not understood.";
    res.status(status).json({ error: status === 500 ? "internal" : "bad-request", message });
  };
}
