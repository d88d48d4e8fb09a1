import { describe, expect, test } from "vitest";
import { decideHealth, type Signs } from "../../app/domain/connection/decide-health.ts";

const NOW = new Date("2030-05-06T12:00:00Z");
const ago = ({ days = 0, hours = 0, minutes = 0 }) =>
  new Date(NOW.getTime() - ((days * 24 + hours) * 60 + minutes) * 60_000);

/** A shop that has been connected for long and in which all is well. */
const WELL: Signs = {
  now: NOW,
  connection: { connectedAt: ago({ days: 90 }), importedAt: ago({ hours: 10 }) },
  problems: [],
  stand: "live",
  differing: 0,
  lastHeardAt: ago({ minutes: 20 }),
  waitingSince: null,
  comparedAt: ago({ minutes: 40 }),
};

const justConnected = { connectedAt: ago({ minutes: 5 }), importedAt: ago({ minutes: 4 }) };

describe.each<[string, Partial<Signs>, ReturnType<typeof decideHealth>]>([
  ["all is well", {}, { is: "healthy" }],
  ["no warehouse is connected", { connection: null }, { is: "not-connected" }],
  [
    "the products are read for the first time",
    { connection: { connectedAt: ago({ minutes: 1 }), importedAt: null }, comparedAt: null },
    { is: "starting" },
  ],
  [
    "it was connected just now and nothing is heard or compared yet",
    { connection: justConnected, lastHeardAt: null, comparedAt: null },
    { is: "healthy" },
  ],
  ["the warehouse does not answer", { problems: [{ kind: "warehouse-unreachable" }] }, { is: "broken" }],
  ["the location is gone", { problems: [{ kind: "location-gone" }] }, { is: "broken" }],
  [
    "the warehouse does not answer while its products are first read",
    {
      problems: [{ kind: "warehouse-unreachable" }],
      connection: { connectedAt: ago({ minutes: 1 }), importedAt: null },
    },
    { is: "broken" },
  ],
  ["one product is refused", { problems: [{ kind: "stock-rejected" }] }, { is: "needs-you", problems: 1 }],
  [
    "two kinds of things are wrong, and one of them stops everything",
    { problems: [{ kind: "stock-rejected" }, { kind: "shop-access-lost" }] },
    { is: "broken" },
  ],
  [
    "two kinds of things are wrong",
    { problems: [{ kind: "stock-rejected" }, { kind: "events-missed" }] },
    { is: "needs-you", problems: 2 },
  ],
  ["an event waits for a moment", { waitingSince: ago({ minutes: 2 }) }, { is: "healthy" }],
  [
    "an event has waited for a quarter of an hour",
    { waitingSince: ago({ minutes: 15 }) },
    { is: "behind", since: ago({ minutes: 15 }) },
  ],
  ["all stock was last compared three hours ago", { comparedAt: ago({ hours: 3 }) }, { is: "healthy" }],
  ["one comparison was missed", { comparedAt: ago({ hours: 2 }) }, { is: "healthy" }],
  [
    "all stock was last compared yesterday",
    { comparedAt: ago({ days: 1 }) },
    { is: "behind", since: ago({ days: 1 }) },
  ],
  [
    "it has been connected for a day and nothing was ever compared",
    {
      connection: { connectedAt: ago({ days: 1 }), importedAt: ago({ hours: 23 }) },
      comparedAt: null,
      lastHeardAt: null,
    },
    { is: "behind", since: ago({ days: 1 }) },
  ],
  [
    "it was connected again after weeks, and nothing is compared since",
    { connection: justConnected, lastHeardAt: ago({ days: 40 }), comparedAt: ago({ days: 40 }) },
    { is: "healthy" },
  ],
  [
    "jobs do not run and something is wrong besides",
    { comparedAt: ago({ days: 1 }), problems: [{ kind: "stock-rejected" }] },
    { is: "behind", since: ago({ days: 1 }) },
  ],
  ["nothing is written yet", { stand: "shadow", differing: 9 }, { is: "not-live", stand: "shadow" }],
  ["stock is paused", { stand: "paused" }, { is: "not-live", stand: "paused" }],
  ["a sale is on", { stand: "sale" }, { is: "not-live", stand: "sale" }],
  [
    "stock is paused and something is wrong",
    { stand: "paused", problems: [{ kind: "stock-absurd" }] },
    { is: "needs-you", problems: 1 },
  ],
  ["differences are being written", { differing: 3 }, { is: "catching-up", differing: 3 }],
  ["a weekend went by in silence", { lastHeardAt: ago({ days: 2 }) }, { is: "healthy" }],
  [
    "nothing was heard for five days",
    { lastHeardAt: ago({ days: 5 }) },
    { is: "quiet", since: ago({ days: 5 }) },
  ],
  [
    "nothing was ever heard since it was connected three months ago",
    { lastHeardAt: null },
    { is: "quiet", since: ago({ days: 90 }) },
  ],
])("when %s", (_when, signs, health) => {
  test(`it is ${health.is}`, () => {
    expect(decideHealth({ ...WELL, ...signs })).toEqual(health);
  });
});
