import { until } from "../../sandbox/demo/observe.ts";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { describe, expect, test } from "vitest";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { closeDatabase } from "../support/close-database.ts";
import { asOwner } from "../support/database.ts";
import { createWorld, type World } from "../support/world.ts";

const ask = async (app: BuiltApp, path: string) => {
  const response = await fetch(app.url + path);
  return { status: response.status, body: (await response.json()) as unknown };
};

/** The built app, and its port for operators in place of the one for everyone. */
async function startForOperators(
  world: World,
  { env = {}, ...options }: Parameters<typeof startBuiltApp>[1],
): Promise<BuiltApp> {
  const METRICS_PORT = String(await steadyPort());
  const app = await startBuiltApp(world, { ...options, env: { ...env, METRICS_PORT } });
  return { ...app, url: `http://localhost:${METRICS_PORT}` };
}

/** Answers are kept for a second: asks until it is another. */
const becomes = (app: BuiltApp, status: number, path = "/readyz") =>
  until(
    () => ask(app, path),
    (answer) => answer.status === status,
  );

describe("the built program", () => {
  test("is live and ready with its database, its migrations and a worker", async () => {
    const app = await startBuiltApp(await createWorld({}), { roles: ["web", "worker"] });
    expect(await ask(app, "/healthz")).toEqual({ status: 200, body: { ok: true } });
    const ok = { ok: true };
    const parts = { database: ok, migrations: ok, worker: ok };
    expect(await becomes(app, 200)).toEqual({ status: 200, body: { ready: true, parts } });
  });

  test("is live and not ready while no worker is running, and ready when one is", async () => {
    const world = await createWorld({});
    const web = await startBuiltApp(world, { roles: ["web"] });
    expect(await ask(web, "/healthz")).toMatchObject({ status: 200 });
    expect(await ask(web, "/readyz")).toMatchObject({
      status: 503,
      body: { ready: false, parts: { worker: { ok: false } } },
    });
    expect(JSON.stringify(await ask(web, "/readyz"))).not.toContain("why");
    expect(await ask(web, "/readyz?part=database&part=migrations")).toEqual({
      status: 200,
      body: { ready: true, parts: { database: { ok: true }, migrations: { ok: true } } },
    });
    const inside = await startForOperators(world, { roles: ["web"] });
    expect(await ask(inside, "/readyz")).toMatchObject({
      status: 503,
      body: { parts: { worker: { ok: false, why: "no worker is running" } } },
    });
    const worker = await startBuiltApp(world, { roles: ["worker"] });
    await becomes(web, 200);
    await worker.kill();
    await becomes(web, 503);
  });

  test("says how late jobs are that events wait for", async () => {
    const world = await createWorld({});
    const app = await startForOperators(world, { roles: ["web", "worker"] });
    await becomes(app, 200);
    // One that no worker of this version knows stays where it is.
    await world.services.pool.query(
      `SELECT graphile_worker.add_job('of-another-version', run_at := now() - interval '10 minutes', flags := ARRAY['swift'])`,
    );
    const { body } = await becomes(app, 503);
    const { why } = (body as { parts: { worker: { why: string } } }).parts.worker;
    expect(why).toMatch(/^jobs that events wait for start 60\d seconds late$/);
  });

  test("says which part is missing without saying where it is", async () => {
    const world = await createWorld({});
    const app = await startForOperators(world, { roles: ["web", "worker"] });
    await becomes(app, 200);
    await asOwner(
      world.services.pool,
      `DELETE FROM "_prisma_migrations" WHERE "migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`,
    );
    const { body } = await becomes(app, 503);
    expect(body).toMatchObject({ parts: { database: { ok: true }, worker: { ok: true } } });
    const { why } = (body as { parts: { migrations: { why: string } } }).parts.migrations;
    expect(why).toMatch(/^1 of \d+ are not applied; run npm run migrate$/);
  });

  test("says that its database is away, and not where it should be", async () => {
    const world = await createWorld({});
    const app = await startForOperators(world, { roles: ["web"] });
    const path = "/readyz?part=database";
    await becomes(app, 200, path);
    await closeDatabase(world);
    const { body } = await becomes(app, 503, path);
    // What PostgreSQL says of a database that is closed to connections.
    expect(body).toMatchObject({ parts: { database: { ok: false, why: "it answers 55000" } } });
    const { username, password, pathname } = new URL(world.services.env.DATABASE_URL);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${username}|${password}|${pathname}`));
    expect(JSON.stringify(app.log())).not.toContain(password);
    expect(await ask(app, "/healthz")).toMatchObject({ status: 200 });
  });
});
