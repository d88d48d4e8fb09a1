/**
 * `npm start`: web and worker in one process, as built for production, against DATABASE_URL or, without one, a
 * PostgreSQL of our own in `.data/`. The other settings are in `.env.example`; it reads a file `.env`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { checkPorts } from "../app/config/check-ports.server.ts";
import { readEnv, SETTING_NAMES, type Env } from "../app/env.server.ts";
import { BUILT_APP } from "./built-app.ts";
import { loadEnvFile, runCommand } from "./lib/run-command.ts";
import { migrateDatabase, migrationOf, type Migration } from "./migrate-database.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

const roles = process.argv.slice(2);
await runCommand(start);

async function start(): Promise<void> {
  loadEnvFile();
  const isEmbedded = !process.env.DATABASE_URL?.trim() && !process.env.MIGRATION_DATABASE_URL?.trim();
  const names = SETTING_NAMES.filter((name) => name !== "DATABASE_URL" || !isEmbedded);
  const env = readEnv(process.env, names);
  await checkPorts(env, roles);
  await prepare((message) => console.log(message));

  const embedded = isEmbedded
    ? await startPostgres({ home: join(ROOT, ".data/postgres"), durable: true })
    : undefined;
  try {
    const database: Migration = embedded
      ? { ownerUrl: embedded.url("dockline"), appUrl: embedded.appUrl("dockline") }
      : migrationOf(env);
    await migrateDatabase(database);
    process.exitCode = await runApp(env.NODE_ENV, database.appUrl ?? database.ownerUrl);
  } finally {
    await embedded?.stop();
  }
}

/** Runs the built app until it ends. @returns its exit code. */
async function runApp(nodeEnv: Env["NODE_ENV"], databaseUrl: string): Promise<number> {
  const app = spawn(process.execPath, [...BUILT_APP, ...roles], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true, // Ctrl-C reaches it through us, so that its database outlives it.
    // The owner of the tables is nobody the app has to know.
    env: { ...process.env, NODE_ENV: nodeEnv, DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: "" },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => app.kill("SIGTERM"));
  const [code] = (await once(app, "exit")) as [number | null];
  return code ?? 1;
}
