// @module-tag proof
import { expect, onTestFinished, test, vi } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { startWorker } from "../../app/jobs/worker.server.ts";
import { closeDatabase } from "../support/close-database.ts";
import { createWorld, SHOP } from "../support/world.ts";

// A rejection nobody hears would end the worker's process; here it fails the run.
test("a worker whose database goes away while it works goes on by itself when that is back", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  const { pool, db, log } = world.services;
  const warned = vi.spyOn(log, "warn");
  const connects = vi.spyOn(pool, "connect");
  const worker = await startWorker(world.services);
  onTestFinished(() => worker.stop());
  await world.atWarehouse("faults", { method: "GET", path: "products", action: { kind: "hold" } });
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  await expect.poll(held).toBe(1);

  const letIn = await closeDatabase(world);
  await world.clearFaults();
  await world.atWarehouse("release", {});
  const said = () => warned.mock.calls.map(([, message]) => message as unknown);
  await expect.poll(said).toContain("a job failed and will be tried again");
  // What came of the job was to be noted, and could not be; so were the next few questions for work.
  const refused = () => connects.mock.settledResults.filter(({ type }) => type === "rejected").length;
  const before = refused();
  await expect.poll(refused).toBeGreaterThan(before + 3);
  await letIn();

  const left = async () => {
    const { rows } = await pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM graphile_worker.jobs WHERE queue_name IS NOT NULL",
    );
    return rows[0]?.left;
  };
  await expect.poll(left).toBe(0);
});
