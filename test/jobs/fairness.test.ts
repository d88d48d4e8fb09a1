import { expect, onTestFinished, test } from "vitest";
import { queueJob, type JobName } from "../../app/jobs/catalog.ts";
import { startWorker } from "../../app/jobs/worker.server.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

test("however many shops are busy with what takes its time, another shop's event is followed at once", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const hold = { method: "POST", path: "subscriptions", action: { kind: "hold" } };
  await world.atWarehouse("faults", hold);
  await busyShops(world, { count: 20, name: "subscribe-to-events" });
  const worker = await startWorker(world.services);
  onTestFinished(() => worker.stop());
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  await expect.poll(held).toBeGreaterThanOrEqual(4);

  await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
  await expect.poll(async () => (await readShop(world)).onHand("MUG")).toBe(12);
  expect(await held()).toBeGreaterThanOrEqual(4);
  await world.atWarehouse("release", {});
  await world.clearFaults();
});

test("a worker that is to follow one event at a time does so, and other work goes on beside it", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const { services } = world;
  const hold = { method: "GET", path: "inbounds", action: { kind: "hold" } };
  await world.atWarehouse("faults", hold);
  await busyShops(world, { count: 3, name: "read-changed-inbounds" });
  const worker = await startWorker({ ...services, env: { ...services.env, EVENT_JOBS_AT_ONCE: 1 } });
  onTestFinished(() => worker.stop());
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  const waiting = async (name: string) => {
    const { rows } = await services.pool.query<{ count: number }>(
      "SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = $1 AND attempts = 0",
      [name],
    );
    return rows[0]?.count;
  };
  await expect.poll(held).toBe(1);

  await queueJob(services.db, { name: "subscribe-to-events", shop: SHOP });
  await expect.poll(() => waiting("subscribe-to-events")).toBe(0);
  expect(await held()).toBe(1);
  expect(await waiting("read-changed-inbounds")).toBe(2);

  await world.clearFaults();
  await world.atWarehouse("release", {});
  await expect.poll(() => waiting("read-changed-inbounds")).toBe(0);
});

/** Connects shops that are of no further interest, and has each do the same job. */
async function busyShops(
  { services: { db } }: World,
  { count, name }: { count: number; name: Extract<JobName, "subscribe-to-events" | "read-changed-inbounds"> },
) {
  for (let index = 0; index < count; index++) {
    const shop = `busy-${index}.myshopify.com`;
    await db.connection.create({
      data: {
        ...{ shop, accessToken: `token-${index}`, webhookKey: "key" },
        ...{ locationId: "gid://shopify/Location/1", locationName: "There", connectedAt: new Date() },
      },
    });
    await queueJob(db, { name, shop });
  }
}
