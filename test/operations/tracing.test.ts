import { createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startBuiltApp } from "../support/built-app.ts";
import { createWorld, SHOP, TOKEN, WEBHOOK_KEY } from "../support/world.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number; message?: string };
  links?: { traceId: string; spanId: string }[];
}

/** A collector: takes OTLP over HTTP and keeps all spans. */
async function startCollector(): Promise<{ url: string; spans: Span[]; received: unknown[] }> {
  const spans: Span[] = [];
  const received: unknown[] = [];
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      received.push({ path: req.url, body });
      const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      res.setHeader("content-type", "application/json").end("{}");
    });
  });
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, spans, received };
}

test("a trace leads from the events to the job that follows them all, and on to its calls; nothing in it is anybody's", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  const collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` };
  const web = await startBuiltApp(world, { roles: ["web"], env });
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const body = JSON.stringify({ type: "stock", resource: "product", identifier: "MUG" });
  const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64");
  for (let sent = 0; sent < 2; sent++) {
    const headers = { "x-hook-signature": signature };
    const url = `${web.url}/webhooks/warehouse/${hookId}/receipt-received`;
    expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200);
  }
  const worker = await startBuiltApp(world, { roles: ["worker"], env });
  const waiting = () => world.services.db.hint.count({ where: { shop: SHOP, followedAt: null } });
  await expect.poll(waiting).toBe(0);
  await web.stop();
  await worker.stop();

  const { spans } = collector;
  const events = spans.filter(({ name }) => name === "POST warehouse-event");
  expect(events).toHaveLength(2);
  const job = spans.find(({ name, links }) => name === "follow-stock-hints" && links?.length);
  expect(job?.links?.map(({ spanId }) => spanId).sort()).toEqual(events.map(({ spanId }) => spanId).sort());
  const calls = spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name);
  expect(calls).toContain("warehouse GET inbounds");
  const line = worker
    .log()
    .find(({ msg, job: name }) => msg === "a job was done" && name === "follow-stock-hints");
  expect(line).toMatchObject({ traceId: job?.traceId });
  expect(JSON.stringify(collector.received)).not.toMatch(
    new RegExp([SHOP, "MUG", TOKEN, WEBHOOK_KEY, hookId, "Bearer"].join("|")),
  );
});

test("without a collector nothing of what sends traces is loaded, and hints carry none", async () => {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  const modules = join(tmpdir(), `dockline-modules-${process.pid}`);
  onTestFinished(() => rmSync(modules, { force: true }));
  const app = await startBuiltApp(world, {
    roles: ["web", "worker"],
    node: ["--import", join(import.meta.dirname, "../support/list-modules.mjs")],
    env: { MODULES_LOG: modules },
  });
  await world.connect();
  await app.stop();
  expect(existsSync(modules)).toBe(true);
  const loaded = readFileSync(modules, "utf8").split("\n");
  const ofTracing = loaded.filter(
    (url) => url.includes("/@opentelemetry/") && !url.includes("/@opentelemetry/api/"),
  );
  expect(ofTracing).toEqual([]);
  expect(loaded.some((url) => url.includes("/@opentelemetry/api/"))).toBe(true);
  expect(await world.services.db.hint.count({ where: { traceparent: { not: null } } })).toBe(0);
});
