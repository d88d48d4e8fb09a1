// @module-tag proof
import { existsSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const CRASHABLE = { node: ["--import", "./test/support/crash.mjs"], supervised: true };
const RESTARTED = "and starts again in 1 s.";

/** A connected shop of which the warehouse, asked for products, keeps the answer to itself. */
async function silentWarehouse(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  await world.atWarehouse("faults", { method: "GET", path: "products", action: { kind: "hold" } });
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  return world;
}

const held = (world: World) => async () => (await world.atWarehouse<{ held: number }>("held")).held;
const logged = (app: BuiltApp, msg: string) => app.log().filter((line) => line.msg === msg);
const isUp = (app: BuiltApp) => () =>
  fetch(`${app.url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
/** The job that these tests follow, as long as it waits or runs. */
const jobsLeft = (world: World) => async () => {
  const { rows } = await world.services.pool.query<{ last_error: string | null }>(
    "SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = 'compare-stock'",
  );
  return rows;
};

/** A request of which the server has the beginning. @returns what sends the rest, and the answer's status. */
async function halfSent({ url }: BuiltApp): Promise<() => Promise<number | undefined>> {
  const sending = request(`${url}/webhooks/shop`, { method: "POST", headers: { "content-length": "8" } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });
  answered.catch(() => undefined); // Thrown where it is waited for.
  sending.write("half");
  // One more on a connection of its own: when it is answered, the server has read the first one's beginning.
  await fetch(`${url}/healthz`);
  return () => {
    sending.end("half");
    return answered;
  };
}

test.each(["throw", "reject", "emit", "listener"])(
  "an unexpected error (%s) in a request's course is logged with the request and without its message",
  async (kind) => {
    const world = await createWorld({});
    const web = await startBuiltApp(world, { roles: ["web"], ...CRASHABLE });
    const asked = fetch(`${web.url}/healthz?id_token=secret-token`, { headers: { "x-crash": kind } });
    await expect(asked).rejects.toThrow();
    await expect.poll(() => web.said()).toEqual([`web ended (exit code 1) ${RESTARTED}`]);
    const [line, ...more] = logged(web, "an unexpected error ends the process");
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 60,
      origin: kind === "reject" ? "unhandledRejection" : "uncaughtException",
      method: "GET",
      path: "/healthz",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      err: { type: "Error", stack: expect.stringContaining("crash.mjs") as string },
    });
    expect(JSON.stringify(web.log())).not.toMatch(/customer@example|secret-token/);
  },
);

test("a web process that meets an unexpected error answers its other requests and is back, and the worker's job goes on", async () => {
  const world = await silentWarehouse();
  const worker = await startBuiltApp(world, { roles: ["worker"], supervised: true });
  const web = await startBuiltApp(world, { roles: ["web"], ...CRASHABLE });
  await expect.poll(held(world)).toBeGreaterThan(0);
  const finish = await halfSent(web);
  await expect(fetch(`${web.url}/healthz`, { headers: { "x-crash": "throw" } })).rejects.toThrow();
  await expect.poll(() => logged(web, "stopping").length).toBe(1);
  expect(web.said()).toEqual([]);
  expect(await finish()).toBe(401);
  await expect.poll(() => web.said()).toEqual([`web ended (exit code 1) ${RESTARTED}`]);
  await expect.poll(isUp(web)).toBe(true);
  expect(web.pids()).toHaveLength(2);

  await world.clearFaults();
  await world.atWarehouse("release", {});
  await expect.poll(jobsLeft(world)).toEqual([]);
  expect(worker.pids()).toHaveLength(1);
  expect(logged(worker, "a job was done")).toContainEqual(expect.objectContaining({ job: "compare-stock" }));
});

test("a worker that meets an unexpected error gives the job back for another worker, and pages are served meanwhile", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  const home = mkdtempSync(join(tmpdir(), "dockline-crash-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const file = join(home, "crash");
  writeFileSync(file, "");
  const web = await startBuiltApp(world, { roles: ["web"] });
  const worker = await startBuiltApp(world, {
    roles: ["worker"],
    env: { CRASH_FILE: file },
    ...CRASHABLE,
  });
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  await expect.poll(() => worker.said()).toEqual([`worker ended (exit code 1) ${RESTARTED}`]);
  expect(existsSync(file)).toBe(false);
  expect(await isUp(web)()).toBe(true);
  // The job waits as after any failed run, so that one that fails so each time leaves workers time for the others.
  expect(await jobsLeft(world)()).toEqual([
    { last_error: "An unexpected error ended the worker's process while the job ran." },
  ]);
  await worker.kill();
  const other = await startBuiltApp(world, { roles: ["worker"] });
  await expect.poll(jobsLeft(world)).toEqual([]);
  expect(logged(other, "a job was done")).toContainEqual(
    expect.objectContaining({ job: "compare-stock", attempt: 2 }),
  );
  expect(logged(worker, "an unexpected error ends the process")).toMatchObject([
    {
      job: "compare-stock",
      jobId: expect.stringMatching(/^\d+$/) as string,
      shop: SHOP,
      err: { type: "Error" },
    },
  ]);
  expect(JSON.stringify(worker.log())).not.toMatch(/customer@example|secret-token/);
  expect(web.pids()).toHaveLength(1);
});

test("a second unexpected error ends the process at once", async () => {
  const world = await createWorld({});
  const web = await startBuiltApp(world, { roles: ["web"], ...CRASHABLE });
  const finish = await halfSent(web);
  await expect(fetch(`${web.url}/healthz`, { headers: { "x-crash": "twice" } })).rejects.toThrow();
  await expect.poll(() => web.said()).toEqual([`web ended (exit code 1) ${RESTARTED}`]);
  await expect(finish()).rejects.toThrow();
  expect(logged(web, "an unexpected error ends the process")).toHaveLength(2);
});

test("a worker whose queue stops without being asked ends, and the next one does the jobs", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  const worker = await startBuiltApp(world, { roles: ["worker"], supervised: true });
  // graphile-worker's own word for tables that a newer version has changed.
  await world.services.pool.query(
    `SELECT pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`,
  );
  await expect.poll(() => worker.said()).toEqual([`worker ended (exit code 1) ${RESTARTED}`]);
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  await expect.poll(jobsLeft(world)).toEqual([]);
  expect(worker.pids()).toHaveLength(2);
});

test("kill -9 ends neither the other process nor the service", async () => {
  const world = await silentWarehouse();
  const worker = await startBuiltApp(world, { roles: ["worker"], supervised: true });
  const web = await startBuiltApp(world, { roles: ["web"], supervised: true });
  await expect.poll(held(world)).toBeGreaterThan(0);
  process.kill(web.pids().at(-1)!, "SIGKILL");
  await expect.poll(() => web.said()).toEqual([`web ended (SIGKILL) ${RESTARTED}`]);
  await expect.poll(isUp(web)).toBe(true);
  expect(worker.pids()).toHaveLength(1);

  process.kill(worker.pids().at(-1)!, "SIGKILL");
  await expect.poll(() => worker.said()).toEqual([`worker ended (SIGKILL) ${RESTARTED}`]);
  await world.clearFaults();
  await world.atWarehouse("release", {});
  await expect.poll(jobsLeft(world)).toEqual([]);
  expect(worker.pids()).toHaveLength(2);
  expect(web.pids()).toHaveLength(2);
});
