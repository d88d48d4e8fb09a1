import { spawn } from "node:child_process";
import { once } from "node:events";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { expect, onTestFinished, test } from "vitest";
import { ownerUrlOf } from "../support/database.ts";
import { processesOf } from "../support/processes.ts";
import { SECRET_KEYS } from "../support/secrets.ts";
import { createWorld, type World } from "../support/world.ts";

/** `npm start` on a world's database, as an operator starts it. */
async function start({ services: { env } }: World, settingsFor: (port: number) => Record<string, string>) {
  const port = await steadyPort();
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DOCKLINE_DEMO: "1",
      PORT: String(port),
      DATABASE_URL: env.DATABASE_URL,
      MIGRATION_DATABASE_URL: ownerUrlOf(env.DATABASE_URL),
      DOCKLINE_SECRET_KEYS: SECRET_KEYS,
      SHOPIFY_API_KEY: env.SHOPIFY_API_KEY,
      SHOPIFY_API_SECRET: env.SHOPIFY_API_SECRET,
      SHOPIFY_APP_URL: env.SHOPIFY_APP_URL,
      SHOP_SANDBOX_URL: env.SHOP_SANDBOX_URL ?? "",
      FULFILMENT_BASE_URL: env.FULFILMENT_BASE_URL,
      ...settingsFor(port),
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const pidOf = (role: string) =>
    processesOf(`build/server/index.js ${role}`).find(({ parent }) => parent === child.pid)?.pid;
  return { child, out: () => out, err: () => err, exited, isUp, pidOf, port };
}

/** The status of a process's health check; 0 while nothing listens yet. */
function healthOf(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );
}

test("npm start runs web and worker apart, starts each again when it is killed, and stops both", async () => {
  const world = await createWorld({});
  const metricsPort = await steadyPort();
  const app = await start(world, () => ({ METRICS_PORT: String(metricsPort) }));
  await expect.poll(app.isUp).toBe(true);
  const before = { web: app.pidOf("web")!, worker: app.pidOf("worker")! };
  expect(before.web).not.toBe(before.worker);
  // Each has metrics of its own, on ports that follow one another.
  for (const port of [metricsPort, metricsPort + 1]) await expect.poll(() => healthOf(port)).toBe(200);

  process.kill(before.web, "SIGKILL");
  await expect.poll(() => app.out()).toContain("web ended (SIGKILL) and starts again in 1 s.");
  await expect.poll(app.isUp).toBe(true);
  expect(app.pidOf("web")).not.toBe(before.web);
  expect(app.pidOf("worker")).toBe(before.worker);

  process.kill(before.worker, "SIGKILL");
  await expect.poll(() => app.out()).toContain("worker ended (SIGKILL) and starts again in 1 s.");
  await expect.poll(() => app.pidOf("worker") ?? before.worker).not.toBe(before.worker);

  app.child.kill("SIGTERM");
  expect(await app.exited).toBe(0);
  expect(processesOf(`build/server/index.js`).filter(({ parent }) => parent === app.child.pid)).toEqual([]);
  expect(app.err()).toBe("");
});

test("npm start shows once why a process refuses its settings, and ends the others", async () => {
  const world = await createWorld({});
  // The worker's metrics have the next port, which is the web process's.
  const app = await start(world, (port) => ({ METRICS_PORT: String(port - 1) }));
  expect(await app.exited).toBe(78);
  expect(app.err().match(/METRICS_PORT and PORT are the same/g)).toHaveLength(1);
  expect(app.out() + app.err()).not.toMatch(/starts again|\n +at /);
});
