import { expect, test } from "vitest";
import { decideSetup, type SetupFacts } from "../../app/domain/connection/decide-setup.ts";

const nothing: SetupFacts = {
  connected: false,
  located: false,
  imported: false,
  mapped: false,
  waiting: false,
  compared: false,
  reportSeen: false,
  phase: "shadow",
};
const connected = { connected: true };
const located = { ...connected, located: true };
const matched = { ...located, imported: true, mapped: true };
const compared = { ...matched, compared: true };

const cases: [string, Partial<SetupFacts>, string, string | null][] = [
  ["nothing is done", {}, "now later later later later", "connect"],
  ["the keys are entered", connected, "done now later later later", "location"],
  ["the products are being read", located, "done done now later later", "match"],
  [
    "the location is to be chosen anew, with products read and mapped before",
    { ...connected, imported: true, mapped: true },
    "done now later later later",
    "location",
  ],
  ["nothing could be matched", { ...located, imported: true }, "done done now later later", "match"],
  ["all is matched", matched, "done done done now later", "report"],
  ["some variants wait for a word", { ...compared, waiting: true }, "done done now later later", "match"],
  ["the report was looked at", { ...compared, reportSeen: true }, "done done done done now", "live"],
  [
    "it was looked at although some variants wait",
    { ...compared, waiting: true, reportSeen: true },
    "done done done done now",
    "live",
  ],
  [
    "it was looked at before there was anything to see",
    { ...matched, reportSeen: true },
    "done done done now later",
    "report",
  ],
  ["some variants are live", { ...compared, phase: "selection" }, "done done done done now", "live"],
  ["all variants are live", { ...compared, phase: "live" }, "done done done done done", null],
  [
    "live, and the products were unmapped since",
    { ...compared, mapped: false, phase: "live" },
    "done done now done done",
    "match",
  ],
  ["live once, and disconnected since", { phase: "live" }, "now later later later later", "connect"],
];

test.each(cases)("when %s", (_when, facts, states, next) => {
  const setup = decideSetup({ ...nothing, ...facts });
  expect(setup.steps.map(({ state }) => state).join(" ")).toBe(states);
  expect(setup.next).toBe(next);
  expect(setup.done).toBe(states.split(" ").filter((state) => state === "done").length);
});
