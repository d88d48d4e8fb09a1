import type { BehaviourChanges } from "../../sandbox/warehouse/behaviours.ts";
import type { Sku, Sold } from "./goods.ts";

/** The two shops of a story, each with an account of its own at the warehouse. */
export const SIDES = ["a", "b"] as const;
export type SideName = (typeof SIDES)[number];

export const WORKERS = ["worker-1", "worker-2"] as const;
export const PROCESSES = ["web", ...WORKERS] as const;
export type ProcessName = (typeof PROCESSES)[number];

/**
 * What people do in one of the worlds. `order` and `return` say which one: the n-th of those it can be done to, counted
 * around, from the last one if negative; with none it is passed over.
 */
export type Deed = { side: SideName } &
  /** At the app's location, or at another that the warehouse has nothing to do with. */
  (
    | { do: "order"; sold: Sold; pieces: number; sent: boolean; elsewhere?: boolean }
    | { do: "send"; order: number }
    | { do: "cancel order"; order: number; restock: boolean }
    /** The order's goods leave the warehouse. */
    | { do: "ship"; order: number }
    /** Goods come in that nobody announced. */
    | { do: "receive"; sku: Sku; good: number; defective: number }
    /** Somebody counts in the warehouse, and no event tells. */
    | { do: "count"; sku: Sku; pieces: number }
    /** The merchant, or another app, sets the shop's figure. */
    | { do: "set figure"; sold: Sold; pieces: number; byApp: boolean }
    | { do: "send back"; order: number; pieces: number; requested: boolean }
    | { do: "approve" | "decline" | "cancel return" | "close return"; return: number }
    /** The merchant says that so many pieces come back. */
    | { do: "change return"; return: number; pieces: number }
    /** Some of a return arrives at the warehouse. What arrives before it is announced waits at the gate. */
    | { do: "parcel"; return: number; good: number; defective: number }
    /** Nothing more is done until it is announced, or it takes too long. */
    | { do: "await inbound"; return: number }
    /** One parcel brings a good unit of each SKU of two returns. */
    | { do: "shared parcel"; returns: readonly [number, number] }
    /** The warehouse is done with what a return announced, although not all has come. */
    | { do: "end inbound"; return: number }
    /** The warehouse deletes it. */
    | { do: "delete inbound"; return: number }
    /** One unit that a receipt says has come in good did not come, or is defective. */
    | { do: "correct receipt"; return: number; becomes: "gone" | "defective" }
    /** The merchant, in the panel: */
    | { do: "keep back"; sku: Sku; pieces: number }
    | { do: "announce purchase"; form: string; sku: Sku; pieces: number }
    | { do: "pause" | "resume" }
    /** All stock is compared now. */
    | { do: "compare" }
    /** From now on, or no longer, nothing is raised. */
    | { do: "begin sale" | "end sale" }
    /** Another access token of the same account, and the one before is revoked. */
    | { do: "change token" }
    /** Stock of one more variant is written from now on; where all are written already, nothing changes. */
    | { do: "go live"; sold: Sold }
    | { do: "look"; page: string }
  );

/** The merchant's deeds, which need the app to be there. */
export type MerchantDeed = Extract<
  Deed,
  {
    do:
      | "keep back"
      | "announce purchase"
      | "pause"
      | "resume"
      | "compare"
      | "begin sale"
      | "end sale"
      | "change token"
      | "go live"
      | "look";
  }
>;

/** What goes wrong. */
export type Trouble =
  /** Requests of the app to one of the worlds; in the words of `sandbox/lib/fault-schema.ts`. */
  | { do: "calls fail"; world: "shop" | "warehouse"; side: SideName; fault: CallFault }
  /** Events and webhooks on their way to the app. */
  | { do: "events fail"; world: "shop" | "warehouse"; side: SideName; fault: EventFault }
  | { do: "kill"; who: readonly ProcessName[] }
  /** Starts what does not run, its clock so far ahead, or behind when negative. */
  | { do: "start"; aheadMs: number }
  | { do: "restart database"; how: "fast" | "crash" }
  /** Of all rows that are inserted, so large a share finds the disk full. */
  | { do: "disk full"; share: number }
  | { do: "disk free" }
  | { do: "tokens expire"; side: SideName }
  /** The shop's bucket of points is empty and fills slowly. */
  | { do: "throttle"; side: SideName }
  /** One of the worlds answers nobody any more; every call is dropped. */
  | { do: "away"; world: "shop" | "warehouse"; side: SideName }
  /** The warehouse shows so many times its true stock. */
  | { do: "wrong stock"; side: SideName; times: number }
  /** All faults of calls and events end, stock is true again, and worlds that were away are back. */
  | { do: "behave" }
  /** The warehouse answers like this to single inbounds, each of which an event names. */
  | { do: "bad records"; side: SideName; answers: readonly BadAnswer[] }
  /** Connections to the web process that are reset right after their request. */
  | { do: "resets"; count: number }
  /** One store's warehouse sends so many signed events at once. */
  | { do: "flood"; side: SideName; events: number };

/** What must hold in the middle of a story, while the trouble before it goes on. */
export type Check =
  /** All trouble but bad records ends, and what it held up is done. */
  | { do: "calm" }
  /** An event and a page of this shop are served within five seconds, whatever one bad record or another shop does. */
  | { do: "go on"; side: SideName };

/** How the warehouse answers to a record that it does not show, by a name for people. */
export const BAD_ANSWERS = {
  "400": { when: "request", action: { kind: "status", status: 400 } },
  "403": { when: "request", action: { kind: "status", status: 403 } },
  "410": { when: "request", action: { kind: "status", status: 410 } },
  "422": { when: "request", action: { kind: "status", status: 422 } },
  "500": { when: "request", action: { kind: "status", status: 500 } },
  "503": { when: "request", action: { kind: "status", status: 503 } },
  reset: { when: "request", action: { kind: "reset" } },
  silence: { when: "request", action: { kind: "silence" } },
  "no object": { when: "answer", action: { kind: "body", body: "[]" } },
  HTML: { when: "answer", action: { kind: "body", body: "<h1>Bad Gateway</h1>", contentType: "text/html" } },
  nulls: { when: "answer", action: { kind: "body", body: '{"ref":null,"status":null,"lines":[null]}' } },
} as const satisfies Record<string, Pick<CallFault, "when" | "action">>;
export type BadAnswer = keyof typeof BAD_ANSWERS;

/** Time that passes. */
export type Passing =
  /** In both worlds and for the app, without anybody waiting for it. */
  | { do: "pass"; minutes: number }
  /** Really: what was begun goes on meanwhile. */
  | { do: "wait"; ms: number };

export type Step = Deed | Trouble | Passing | Check;

export interface CallFault {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  when: "request" | "answer";
  action: { kind: string } & Record<string, unknown>;
  skip?: number;
  times: number;
}

export interface EventFault {
  kind: "drop" | "duplicate" | "late" | "reorder";
  ms?: number;
  times: number;
}

/** What differs between stores. */
export interface StorePlan {
  /** How its warehouse behaves where the interface leaves it open. */
  behaviours: BehaviourChanges;
  /** Which of Shopify's quantities is written: the warehouse counts units of open orders, or not. */
  mode: "on_hand" | "available";
  /** Variants whose stock is written from the start; none is a dry run. */
  live: "all" | readonly Sold[];
}

/** Of how many variants stock is written from the start. */
export function writingOf({ live }: StorePlan): "live" | "live in part" | "dry run" {
  if (live === "all") return "live";
  return live.length > 0 ? "live in part" : "dry run";
}

export interface Story {
  seed: number;
  /** Store b has so many variants that it is compared with bulk queries. */
  isLarge: boolean;
  stores: Record<SideName, StorePlan>;
  steps: Step[];
}

/** What has a side and is done by nobody. */
type OfASide = Exclude<Extract<Step, { side: SideName }>, Deed | { world: string }>;
const NO_DEEDS: Record<OfASide["do"], true> = {
  ...{ "tokens expire": true, throttle: true, "bad records": true },
  ...{ "wrong stock": true, flood: true, "go on": true },
};

export function isDeed(step: Step): step is Deed {
  return "side" in step && !("world" in step) && !(step.do in NO_DEEDS);
}

/** A step in words, for people to follow a story by. */
export function inWords({ do: what, ...about }: Step): string {
  const side = "side" in about ? `${about.side}: ` : "";
  const rest = Object.entries(about)
    .filter(([name]) => name !== "side")
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
  return `${side}${[what, ...rest].join(", ")}`;
}
