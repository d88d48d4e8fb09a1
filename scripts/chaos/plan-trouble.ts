import type { Luck } from "./luck.ts";
import { planFloor } from "./plan-floor.ts";
import {
  BAD_ANSWERS,
  PROCESSES,
  SIDES,
  WORKERS,
  type BadAnswer,
  type CallFault,
  type EventFault,
  type ProcessName,
  type SideName,
  type Step,
  type Trouble,
} from "./story.ts";

const DAY_MINUTES = 24 * 60;

/** One thing that goes wrong, and, where it lasts, what happens meanwhile and how it ends. */
export function planTrouble(luck: Luck, planDeed: (luck: Luck) => Step): Step[] {
  const side = luck.pick(SIDES);
  const world = luck.pick(["shop", "warehouse"] as const);
  const meanwhile = () => Array.from({ length: luck.between(1, 3) }, () => planDeed(luck));
  return luck.weighted<() => Step[]>([
    [18, () => [{ do: "calls fail", world, side, fault: planCallFault(luck, world) }]],
    [8, () => [{ do: "events fail", world, side, fault: planEventFault(luck) }]],
    [3, () => [{ do: "kill", who: planVictims(luck) }, ...meanwhile(), planStart(luck)]],
    [1, () => [{ do: "restart database", how: luck.pick(["fast", "crash"] as const) }]],
    [2, () => [{ do: "disk full", share: luck.pick([0.1, 0.4, 1]) }, ...meanwhile(), { do: "disk free" }]],
    [2, () => [{ do: "tokens expire", side }]],
    [1, () => [{ do: "throttle", side }]],
    [2, () => planDayAway(luck, meanwhile)],
    [2, () => planWrongStock(luck, { side, meanwhile })],
    [5, () => planFloor(luck, { side, meanwhile })],
    [2, () => planBadRecords(luck, side)],
    [1, () => planFlood(luck, side)],
  ])();
}

/** Records that the warehouse does not show delay no other record, of this shop or another. */
function planBadRecords(luck: Luck, side: SideName): Step[] {
  const all = Object.keys(BAD_ANSWERS) as BadAnswer[];
  const answers = Array.from({ length: luck.between(1, 4) }, () => luck.pick(all));
  return [
    { do: "calm" },
    { do: "bad records", side, answers },
    ...SIDES.map((one): Step => ({ do: "go on", side: one })),
  ];
}

/** One shop's flood, and connections that nobody ends in order, delay no other shop. */
function planFlood(luck: Luck, side: SideName): Step[] {
  const other = SIDES.find((one) => one !== side)!;
  return [
    { do: "calm" },
    { do: "resets", count: luck.pick([10, 50]) },
    { do: "flood", side, events: luck.pick([300, 1_500]) },
    { do: "go on", side: other },
  ];
}

/** The warehouse loses its stock, or shows boxes as units, until everything has been compared. */
function planWrongStock(
  luck: Luck,
  { side, meanwhile }: { side: SideName; meanwhile: () => Step[] },
): Step[] {
  return [
    { do: "wrong stock", side, times: luck.pick([0, 10, 24]) },
    ...meanwhile(),
    { side, do: "compare" },
    { do: "wait", ms: COMPARED_MS },
    ...meanwhile(),
    { do: "behave" },
  ];
}

/** Within so long a store is mostly compared, in milliseconds. */
const COMPARED_MS = 800;

/** 24 hours without the app, or without one of the worlds. */
function planDayAway(luck: Luck, meanwhile: () => Step[]): Step[] {
  const day: Step = { do: "pass", minutes: DAY_MINUTES };
  const gone = luck.pick(["app", "shop", "warehouse"] as const);
  if (gone === "app") return [{ do: "kill", who: PROCESSES }, ...meanwhile(), day, planStart(luck)];
  return [{ do: "away", world: gone, side: luck.pick(SIDES) }, ...meanwhile(), day, { do: "behave" }];
}

function planVictims(luck: Luck): readonly ProcessName[] {
  return luck.weighted<readonly ProcessName[]>([
    [4, [luck.pick(WORKERS)]],
    [2, WORKERS],
    [2, ["web"]],
    [1, PROCESSES],
  ]);
}

/** How far the clock of what is started is ahead, in milliseconds: mostly not at all, else some seconds or minutes. */
const AHEAD_MS = [0, 0, 0, 0, 20_000, 150_000, -150_000] as const;

const planStart = (luck: Luck): Trouble => ({ do: "start", aheadMs: luck.pick(AHEAD_MS) });

/** What may be hit, and how often one chooses it: mostly writes, for they are what must not happen twice. */
const PLACES = {
  warehouse: [
    [3, { path: "." }],
    [4, { path: "/inbounds", method: "POST" }],
    [2, { path: "/inbounds", method: "GET" }],
    [2, { path: "/label", method: "GET" }],
    [2, { path: "/products", method: "GET" }],
  ],
  shop: [
    [6, { path: "/graphql" }],
    [2, { path: "/staged-uploads" }],
    [1, { path: "/oauth" }],
  ],
} as const satisfies Record<string, readonly (readonly [number, Pick<CallFault, "path" | "method">])[]>;

function planCallFault(luck: Luck, world: "shop" | "warehouse"): CallFault {
  const place = luck.weighted<Pick<CallFault, "path" | "method">>(PLACES[world]);
  return {
    ...place,
    ...planAction(luck),
    skip: luck.pick([0, 0, 0, 1, 3]),
    times: luck.pick([1, 1, 2, 4]),
  };
}

function planAction(luck: Luck): Pick<CallFault, "when" | "action"> {
  return luck.weighted<Pick<CallFault, "when" | "action">>([
    [2, { when: "request", action: { kind: "status", status: luck.pick([500, 502, 503, 504]) } }],
    // It has been done, and says that it has not.
    [2, { when: "answer", action: { kind: "status", status: luck.pick([500, 502, 504]) } }],
    [
      2,
      {
        when: "request",
        action: { kind: "status", status: 429, headers: { "retry-after": luck.pick(["0", "1"]) } },
      },
    ],
    [2, { when: "request", action: { kind: "reset" } }],
    // It has been done, and nobody says so.
    [5, { when: "answer", action: { kind: "reset" } }],
    [1, { when: "request", action: { kind: "silence" } }],
    [2, { when: "answer", action: { kind: "silence" } }],
    [2, { when: "answer", action: { kind: "truncate" } }],
    [2, { when: "answer", action: { kind: "repeat" } }],
    [1, { when: "answer", action: { kind: "body", body: "<h1>Bad Gateway</h1>", contentType: "text/html" } }],
    [
      2,
      {
        when: luck.pick(["request", "answer"] as const),
        action: { kind: "delay", ms: luck.between(50, 900) },
      },
    ],
  ]);
}

function planEventFault(luck: Luck): EventFault {
  const kind = luck.pick(["drop", "duplicate", "late", "reorder"] as const);
  const times = luck.pick([1, 2, 5]);
  return kind === "late" ? { kind, ms: luck.between(100, 900), times } : { kind, times };
}
