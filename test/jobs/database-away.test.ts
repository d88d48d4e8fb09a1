import pg from "pg";
import { expect, inject, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** Nobody gets into the world's database, and whoever is in it is cut off; until the answer is called. */
async function shutOut({ services }: World): Promise<() => Promise<void>> {
  const name = new URL(services.env.DATABASE_URL).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject("postgres") });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  return async () => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  };
}

test("a worker whose database went away while it worked goes on by itself when that is back", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
  await world.connect({ shadow: true });
  await world.atWarehouse("faults", { method: "GET", path: "products", action: { kind: "hold" } });
  const worker = await startBuiltApp(world, { roles: ["worker"] });
  await queueJob(world.services.db, { name: "compare-stock", shop: SHOP });
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  await expect.poll(held, { timeout: 10_000 }).toBe(1);

  const letIn = await shutOut(world);
  await world.clearFaults();
  await world.atWarehouse("release", {});
  const said = () => worker.log().map(({ msg }) => msg);
  await expect.poll(said, { timeout: 10_000 }).toContain("the worker broke off; another takes its place");
  await letIn();

  const left = async () => {
    const { rows } = await world.services.pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM graphile_worker.jobs WHERE queue_name IS NOT NULL",
    );
    return rows[0]?.left;
  };
  await expect.poll(left, { timeout: 15_000 }).toBe(0);
});
