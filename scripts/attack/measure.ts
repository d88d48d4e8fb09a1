import { setTimeout as sleep } from "node:timers/promises";
import type { AttackWorld } from "./world.ts";

/** What the web process was made to bear meanwhile. */
export interface Measured {
  /** The 99th percentile of its event loop's delay, in milliseconds, in each of the periods looked at. */
  eventLoopP99Ms: number[];
  /** Resident memory at its highest, in bytes. */
  memoryBytes: number;
  /** Memory that objects and buffers take, in bytes, at each look; what nobody needs any more is part of it until it is cleared up. */
  usedBytes: number[];
  /** Open file descriptors, at their highest: connections for the most part. */
  openFiles: number;
}

/** How often the process is looked at, in milliseconds; each look begins a new period of its event loop's figures. */
const LOOK_EVERY_MS = 2_000;
/** One that does not say how it is for so long stands still. */
const LOOK_MAX_MS = 30_000;

/** Looks at the web process again and again until stopped; `stop` fails when it stood still. */
export async function measure(world: AttackWorld): Promise<{ stop(): Promise<Measured> }> {
  const first = await look(world);
  const measured: Measured = {
    eventLoopP99Ms: [],
    memoryBytes: first.memory,
    usedBytes: [],
    openFiles: first.openFiles,
  };
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      const { memory, used, openFiles, eventLoopP99Ms } = await look(world);
      measured.memoryBytes = Math.max(measured.memoryBytes, memory);
      measured.openFiles = Math.max(measured.openFiles, openFiles);
      measured.eventLoopP99Ms.push(eventLoopP99Ms);
      measured.usedBytes.push(used);
    }
  })();
  // Heard in `stop`.
  looking.catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await looking;
      return measured;
    },
  };
}

/** All figures of the web process, in Prometheus' words. */
export async function readMetrics({ metricsUrl }: AttackWorld): Promise<string> {
  return (await fetch(metricsUrl, { signal: AbortSignal.timeout(LOOK_MAX_MS) })).text();
}

async function look(world: AttackWorld) {
  const text = await readMetrics(world);
  const metric = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? 0);
  return {
    memory: metric("process_resident_memory_bytes"),
    used: metric("nodejs_heap_size_used_bytes") + metric("nodejs_external_memory_bytes"),
    openFiles: metric("process_open_fds"),
    eventLoopP99Ms: metric("nodejs_eventloop_lag_p99_seconds") * 1000,
  };
}
