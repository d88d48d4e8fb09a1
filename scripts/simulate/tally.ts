import type { ShopJobName } from "../../app/jobs/catalog.ts";
import type { Cost } from "./costs.ts";
import { createWaits, type Waits } from "./waits.ts";

const MINUTE_MS = 60_000;
/** It is stored and marked as followed, and its job is asked for. */
const ROWS_A_HINT = 3;

type Charged = Pick<Cost, "calls" | "rows" | "walBytes" | "cpuMs">;

/** What is counted for each minute, over all shops. */
const FLOWS = [
  "hints",
  "rows",
  "walBytes",
  "warehouse",
  "shop",
  "web",
  "worker",
  "database",
  "looks",
  "lookingMs",
  "jobs",
  "jobMs",
] as const;
type Flow = (typeof FLOWS)[number];

export interface Flows {
  all: number;
  /** The minute that had most of it. */
  busiest: number;
}

/** By whom jobs are asked for, and which they are, in the order in which they matter to a merchant. */
const GROUPS: Record<string, (name: ShopJobName) => boolean> = {
  "events: stock": (name) => name === "follow-stock-hints",
  "events: returns": (name) => ["follow-return", "dispose-return"].includes(name),
  "events: products": (name) => name === "follow-shop-hints",
  "changed inbounds": (name) => name === "read-changed-inbounds",
  "comparing all stock": (name) => ["compare-stock", "sweep-stock", "write-stock"].includes(name),
  "reading catalogues": (name) => name === "import-catalogue",
  "the rest of a sweep": () => true,
};

export interface Closed {
  asked: number;
  merged: number;
  begun: number;
  ended: number;
  waiting: number;
  running: number;
}

export type Tally = ReturnType<typeof createTally>;

/** Adds up what happens in all cells, minute by minute of the same virtual day. */
export function createTally(hours: number) {
  const minutes = hours * 60;
  const flows = Object.fromEntries(FLOWS.map((flow) => [flow, new Float64Array(minutes + 1)])) as Record<
    Flow,
    Float64Array
  >;
  const stored: Record<string, number> = {};
  const groups = Object.keys(GROUPS);
  const waited: Record<string, Waits> = Object.fromEntries(groups.map((name) => [name, createWaits()]));
  const lag: Record<string, Waits> = Object.fromEntries(groups.map((name) => [name, createWaits()]));
  const groupOf = new Map<ShopJobName, string>();
  const closed: Closed = { asked: 0, merged: 0, begun: 0, ended: 0, waiting: 0, running: 0 };

  const add = (flow: Flow, at: number, much: number) => {
    flows[flow][Math.min(minutes, Math.floor(at / MINUTE_MS))]! += much;
  };
  const charge = (at: number, { calls, rows, walBytes, cpuMs }: Charged, times = 1) => {
    add("warehouse", at, calls.warehouse * times);
    add("shop", at, calls.shop * times);
    add("rows", at, rows * times);
    add("walBytes", at, walBytes * times);
    add("web", at, cpuMs.web * times);
    add("worker", at, cpuMs.worker * times);
    add("database", at, cpuMs.database * times);
  };
  const store = (bytes: Record<string, number>) => {
    for (const [table, much] of Object.entries(bytes)) stored[table] = (stored[table] ?? 0) + much;
  };

  return {
    /** Something ran, or was asked for, that costs so much. */
    charge(at: number, cost: Cost) {
      charge(at, cost);
      store(cost.storedBytes);
    },
    /**
     * Something happened that events tell of; `more` comes on top, so many times. Followed together with what waits already,
     * it is only taken in.
     */
    hear(at: number, cost: Cost, { merged, more, times }: { merged: boolean; more: Charged; times: number }) {
      add("hints", at, cost.hints);
      store(cost.storedBytes);
      if (merged) {
        add("web", at, cost.cpuMs.web);
        return add("rows", at, cost.hints * ROWS_A_HINT);
      }
      charge(at, cost);
      charge(at, more, times);
    },
    /** A worker looked for a job; `more` is what that took beyond what is counted with each job. */
    look(at: number, { ms, more }: { ms: number; more: { ms: number; walBytes: number } }) {
      add("looks", at, 1);
      add("lookingMs", at, ms);
      add("database", at, more.ms);
      add("walBytes", at, more.walBytes);
    },
    ran(at: number, ms: number) {
      add("jobs", at, 1);
      add("jobMs", at, ms);
    },
    begun(name: ShopJobName, { waitedMs, lagMs }: { waitedMs: number; lagMs: number }) {
      let group = groupOf.get(name);
      if (!group) {
        group = groups.find((one) => GROUPS[one]!(name)) ?? "";
        groupOf.set(name, group);
      }
      waited[group]!.add(waitedMs);
      lag[group]!.add(lagMs);
    },
    /** A cell is over. */
    close(cell: Closed) {
      for (const name of Object.keys(closed) as (keyof Closed)[]) closed[name] += cell[name];
    },
    closed,
    stored,
    waited,
    lag,
    flow(name: Flow): Flows {
      const all = flows[name].reduce((sum, much) => sum + much, 0);
      return { all, busiest: flows[name].reduce((most, much) => Math.max(most, much), 0) };
    },
  };
}
