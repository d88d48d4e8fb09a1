import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { onTestFinished } from "vitest";
import { startChild, type Child } from "../../sandbox/demo/child.ts";
import { BUILT_APP } from "../../scripts/built-app.ts";
import { SECRET_KEYS } from "./secrets.ts";
import type { World } from "./world.ts";

/** The built program, running beside a world and on its database. */
export interface BuiltApp {
  url: string;
  /** Ends as an operator's machine ends it: SIGTERM. Resolves when the process is gone. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** What it has logged so far, line by line. */
  log(): Record<string, unknown>[];
}

/** Starts the built program with these roles; `env` adds to what it needs or replaces it. Ends with the test. */
export async function startBuiltApp(
  world: World,
  {
    roles,
    env = {},
    node = [],
  }: { roles: ("web" | "worker")[]; env?: Record<string, string>; node?: string[] },
): Promise<BuiltApp> {
  const home = mkdtempSync(join(tmpdir(), "dockline-built-"));
  const logFile = join(home, "log");
  const port = await getPort();
  const given = world.services.env;
  const child: Child = await startChild({
    name: roles.join(" and "),
    args: [...node, ...BUILT_APP, ...roles],
    env: {
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
    },
    logFile,
    onLost: (message) => console.error(message),
  });
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
    log: () =>
      readFileSync(logFile, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
