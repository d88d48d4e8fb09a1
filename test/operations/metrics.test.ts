import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { describe, expect, test } from "vitest";
import { retryRecords } from "../../app/domain/events/retry-records.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

/** The figures as Prometheus reads them, by name and labels. */
function figuresIn(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

const figures = async ({ services }: World) => figuresIn((await services.metrics.expose()).body);

describe("the figures", () => {
  test("tell a receipt's way from its event to the shop", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    const before = await figures(world);
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
    const after = await figures(world);
    const risen = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    const heard = await world.services.db.hint.count({ where: { shop: SHOP, source: "warehouse" } });
    expect(heard).toBeGreaterThan(0);
    expect(risen('dockline_hints_received_total{source="warehouse",outcome="accepted"}')).toBe(heard);
    expect(risen("dockline_hints_followed_total")).toBeGreaterThanOrEqual(heard);
    expect(risen("dockline_event_to_shop_seconds_count")).toBe(1);
    expect(risen('dockline_job_seconds_count{job="follow-stock-hints",result="done"}')).toBeGreaterThan(0);
    expect(risen('dockline_call_seconds_count{world="warehouse",outcome="done"}')).toBeGreaterThan(0);
    expect(risen('dockline_call_seconds_count{world="shop",outcome="done"}')).toBeGreaterThan(0);
    expect(risen('dockline_request_seconds_count{kind="warehouse-event",status="200"}')).toBe(heard);
    expect(after).toMatchObject({
      dockline_database_up: 1,
      dockline_workers: 0,
      dockline_shops_connected: 1,
      'dockline_drift_variants{verdict="write"}': 0,
      'dockline_queue_lag_seconds{lane="swift"}': 0,
    });
  });

  test(
    "tell what is refused, what fails and gives up, and what stays different",
    { tags: ["proof"] },
    async () => {
      const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
      await world.connect({ shadow: true });
      await fetch(`${world.appUrl}/webhooks/warehouse/nobody/outbound-status`, {
        method: "POST",
        body: "{}",
      });
      await world.atWarehouse("faults", {
        method: "GET",
        path: "products",
        action: { kind: "status", status: 503 },
      });
      await world.sweep();
      await world.services.pool.query("UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1");
      await world.retryNow();
      const found = await figures(world);
      expect(found['dockline_hints_received_total{source="warehouse",outcome="unknown-address"}']).toBe(1);
      expect(found['dockline_call_seconds_count{world="warehouse",outcome="unavailable"}']).toBeGreaterThan(
        1,
      );
      expect(found['dockline_job_seconds_count{job="compare-stock",result="failed"}']).toBe(1);
      expect(found['dockline_job_seconds_count{job="compare-stock",result="gave-up"}']).toBe(1);
      expect(found['dockline_queue_jobs{state="given-up"}']).toBeGreaterThan(0);
      expect(found['dockline_problems{kind="warehouse-unreachable"}']).toBe(1);
      expect(found['dockline_drift_variants{verdict="write"}']).toBe(1);
    },
  );

  test("count events that are quarantined, now and in all", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    const action = { kind: "status", status: 422 };
    await world.atWarehouse("faults", { method: "GET", path: "/inbounds", action });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 7 }] });
    await world.settle();
    const heard = await world.services.db.hint.count({ where: { shop: SHOP, source: "warehouse" } });
    expect(await figures(world)).toMatchObject({
      dockline_quarantined_events: heard,
      dockline_events_quarantined_total: heard,
    });
    await world.clearFaults();
    await retryRecords(world.ctx);
    await world.settle();
    expect(await figures(world)).toMatchObject({
      dockline_quarantined_events: 0,
      dockline_events_quarantined_total: heard,
    });
  });

  test("name no shop and no goods", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 3 }] });
    await world.connect();
    const { body } = await world.services.metrics.expose();
    expect(body).not.toMatch(/myshopify|demo|MUG|warehouse-token/);
  });

  test("say that the database is away, and leave out what only it knows", async () => {
    const world = await createWorld({});
    await figures(world);
    await asOwner(world.services.pool, 'ALTER TABLE "Problem" RENAME TO "Gone"');
    const found = await figures(world);
    expect(found).toMatchObject({ dockline_database_up: 0 });
    expect(
      Object.keys(found).filter((name) => /queue|workers|drift|problems|shops|quarantined_events/.test(name)),
    ).toEqual([]);
  });
});

test("the built program answers them on a port of their own, web and worker alike, and not where shops can ask", async () => {
  const world = await createWorld({});
  for (const role of ["web", "worker"] as const) {
    const port = await steadyPort();
    const app = await startBuiltApp(world, { roles: [role], env: { METRICS_PORT: String(port) } });
    const answer = await fetch(`http://localhost:${port}/metrics`);
    expect(answer.headers.get("content-type")).toContain("version=0.0.4");
    expect(figuresIn(await answer.text())).toMatchObject({
      dockline_database_up: 1,
      dockline_workers: role === "worker" ? 1 : 0,
      process_start_time_seconds: expect.any(Number) as number,
    });
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
    if (role === "web") expect((await fetch(`${app.url}/metrics`)).status).not.toBe(200);
    await app.stop();
  }
});
