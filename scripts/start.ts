/**
 * `npm start [-- web|worker]`: web and worker as built for production, two processes that are each started again when they
 * end unasked, on DATABASE_URL or, without one, on a PostgreSQL of our own in `.data/`. The other settings are in
 * `.env.example`; it reads a file `.env`.
 */
import { join } from "node:path";
import { checkPorts } from "../app/config/check-ports.server.ts";
import { REFUSED_SETTINGS_EXIT_CODE } from "../app/config/settings-error.ts";
import { readEnv, SETTING_NAMES, type Env } from "../app/env.server.ts";
import { ChildStartError, startChild } from "../sandbox/demo/child.ts";
import { builtApp } from "./built-app.ts";
import { loadEnvFile, runCommand } from "./lib/run-command.ts";
import { migrateDatabase, migrationOf, type Migration } from "./migrate-database.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";
import { supervise, type Supervised } from "./supervise.ts";

type StartEnv = Omit<Env, "DATABASE_URL">;

/** What a process has beyond STOP_WITHIN_SECONDS, within which it ends itself, before it is killed. */
const KILL_MARGIN_SECONDS = 5;

const roles = process.argv.length > 2 ? process.argv.slice(2) : ["web", "worker"];
const say = (message: string) => console.log(message);
/** Resolves with the exit code when everything is to end. */
const { promise: ended, resolve: end } = Promise.withResolvers<number>();
await runCommand(start);

async function start(): Promise<void> {
  loadEnvFile();
  const isEmbedded = !process.env.DATABASE_URL?.trim() && !process.env.MIGRATION_DATABASE_URL?.trim();
  const names = SETTING_NAMES.filter((name) => name !== "DATABASE_URL" || !isEmbedded);
  const env = readEnv(process.env, names);
  for (const role of roles) await checkPorts({ ...env, METRICS_PORT: metricsPortOf(role, env) }, [role]);
  await prepare(say);

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
  const embedded = isEmbedded
    ? await startPostgres({ home: join(ROOT, ".data/postgres"), durable: true, onLost: endWithoutDatabase })
    : undefined;
  try {
    const database: Migration = embedded
      ? { ownerUrl: embedded.url("dockline"), appUrl: embedded.appUrl("dockline") }
      : migrationOf(env);
    await migrateDatabase(database);
    process.exitCode = await runApp(env, database.appUrl ?? database.ownerUrl);
  } finally {
    await embedded?.stop();
  }
}

function endWithoutDatabase(): void {
  say("The embedded PostgreSQL ended unexpectedly.");
  end(1);
}

/** Runs the built app until it is to end. @returns the exit code */
async function runApp(env: StartEnv, databaseUrl: string): Promise<number> {
  const running: Supervised[] = [];
  try {
    for (const role of roles) running.push(await superviseRole(role, { env, databaseUrl }));
  } catch (error) {
    if (!(error instanceof ChildStartError)) throw error;
    // What the process printed says why.
    end(error.exit.code ?? 1);
  }
  const exitCode = await ended;
  await Promise.all(running.map((one) => one.stop()));
  return exitCode;
}

function superviseRole(
  role: string,
  { env, databaseUrl }: { env: StartEnv; databaseUrl: string },
): Promise<Supervised> {
  return supervise({
    name: role,
    say,
    start: (onLost) =>
      startChild({
        name: role,
        ...builtApp([role], {
          NODE_ENV: env.NODE_ENV,
          DATABASE_URL: databaseUrl,
          // The owner of the tables is nobody the app has to know.
          MIGRATION_DATABASE_URL: "",
          METRICS_PORT: String(metricsPortOf(role, env) ?? ""),
        }),
        killAfterMs: (env.STOP_WITHIN_SECONDS + KILL_MARGIN_SECONDS) * 1000,
        onLost,
      }),
    onGivenUp(message) {
      say(message);
      end(REFUSED_SETTINGS_EXIT_CODE);
    },
  });
}

/** Two processes of one machine cannot share a port: the worker's is the next one. */
function metricsPortOf(role: string, { METRICS_PORT: port }: StartEnv): number | undefined {
  return port && role === "worker" && roles.includes("web") ? port + 1 : port;
}
