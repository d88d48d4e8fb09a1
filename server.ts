/**
 * The built app's only entry: `node build/server/index.js [web] [worker]`. Both in one process when none is named.
 */
import { createRequestHandler } from "@remix-run/node";
import * as build from "virtual:remix/server-build";
import { checkPorts, explainListenError } from "./app/config/check-ports.server.ts";
import { REFUSED_SETTINGS_EXIT_CODE, SettingsError } from "./app/config/settings-error.ts";
import { warnUnreachable } from "./app/config/warn-unreachable.server.ts";
import { checkDatabase, type DatabaseCheck } from "./app/database/check-database.server.ts";
import { explainDatabaseError } from "./app/database/explain-database-error.ts";
import { misspelledSettings, readEnv, type Env } from "./app/env.server.ts";
import { startWeb } from "./app/http/http.server.ts";
import { startWorker } from "./app/jobs/worker.server.ts";
import { containCrashes } from "./app/operations/contain-crashes.server.ts";
import { startMetricsPort } from "./app/operations/metrics-port.server.ts";
import { createServices, type Services } from "./app/services.server.ts";

const ROLES = ["web", "worker"] as const;
type Role = (typeof ROLES)[number];

/** What is left to be closed when requests and jobs are through takes no time, or never ends. */
const CLOSE_WITHIN_MS = 2_000;

void main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  const unknown = args.filter((arg) => !ROLES.includes(arg as Role));
  if (unknown.length > 0)
    return fail(`Unknown role ${unknown.join(", ")}. Use web, worker or both.`, REFUSED_SETTINGS_EXIT_CODE);
  const roles = args.length > 0 ? args : ROLES;

  const services = await checkedServices(roles);
  const { log, env } = services;
  let exitCode = 0;
  // Until everything runs nothing has to be finished first.
  let stop: (why: string) => void = () => process.exit(exitCode);
  containCrashes({
    log,
    end() {
      exitCode = 1;
      stop("an unexpected error");
    },
  });
  // Started by another process of ours, we end when it does.
  const endWithParent = () => stop("the process that started us is gone");
  process.on("disconnect", endWithParent);
  if (process.connected === false) endWithParent();
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  const tracing = await startTracing(env, roles);
  const running: { stop(): Promise<void> }[] = [];
  try {
    await services.followClock();
    if (roles.includes("worker")) running.push(await startWorker(services));
    if (env.METRICS_PORT !== undefined) running.push(await startMetricsPort(services, env.METRICS_PORT));
    if (roles.includes("web"))
      running.push(await startWeb(services, createRequestHandler(build, "production")));
  } catch (error) {
    const problem = explainStartError(error, env);
    if (problem !== undefined) return fail(problem);
    log.fatal({ err: error }, "could not start");
    process.exit(1);
  }
  log.info({ roles }, "ready");
  void warnUnreachable(env, log);
  // That it is gone shows as "disconnect".
  process.send?.({ ready: true }, undefined, undefined, () => undefined);

  const stopInOrder = async (why: string) => {
    log.info({ why }, "stopping");
    setTimeout(() => process.exit(1), env.STOP_WITHIN_SECONDS * 1000).unref();
    await Promise.allSettled(running.map((part) => part.stop()));
    setTimeout(() => process.exit(exitCode), CLOSE_WITHIN_MS).unref();
    await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, "the last traces are lost"));
    await services.close();
    process.exit(exitCode);
  };
  let stopping: Promise<void> | undefined;
  stop = (why) => void (stopping ??= stopInOrder(why));
}

/** Checks everything that a setting names before anything starts. Ends the process when something is wrong. */
async function checkedServices(roles: readonly string[]): Promise<Services> {
  try {
    const env = readEnv();
    await checkPorts(env, roles);
    const services = createServices(env);
    warnOfSettings(services, await checkDatabase(services.pool));
    return services;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return fail(error.message, error.exitCode);
  }
}

/** Warns of settings with which the app works, and that are better changed. */
function warnOfSettings({ log, env }: Services, { mayChangeTables }: DatabaseCheck): void {
  for (const warning of misspelledSettings()) log.warn(warning);
  if (env.NODE_ENV !== "production" || env.DOCKLINE_DEMO) return;
  const roles = "(docs/operations.md#database-roles)";
  if (mayChangeTables)
    log.warn(`DATABASE_URL names a role that may change tables; the app needs less ${roles}`);
  if (env.MIGRATION_DATABASE_URL) log.warn(`MIGRATION_DATABASE_URL is set; only migrations need it ${roles}`);
}

/**
 * Why the start failed after every check had passed, as one sentence: another program has taken the port since, or the
 * job queue lacks migrations that the app's role may not run.
 */
function explainStartError(error: unknown, env: Env): string | undefined {
  const { syscall, port } = error as { syscall?: string; port?: number };
  if (syscall !== "listen") return explainDatabaseError(error, "DATABASE_URL");
  return explainListenError(
    error as NodeJS.ErrnoException,
    port === env.METRICS_PORT ? "METRICS_PORT" : "PORT",
  );
}

/** What it takes to send traces is loaded only where somebody wants them. */
async function startTracing(
  env: Env,
  roles: readonly string[],
): Promise<{ stop(): Promise<void> } | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRACES_SHARE: share } = env;
  if (!endpoint) return undefined;
  const sdk = await import("./app/operations/tracing-sdk.server.ts");
  return sdk.startTracing({ endpoint, share, roles });
}

function fail(message: string, exitCode = 1): never {
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
}
