/**
 * The built app's only entry: `node build/server/index.js [web] [worker]`. Both in one process when none is named.
 */
import { createRequestHandler } from "@remix-run/express";
import type { RequestHandler } from "express";
import * as build from "virtual:remix/server-build";
import { readEnv } from "./app/env.server.ts";
import { startWeb } from "./app/http.server.ts";
import { startWorker } from "./app/jobs/worker.server.ts";
import { createServices, type Services } from "./app/services.server.ts";

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
    if (roles.includes("web")) running.push(await startWeb(services, panel(services)));
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

/** The pages merchants see. */
function panel(services: Services): RequestHandler {
  const handle = createRequestHandler({ build, mode: "production", getLoadContext: () => ({ services }) });
  return (req, res, next) => void handle(req, res, next);
}
