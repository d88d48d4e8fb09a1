import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Milliseconds of a processor. */
export interface Cpu {
  web: number;
  worker: number;
  database: number;
}

/** What one thing that happens in a shop leads to, all told, the mean of its rounds. */
export interface Cost {
  calls: { warehouse: number; shop: number };
  /** Events and webhooks taken in. */
  hints: number;
  /** Rows inserted, updated and deleted, the queue's own among them. */
  rows: number;
  /** What PostgreSQL wrote into its log. */
  walBytes: number;
  cpuMs: Cpu;
  /** By how much tables and indexes grew, by table. */
  storedBytes: Record<string, number>;
  /** Runs of jobs. */
  jobs: Record<string, JobTime>;
}

export interface JobTime {
  runs: number;
  /** How long all these runs took, in milliseconds, with both worlds on the same machine. */
  ms: number;
  /** How many answers were waited for one after the other: by so many times the way there and back a run takes longer. */
  trips: number;
}

/** The things that are measured. Those in a large shop depend on how many SKUs were ordered lately (`hot`). */
export const STORIES = [
  "changes",
  "sweep",
  "comparison",
  "import",
  "shipment",
  "tiding",
  "tidingHot",
  "order",
  "fulfilment",
  "receipt",
  "product",
  "return",
] as const;
export type Story = (typeof STORIES)[number];

/** How long a look for a job takes, with so many lanes remembered. */
export interface Look {
  lanes: number;
  ms: number;
  walBytes: number;
}

/** What `npm run simulate -- --measure` found and wrote down. */
export interface Measured {
  /** Where and when. */
  machine: string;
  at: string;
  skus: number;
  stories: Record<Story, Cost>;
  /** SKUs ordered lately, in the stories of an order that leaves and of tidings of one. */
  hot: { few: number; many: number };
  /** A shop of `skus` at rest: tables and indexes, in bytes. */
  shopBytes: number;
  looks: Look[];
  /** The most memory a worker had, in bytes. */
  workerPeakBytes: number;
}

export const MEASURED_FILE = join(import.meta.dirname, "measured.json");

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(MEASURED_FILE, "utf8")) as Measured;
}
