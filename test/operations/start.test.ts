import { spawn } from "node:child_process";
import { once } from "node:events";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { ownerUrlOf } from "../support/database.ts";
import { processesOf } from "../../scripts/lib/processes.ts";
import { SECRET_KEYS } from "../support/secrets.ts";
import { createWorld, type World } from "../support/world.ts";

/** `npm start` on a world's database and this port, as an operator starts it. */
async function start({ services: { env } }: World, port: number, settings: Record<string, string>) {
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
      ...settings,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  /** Waits until it answers. If it ends first, the test fails with its output. */
  const untilReady = () =>
    Promise.race([
      until(isReady, (is) => is),
      exited.then((code) => Promise.reject(new Error(`npm start ended with ${code}: ${out}${err}`))),
    ]);
  const pidOf = (role: string) =>
    processesOf(`build/server/index.js ${role}`).find(({ parent }) => parent === child.pid)?.pid;
  return { child, out: () => out, err: () => err, exited, untilReady, pidOf };
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
  // The worker's metrics use the port after that of the web process's metrics.
  const metricsPort = await steadyPort(2);
  const app = await start(world, await steadyPort(), { METRICS_PORT: String(metricsPort) });
  await app.untilReady();
  // Each serves its own metrics. The worker starts when the web process is ready.
  for (const port of [metricsPort, metricsPort + 1]) await expect.poll(() => healthOf(port)).toBe(200);
  const before = { web: app.pidOf("web")!, worker: app.pidOf("worker")! };
  expect(before.web).not.toBe(before.worker);

  process.kill(before.web, "SIGKILL");
  await expect.poll(() => app.out()).toContain("web ended (SIGKILL) and starts again in 1 s.");
  await app.untilReady();
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
  // The worker's metrics use the port after this one, which is the web process's port here.
  const metricsPort = await steadyPort(2);
  const app = await start(world, metricsPort + 1, { METRICS_PORT: String(metricsPort) });
  expect(await app.exited).toBe(78);
  expect(app.err().match(/METRICS_PORT and PORT are the same/g)).toHaveLength(1);
  expect(app.out() + app.err()).not.toMatch(/starts again|\n +at /);
});
