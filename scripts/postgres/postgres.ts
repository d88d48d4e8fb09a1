import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CommandError } from "../lib/command-error.ts";
import { steadyPort } from "../lib/steady-port.ts";
import type { GuardOptions, GuardReport } from "./guard.ts";

export interface Postgres {
  port: number;
  /** Connection string of one database on this server, for its superuser. The database need not exist yet. */
  url(database: string): string;
  /** The same for the app's role, which `migrateDatabase` creates. */
  appUrl(database: string): string;
  /** Resolves when the server has shut down cleanly. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Folder for data, password and log; made when missing. */
  home: string;
  /** `true` keeps the data and makes every commit durable; `false` is for tests: fast, and deleted at the end. */
  durable: boolean;
  /** Throws away what an earlier run left in `home`. */
  fresh?: boolean;
  /** Any free one when left out. */
  port?: number;
  /** Called when the server ends without having been asked. */
  onLost?(): void;
}

/** The role that the app uses; it has data rights and no others. */
const APP_ROLE = "dockline";

/**
 * A PostgreSQL of our own, from binaries that came with `npm ci`: nothing to install, nothing left running.
 *
 * The server belongs to a small guard process in a process group of its own, so that Ctrl-C reaches it through us
 * and not over our head, and so that it ends even if this process is killed: the guard stops it when its standard
 * input closes.
 *
 * @throws CommandError with PostgreSQL's own words when it cannot start.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const port = options.port ?? (await steadyPort());
  const guardOptions: GuardOptions = {
    home: options.home,
    durable: options.durable,
    fresh: options.fresh ?? false,
    port,
  };
  const guard = spawn(
    process.execPath,
    [join(import.meta.dirname, "guard.ts"), JSON.stringify(guardOptions)],
    {
      stdio: ["pipe", "pipe", "inherit"],
      detached: true,
    },
  );
  const exited = once(guard, "exit");
  const report = await new Promise<GuardReport>((resolve) => {
    createInterface(guard.stdout).once("line", (line) => resolve(JSON.parse(line) as GuardReport));
    guard.once("exit", () => resolve({ error: "The guard process ended before PostgreSQL was up." }));
  });
  if ("error" in report) {
    guard.stdin.end();
    throw new CommandError(`PostgreSQL did not start. ${report.error}`);
  }
  const { password } = report;
  // Derived, so that there is one password to keep.
  const appPassword = createHmac("sha256", password).update(APP_ROLE).digest("base64url");
  let stopping = false;
  void exited.then(() => {
    if (!stopping) options.onLost?.();
  });
  return {
    port,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    appUrl: (database) => `postgresql://${APP_ROLE}:${appPassword}@127.0.0.1:${port}/${database}`,
    async stop() {
      stopping = true;
      guard.stdin.end();
      await exited;
    },
  };
}
