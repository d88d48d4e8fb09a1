/**
 * `npm start`: web and worker in one process, as built for production, against DATABASE_URL or, without one, a
 * PostgreSQL of our own in `.data/`. The other settings are in `.env.example`; a file `.env` is read if there is one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUILT_APP } from "./built-app.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

const say = (message: string) => console.log(message);
const settings = join(ROOT, ".env");
if (existsSync(settings)) process.loadEnvFile(settings);

await prepare(say);
const embedded = process.env.DATABASE_URL
  ? undefined
  : await startPostgres({ home: join(ROOT, ".data/postgres"), durable: true });
const databaseUrl = process.env.DATABASE_URL ?? embedded?.url("dockline") ?? "";
await migrateDatabase(databaseUrl);

const app = spawn(process.execPath, [...BUILT_APP, ...process.argv.slice(2)], {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
  detached: true, // Ctrl-C reaches it through us, so that its database outlives it.
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "production", DATABASE_URL: databaseUrl },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.kill("SIGTERM"));
const [code] = (await once(app, "exit")) as [number | null];
await embedded?.stop();
process.exit(code ?? 1);
