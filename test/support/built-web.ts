import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { onTestFinished } from "vitest";
import { startChild } from "../../sandbox/demo/child.ts";
import { builtApp } from "../../scripts/built-app.ts";
import { SECRET_KEYS } from "./secrets.ts";
import type { AtEnd } from "./share.ts";
import type { World } from "./world.ts";

/** Starts the built app's web side beside a world, on the same database. @returns where it is reached. */
export async function startBuiltWeb(
  { services: { env } }: World,
  settings: Record<string, string> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<string> {
  const port = await steadyPort();
  const url = `http://localhost:${port}`;
  const home = mkdtempSync(join(tmpdir(), "dockline-web-"));
  const web = await startChild({
    name: "web",
    ...builtApp(["web"], {
      ...{ NODE_ENV: "production", DOCKLINE_DEMO: "1", LOG_LEVEL: "silent", PORT: String(port) },
      DOCKLINE_SECRET_KEYS: SECRET_KEYS,
      ...{ DATABASE_URL: env.DATABASE_URL, FULFILMENT_BASE_URL: env.FULFILMENT_BASE_URL },
      ...{ SHOPIFY_API_KEY: env.SHOPIFY_API_KEY, SHOPIFY_API_SECRET: env.SHOPIFY_API_SECRET },
      ...{ SHOPIFY_APP_URL: url, SHOP_SANDBOX_URL: env.SHOP_SANDBOX_URL!, ...settings },
    }),
    logFile: join(home, "web.log"),
    onLost: (message) => console.error(message),
  });
  atEnd(async () => {
    await web.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return url;
}
