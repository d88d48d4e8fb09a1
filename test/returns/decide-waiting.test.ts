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
    [
      "its label, when it could not be made",
      { ...sent, label: "failed", labelSince: daysAgo(1) },
      {},
      "label",
      daysAgo(1),
    ],
    [
      "its label, when they are done with something else",
      { ...sent, label: "waiting", seen: [{ kind: "late", sku: "A", quantity: 1 }] },
      ...([{}, "label", daysAgo(2)] as const),
    ],
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
      "the merchant's decision when the warehouse has nothing to do with a part of it",
      {
        ...{ inboundStatus: "fully_received", stage: "received" },
        lines: [...all, { ...line("B", 1, {}), goods: "ignored" }],
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
    const rest = { inboundStatus: "partially_received", stage: "receiving" } as const;
    expect(decideWaiting({ ...late, ...rest }, RULES)).toMatchObject({ awaited: "rest", daysLate: 5 });
  });

  test("no day while it waits for something else, or when none is known", () => {
    const none = { expectedOn: null, daysLate: 0 };
    const late = { ...sent, expectedOn: dayOf(daysAgo(5)) };
    expect(decideWaiting(facts({ ...late, label: "waiting" }), RULES)).toMatchObject(none);
    expect(decideWaiting(facts({ ...sent, expectedOn: null }), RULES)).toMatchObject(none);
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
  expect(decideWaiting(facts(over), RULES)).toMatchObject(
    state === "attention" ? { state, since: daysAgo(2) } : { state },
  );
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

  test.each<[string, boolean, () => boolean]>([
    ["more than the merchant's days after the expected one", true, () => overdue({})],
    ["on the last of those days", false, () => overdue({ expectedOn: dayOf(daysAgo(14)) })],
    ["when part of it has come", true, () => overdue({ inboundStatus: "partially_received" })],
    ["when part of it has come lately", false, () => overdue({ receivedOn: dayOf(daysAgo(14)) })],
    ["when part of it has come long ago", true, () => overdue({ receivedOn: dayOf(daysAgo(16)) })],
    [
      "when part of it has come before the expected day, of which it is the last of those days",
      false,
      () => overdue({ expectedOn: dayOf(daysAgo(14)), receivedOn: dayOf(daysAgo(16)) }),
    ],
    [
      "when it has come, and the warehouse says that a part has",
      false,
      () => overdue({ inboundStatus: "partially_received", lines: all }),
    ],
    ["when all of it has", false, () => overdue({ lines: all })],
    ["when the warehouse is done with it", false, () => overdue({ inboundStatus: "fully_received" })],
    ["when the warehouse does not have it", false, () => overdue({ inboundStatus: null })],
    ["when the store has done with it", false, () => overdue({ status: "CLOSED" })],
    ["while the merchant waits longer", false, () => overdue({}, daysAgo(-1))],
    ["when the merchant has waited longer", true, () => overdue({}, daysAgo(1))],
    ["at the end of the merchant's wait", true, () => overdue({}, NOW)],
    ["when no day is known", false, () => overdue({ expectedOn: null })],
    [
      "at once where the merchant gives it no days",
      true,
      () => overdue({ expectedOn: dayOf(daysAgo(1)) }, null, 0),
    ],
  ])("%s: %s", (_when, expected, is) => expect(is()).toBe(expected));
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

  const DAILY = 22;
  test.each<[string, number | null, Parameters<typeof next>[0]]>([
    ["within a day while it is open", DAILY, {}],
    ["within a day in a status this version does not know", DAILY, { status: "NEWER" }],
    [
      "within a day when it needs somebody although it is settled",
      DAILY,
      { stage: "settled", needs: [{ kind: "label" }] },
    ],
    ["within a week when it is settled", 7 * 24, { stage: "settled" }],
    ["never when it is closed", null, { status: "CLOSED" }],
    ["never when it is declined", null, { status: "DECLINED" }],
    ["when it is over and the warehouse expects it", DAILY, { status: "CLOSED", inboundStatus: "new" }],
    [
      "never when it is over at the warehouse too",
      null,
      { status: "CLOSED", inboundStatus: "cancelled", announcingAt: NOW },
    ],
    ["when it was cancelled while it was being sent", DAILY, { status: "CANCELED", announcingAt: NOW }],
    ["never when it was cancelled a day after that", null, { status: "CANCELED", announcingAt: daysAgo(1) }],
    [
      "when the warehouse would not cancel it, and may yet show what has come",
      DAILY,
      {
        status: "CANCELED",
        inboundStatus: "cancelled",
        needs: [{ kind: "label" }, { kind: "cancelled-late" }],
      },
    ],
    [
      "never when it needs something else after it is over",
      null,
      { status: "CANCELED", inboundStatus: "cancelled", needs: [{ kind: "label" }] },
    ],
  ])("%s, in hours: %s", (_when, hours, over) => expect(next(over)).toBe(hours));
});
