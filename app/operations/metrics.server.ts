import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { CallWatch } from "./call-watch.ts";
import type { Meter } from "../domain/meter.ts";
import type { JobName } from "../jobs/catalog.ts";
import type { Standing } from "../read-standing.server.ts";
import { linkTo, traced } from "./tracing.server.ts";

/** What came of a job's run: it may have come to its end, be tried again, or have been tried for the last time. */
export type JobResult = "done" | "failed" | "gave-up";
export type World = "warehouse" | "shop";

/**
 * Figures for Prometheus, of this process since its start. Labels are words out of a fixed few: a shop's name would make a
 * series of its own of each shop, and is nobody's business who reads a dashboard.
 */
export interface Metrics extends Meter {
  /** An event or a webhook was answered. */
  received(answer: { source: World; outcome: string }): void;
  job(run: { name: JobName; result: JobResult; seconds: number }): void;
  call(call: { world: World; outcome: string; seconds: number }): void;
  waited(wait: { world: World; ms: number }): void;
  request(answer: { kind: string; status: number; seconds: number }): void;
  /** So much of a request's body was read, in bytes. */
  body(read: { kind: string; bytes: number }): void;
  /** Adds what Node knows of this process: memory, time, event loop. Once it is on it stays on. */
  addProcess(): void;
  /** All figures in Prometheus' words. */
  expose(): Promise<{ contentType: string; body: string }>;
}

/** Jobs and calls take from some milliseconds up to minutes. */
const SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];
/** From an event to the figure in the shop: the promise is seconds, and a held back piece takes a quarter of an hour. */
const EVENT_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600];
/** Shorter than this nobody waited: it is the time a place in line takes when there is no line. */
const NO_WAIT_MS = 10;

/**
 * @param readStanding what is not counted but looked up whenever somebody asks, over all shops; undefined when the database
 *   does not answer, and then those figures are left out.
 */
export function createMetrics(readStanding: () => Promise<Standing | undefined>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const received = new Counter({
    name: "dockline_hints_received_total",
    help: "Events of the warehouse and webhooks of the shop, by what they were answered.",
    labelNames: ["source", "outcome"],
    registers,
  });
  const followed = new Counter({
    name: "dockline_hints_followed_total",
    help: "Hints whose things have been read and written.",
    registers,
  });
  const quarantined = new Counter({
    name: "dockline_events_quarantined_total",
    help: "Events whose record failed for good, or too often. Each waits for a person to have it tried again.",
    registers,
  });
  const written = new Histogram({
    name: "dockline_event_to_shop_seconds",
    help: "From an event's arrival until the figure it led to is in the shop.",
    buckets: EVENT_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: "dockline_job_seconds",
    help: "Runs of jobs, by job and by what came of them: done, failed (tried again later), gave-up (the last try).",
    labelNames: ["job", "result"],
    buckets: SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: "dockline_call_seconds",
    help: "Attempts at calls to the warehouse and to the shop, by outcome: done, or what went wrong.",
    labelNames: ["world", "outcome"],
    buckets: SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: "dockline_call_wait_seconds",
    help: "Waits of calls because too much was asked at once: our own limits, or the other side's.",
    labelNames: ["world"],
    buckets: SECONDS,
    registers,
  });
  const requests = new Histogram({
    name: "dockline_request_seconds",
    help: "Requests answered, by what was asked for and by status.",
    labelNames: ["kind", "status"],
    buckets: SECONDS,
    registers,
  });
  const bodies = new Counter({
    name: "dockline_body_bytes_total",
    help: "Bytes of request bodies that were read, by what was asked for.",
    labelNames: ["kind"],
    registers,
  });
  return {
    received: (labels) => received.inc(labels),
    follows: (hints) => linkTo(hints.map(({ traceparent }) => traceparent)),
    followed: (hints) => followed.inc(hints.length),
    quarantined: () => quarantined.inc(),
    written: (ms) => written.observe(Math.max(0, ms) / 1000),
    job: ({ name, result, seconds }) => jobs.observe({ job: name, result }, seconds),
    call: ({ seconds, ...labels }) => calls.observe(labels, seconds),
    waited({ world, ms }) {
      if (ms >= NO_WAIT_MS) waits.observe({ world }, ms / 1000);
    },
    request: ({ kind, status, seconds }) => requests.observe({ kind, status: String(status) }, seconds),
    body: ({ kind, bytes }) => bodies.inc({ kind }, bytes),
    addProcess: () => collectDefaultMetrics({ register: registry }),
    async expose() {
      const standing = gaugesOf(await readStanding());
      const parts = await Promise.all([registry.metrics(), standing.metrics()]);
      return { contentType: registry.contentType, body: parts.join("") };
    },
  };
}

/**
 * How things stand over all shops, made anew for each scrape, so that what is not known is left out and not 0. Every
 * process tells the same: a dashboard takes the highest, never the sum.
 */
function gaugesOf(standing: Standing | undefined): Registry {
  const registry = new Registry();
  const show = (
    name: string,
    { help, by, value }: { help: string; by?: string; value: Figures | number },
  ) => {
    const gauge = new Gauge({ name, help, labelNames: by ? [by] : [], registers: [registry] });
    if (typeof value === "number") gauge.set(value);
    else for (const [key, figure] of Object.entries(value)) gauge.set({ [by ?? ""]: key }, figure);
  };
  const asked = "1 when the database answered this scrape.";
  show("dockline_database_up", { help: asked, value: standing ? 1 : 0 });
  if (!standing) return registry;
  const { queue, workers, shops, drift, problems, quarantined } = standing;
  show("dockline_queue_lag_seconds", {
    help: "For how long the job that has waited longest could have been running, by lane.",
    by: "lane",
    value: queue.lagSeconds,
  });
  show("dockline_queue_jobs", { help: "Jobs, by how they stand.", by: "state", value: queue.jobs });
  show("dockline_workers", { help: "Workers alive.", value: workers });
  show("dockline_shops_connected", { help: "Shops whose connection works.", value: shops });
  show("dockline_drift_variants", {
    help: "Variants whose figure in the shop is not what it should be, by why it was left so.",
    by: "verdict",
    value: drift,
  });
  show("dockline_problems", {
    help: "Problems that are open at merchants, by kind.",
    by: "kind",
    value: problems,
  });
  show("dockline_quarantined_events", {
    help: "Events that are quarantined now: each waits until a person has it tried again, or until it is deleted.",
    value: quarantined,
  });
  return registry;
}

type Figures = Record<string, number>;

/** Sees calls to one world: how long each took, what came of it, and how long it had to wait. */
export function watchCalls(metrics: Metrics, world: World): CallWatch {
  return {
    async attempt(operation, run) {
      const began = performance.now();
      const seen = (outcome: string) =>
        metrics.call({ world, outcome, seconds: (performance.now() - began) / 1000 });
      try {
        const result = await traced(`${world} ${operation}`, { kind: "call" }, run);
        seen("done");
        return result;
      } catch (error) {
        seen(outcomeOf(error));
        throw error;
      }
    },
    waited: (ms) => metrics.waited({ world, ms }),
  };
}

/** The clients' errors carry a code of a fixed few. */
function outcomeOf(error: unknown): string {
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (status === 429) return "throttled";
  return typeof code === "string" ? code : "error";
}
