import { describe, expect, test } from "vitest";
import { nextCheck } from "../../app/domain/returns/check/next-check.ts";
import {
  AWAITED,
  decideWaiting,
  isOverdue,
  type WaitingFacts,
} from "../../app/domain/returns/decide-waiting.ts";
import { dispositions, line } from "./support/lines.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW = new Date("2026-11-25T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const facts = (over: Partial<WaitingFacts>): WaitingFacts => ({
  ...{
    status: "OPEN",
    stage: "approved",
    stageSince: daysAgo(2),
    createdAt: daysAgo(9),
    inboundStatus: null,
  },
  ...{ expectedOn: null, label: "none", labelSince: null, lines: [line("A", 2, { MUG: 1 })], needs: [] },
  ...{ seen: [], checkAt: NOW, ...over },
});
const RULES = { sends: true, restocks: true, now: NOW };
const sent = { inboundStatus: "new", stage: "announced", expectedOn: dayOf(daysAgo(-3)) } as const;
const all = [{ ...line("A", 2, { MUG: 1 }), good: 2 }];
const elsewhere = [{ ...line("B", 1, { MUG: 1 }), isSent: false }];

describe("a return waits for", () => {
  test.each<[string, Partial<WaitingFacts>, Partial<typeof RULES>, string, Date]>([
    ["the merchant's approval", { status: "REQUESTED", stage: "requested" }, {}, "approval", daysAgo(9)],
    ["the merchant's word when it was there before", { stage: "earlier" }, {}, "go-ahead", daysAgo(9)],
    ["the merchant's word when sending is off", {}, { sends: false }, "go-ahead", daysAgo(9)],
    ["the location that shipped all of it", { lines: elsewhere }, {}, "other-location", daysAgo(9)],
    ["the warehouse to take what it shipped", { lines: [...all, ...elsewhere] }, {}, "inbound", daysAgo(2)],
    [
      "the merchant's decision when the warehouse has all that it shipped",
      { inboundStatus: "partially_received", stage: "receiving", lines: [...all, ...elsewhere] },
      ...([{}, "decision", daysAgo(2)] as const),
    ],
    ["the warehouse to take it", {}, {}, "inbound", daysAgo(2)],
    ["its label", { ...sent, label: "waiting", labelSince: daysAgo(1) }, {}, "label", daysAgo(1)],
    ["the parcel", { ...sent, label: "ready", stage: "labelled" }, {}, "parcel", daysAgo(2)],
    ["the parcel, where there are no labels", sent, {}, "parcel", daysAgo(2)],
    [
      "the rest",
      { ...sent, inboundStatus: "partially_received", stage: "receiving" },
      {},
      "rest",
      daysAgo(2),
    ],
    [
      "restocking",
      { inboundStatus: "fully_received", stage: "received", lines: all },
      {},
      "restock",
      daysAgo(2),
    ],
    [
      ...([
        "the merchant's decision when nothing is restocked",
        { inboundStatus: "fully_received", stage: "received" },
      ] as const),
      ...([{ restocks: false }, "decision", daysAgo(2)] as const),
    ],
    [
      ...(["the merchant's decision when the warehouse has nothing to do with it"] as const),
      ...([
        { lines: [{ ...line("A", 1, {}), goods: "ignored" as const }] },
        {},
        "decision",
        daysAgo(2),
      ] as const),
    ],
    ...(["sender", "inbound-gone", "other-account"] as const).map(
      (kind) =>
        [
          `the merchant's decision when they are done with: ${kind}`,
          ...[
            { ...sent, seen: [{ kind, field: "senderCity", rule: "missing" }] } as Partial<WaitingFacts>,
            {},
          ],
          ...(["decision", daysAgo(2)] as const),
        ] as [string, Partial<WaitingFacts>, object, string, Date],
    ),
    [
      "the parcel when they are done with the label",
      { ...sent, label: "failed", labelSince: daysAgo(1), seen: [{ kind: "label" }] },
      ...([{}, "parcel", daysAgo(2)] as const),
    ],
    [
      "the merchant's decision when a part has not come that the warehouse expects no more",
      {
        ...{ inboundStatus: "fully_received", stage: "received" },
        lines: [...all, { ...line("B", 2, { BOX: 1 }), good: 1 }],
      },
      ...([{}, "decision", daysAgo(2)] as const),
    ],
    [
      "the merchant's decision when nobody knows in which condition it came",
      {
        ...{ inboundStatus: "fully_received", stage: "received" },
        lines: [{ ...line("A", 2, { MUG: 1 }), good: 1, unclear: 1 }],
      },
      ...([{}, "decision", daysAgo(2)] as const),
    ],
  ])("%s", (_what, over, rules, awaited, since) => {
    expect(decideWaiting(facts(over), { ...RULES, ...rules })).toMatchObject({
      state: "waiting",
      awaited,
      since,
    });
  });

  test("a day that is named, and says how long ago it was", () => {
    expect(decideWaiting(facts(sent), RULES)).toMatchObject({ expectedOn: "2026-11-28", daysLate: 0 });
    const late = facts({ ...sent, expectedOn: dayOf(daysAgo(5)) });
    expect(decideWaiting(late, RULES)).toMatchObject({ expectedOn: "2026-11-20", daysLate: 5 });
  });
});

test.each<[string, Partial<WaitingFacts>, string]>([
  ["settled", { stage: "settled" }, "completed"],
  ["closed", { status: "CLOSED", stage: "closed" }, "completed"],
  ["cancelled", { status: "CANCELED", stage: "cancelled" }, "completed"],
  [
    "closed, with something that came late",
    { status: "CLOSED", needs: [{ kind: "late", sku: "A", quantity: 1 }] },
    "attention",
  ],
  ["open, with a need", { needs: [{ kind: "inbound-gone" }] }, "attention"],
])("a return that is %s is %s", (_what, over, state) => {
  expect(decideWaiting(facts(over), RULES).state).toBe(state);
});

test("every combination of what is known of a return is completed, needs attention, or waits for a named thing since a date", () => {
  for (const status of ["OPEN", "REQUESTED", "SOMETHING_NEWER"])
    for (const stage of [
      "requested",
      "earlier",
      "approved",
      "announced",
      "labelled",
      "receiving",
      "received",
    ] as const)
      for (const inboundStatus of [null, "new", "in_progress", "partially_received", "fully_received", "odd"])
        for (const label of ["none", "waiting", "ready", "failed", "theirs"] as const)
          for (const lines of [[], all, [line("A", 1, {}, dispositions({ MISSING: 1 }))]]) {
            const waiting = decideWaiting(facts({ status, stage, inboundStatus, label, lines }), RULES);
            expect(waiting.state).toBe("waiting");
            if (waiting.state !== "waiting") continue;
            expect(AWAITED).toContain(waiting.awaited);
            expect(waiting.since).toBeInstanceOf(Date);
          }
});

describe("a return is overdue", () => {
  const overdue = (
    { receivedOn = null, ...over }: Partial<WaitingFacts> & { receivedOn?: string | null },
    waitUntil: Date | null = null,
    overdueDays = 14,
  ) =>
    isOverdue(
      { ...facts({ ...sent, expectedOn: dayOf(daysAgo(15)), ...over }), receivedOn, waitUntil },
      { overdueDays, now: NOW },
    );

  test.each<[string, boolean, boolean]>([
    ["more than the merchant's days after the expected one", overdue({}), true],
    ["on the last of those days", overdue({ expectedOn: dayOf(daysAgo(14)) }), false],
    ["when part of it has come", overdue({ inboundStatus: "partially_received" }), true],
    ["when part of it has come lately", overdue({ receivedOn: dayOf(daysAgo(14)) }), false],
    ["when part of it has come long ago", overdue({ receivedOn: dayOf(daysAgo(16)) }), true],
    ["when all of it has", overdue({ lines: all }), false],
    ["when the warehouse is done with it", overdue({ inboundStatus: "fully_received" }), false],
    ["when the warehouse does not have it", overdue({ inboundStatus: null }), false],
    ["when the store has done with it", overdue({ status: "CLOSED" }), false],
    ["while the merchant waits longer", overdue({}, daysAgo(-1)), false],
    ["when the merchant has waited longer", overdue({}, daysAgo(1)), true],
    ["when no day is known", overdue({ expectedOn: null }), false],
    [
      "at once where the merchant gives it no days",
      overdue({ expectedOn: dayOf(daysAgo(1)) }, null, 0),
      true,
    ],
  ])("%s: %s", (_when, is, expected) => expect(is).toBe(expected));
});

describe("a return is read again", () => {
  const HOUR_MS = 60 * 60_000;
  const next = (over: Partial<Parameters<typeof nextCheck>[0]>) => {
    const at = nextCheck({
      ...{ status: "OPEN", stage: "approved", inboundStatus: null, announcingAt: null, needs: [], now: NOW },
      ...over,
    });
    return at && Math.round((at.getTime() - NOW.getTime()) / HOUR_MS);
  };

  test.each<[string, number | null, (hours: number | null) => boolean]>([
    ["within a day while it is open", next({}), (hours) => hours !== null && hours < 24],
    [
      "within a day in a status this version does not know",
      next({ status: "NEWER" }),
      (hours) => hours !== null && hours < 24,
    ],
    [
      "within a day when it needs somebody although it is settled",
      next({ stage: "settled", needs: [{ kind: "label" }] }),
      (hours) => hours !== null && hours < 24,
    ],
    ["within a week when it is settled", next({ stage: "settled" }), (hours) => hours === 7 * 24],
    ["never when it is over", next({ status: "CLOSED" }), (hours) => hours === null],
    [
      "when it is over and the warehouse expects it",
      next({ status: "CLOSED", inboundStatus: "new" }),
      (hours) => hours !== null && hours < 24,
    ],
    [
      "never when it is over at the warehouse too",
      next({ status: "CLOSED", inboundStatus: "cancelled" }),
      (hours) => hours === null,
    ],
    [
      "when it was cancelled while it was being sent",
      next({ status: "CANCELED", announcingAt: NOW }),
      (hours) => hours !== null && hours < 24,
    ],
  ])("%s", (_when, hours, isRight) => expect(isRight(hours), String(hours)).toBe(true));
});
