import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { onTestFinished } from "vitest";
import { startChild, type ChildOptions } from "../../sandbox/demo/child.ts";
import { builtApp } from "../../scripts/built-app.ts";
import { supervise } from "../../scripts/supervise.ts";
import { SECRET_KEYS } from "./secrets.ts";
import type { World } from "./world.ts";

/** The built program, running beside a world and on its database. */
export interface BuiltApp {
  url: string;
  /** Ends as an operator's machine ends it: SIGTERM. Resolves when the process is gone. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** What it has logged so far, line by line; once for all processes that a supervised one was. */
  log(): Record<string, unknown>[];
  /** The process ids it has had, the present one last. */
  pids(): number[];
  /** What its supervisor has said so far. */
  said(): string[];
}

interface BuiltAppOptions {
  roles: ("web" | "worker")[];
  /** Adds to what it needs, or replaces it. */
  env?: Record<string, string>;
  /** Arguments for Node. */
  node?: string[];
  /** Where its output goes; by default a file that `log` reads. */
  logFile?: string;
  /** Whether it is started again when it ends unasked, as `npm start` does; otherwise that fails the test. */
  supervised?: boolean;
}

/** Starts the built program with these roles. Ends with the test. */
export async function startBuiltApp(
  world: World,
  { roles, env = {}, node = [], supervised = false, logFile: givenLogFile }: BuiltAppOptions,
): Promise<BuiltApp> {
  const home = mkdtempSync(join(tmpdir(), "dockline-built-"));
  const logFile = givenLogFile ?? join(home, "log");
  const port = await steadyPort();
  const given = world.services.env;
  const name = roles.join(" and ");
  const pids: number[] = [];
  const said: string[] = [];
  const built = builtApp(roles, {
    NODE_ENV: "test",
    LOG_LEVEL: "debug",
    PORT: String(port),
    DATABASE_URL: given.DATABASE_URL,
    DOCKLINE_SECRET_KEYS: SECRET_KEYS,
    SHOPIFY_API_KEY: given.SHOPIFY_API_KEY,
    SHOPIFY_API_SECRET: given.SHOPIFY_API_SECRET,
    // Where the world's own web side is: events go there, so that a story can go on while this program is stopped.
    SHOPIFY_APP_URL: given.SHOPIFY_APP_URL,
    SHOP_SANDBOX_URL: given.SHOP_SANDBOX_URL ?? "",
    FULFILMENT_BASE_URL: given.FULFILMENT_BASE_URL,
    ...env,
  });
  const program = { ...built, name, args: [...node, ...built.args], logFile };
  const start = async (onLost: ChildOptions["onLost"]) => {
    const child = await startChild({ ...program, onLost });
    pids.push(child.pid);
    return child;
  };
  const fail = (message: string) => console.error(message);
  const child = supervised
    ? await supervise({ name, start, say: (message) => void said.push(message), onGivenUp: fail })
    : await start(fail);
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= child.stop());
  onTestFinished(async () => {
    await stop();
    rmSync(home, { recursive: true, force: true });
  });
  return {
    url: `http://localhost:${port}`,
    stop,
    kill: () => (ended ??= child.kill()),
    pids: () => pids,
    said: () => said,
    log: () =>
      readFileSync(logFile, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
