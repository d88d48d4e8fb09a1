import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

interface Queued {
  locked_by: string | null;
  last_error: string | null;
  due: boolean;
}

/** The job that these tests follow, as long as it waits or runs. The schedule may ask for others in a new minute. */
async function queued(world: World): Promise<Queued[]> {
  const { rows } = await world.services.pool.query<Queued>(
    `SELECT locked_by, last_error, run_at <= now() AS due FROM graphile_worker.jobs
     WHERE task_identifier = 'compare-stock'`,
  );
  return rows;
}

/** A connected shop of which the warehouse, asked for products, keeps the answer to itself. */
async function silentWarehouse(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  await world.atWarehouse("faults", { method: "GET", path: "products", action: { kind: "hold" } });
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  return world;
}

const held = (world: World) => async () => (await world.atWarehouse<{ held: number }>("held")).held;

test("a job under way when its worker is asked to stop is finished", async () => {
  const world = await silentWarehouse();
  const worker = await startBuiltApp(world, { roles: ["worker"] });
  await expect.poll(held(world)).toBe(1);
  // As the schedule may at any time: it waits behind the other, and is left for the next worker.
  await queueJob(world.services.db, { name: "read-changed-inbounds", shop: SHOP });
  const stopped = worker.stop();
  await expect.poll(() => worker.log().some(({ msg }) => msg === "stopping")).toBe(true);
  await world.atWarehouse("release", {});
  await stopped;
  expect(await queued(world)).toEqual([]);
  expect(worker.log()).toContainEqual(
    expect.objectContaining({ msg: "a job was done", job: "compare-stock" }),
  );
  await world.clearFaults();
});

test(
  "a job that does not end in time is given back at once, and another worker does it",
  { tags: ["proof"] },
  async () => {
    const world = await silentWarehouse();
    const worker = await startBuiltApp(world, { roles: ["worker"], env: { STOP_WITHIN_SECONDS: "2" } });
    await expect.poll(held(world)).toBe(1);
    await worker.stop();
    const given = { locked_by: null, last_error: null, due: true };
    expect(await queued(world)).toEqual([given]);
    expect(worker.log().map(({ msg }) => msg)).toContain("jobs that did not end in time were given back");
    await world.atWarehouse("release", {});
    await world.clearFaults();
    await startBuiltApp(world, { roles: ["worker"] });
    await expect.poll(() => queued(world)).toEqual([]);
  },
);

/** Node closes a connection that is kept open after some seconds; here it never does. */
const KEEP_CONNECTIONS = `data:text/javascript,${encodeURIComponent(`
  import { Server } from "node:http";
  Object.defineProperty(Server.prototype, "keepAliveTimeout", { get: () => 0, set: () => undefined });
  Server.prototype.setTimeout = function () { return this; };
`)}`;

test(
  "a request half sent when the web side is asked to stop is answered, and a connection kept open keeps nobody",
  { tags: ["proof"] },
  async () => {
    const world = await createWorld({});
    const web = await startBuiltApp(world, {
      roles: ["web"],
      env: { STOP_WITHIN_SECONDS: "600" },
      node: ["--import", KEEP_CONNECTIONS],
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const sending = request(`${web.url}/webhooks/shop`, {
      method: "POST",
      agent,
      headers: { "content-length": "8", connection: "keep-alive" },
    });
    sending.write("half");
    await expect.poll(() => web.log().length).toBeGreaterThan(0);
    // One more on a connection of its own: when it is answered, the server has read the first one's beginning.
    await fetch(`${web.url}/healthz`);
    let hasStopped = false;
    void web.stop().then(() => (hasStopped = true));
    await expect.poll(() => web.log().some(({ msg }) => msg === "stopping")).toBe(true);
    await expect(fetch(`${web.url}/healthz`)).rejects.toThrow();
    const answered = once(sending, "response");
    sending.end("half");
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(401);
    expect(await text(answer)).toContain("bad-signature");
    await expect.poll(() => hasStopped).toBe(true);
  },
);
