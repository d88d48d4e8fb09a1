import { expect, test } from "vitest";
import type { ReturnLine } from "../../app/domain/returns/return-lines.ts";
import { stepsOf } from "../../app/domain/returns/return-steps.ts";
import { line as mappedLine } from "./support/lines.ts";

const NONE = { RESTOCKED: 0, NOT_RESTOCKED: 0, PROCESSING_REQUIRED: 0, MISSING: 0 };
const line = (change: Partial<ReturnLine> = {}): ReturnLine => ({
  ...mappedLine("1", 2, { MUG: 1 }),
  ...change,
});
const usual = {
  status: "OPEN",
  inboundStatus: null,
  label: "none",
  lines: [line()],
  wantsLabel: true,
} as const;
const arrived = [line({ good: 1, defective: 1 })];
const settled = [line({ good: 2, disposed: { ...NONE, RESTOCKED: 1, MISSING: 1 } })];

/** Each step's first letter: upper case when it is done, with a star when it is waited for. */
function drawn(about: Partial<Parameters<typeof stepsOf>[0]>): string {
  return stepsOf({ ...usual, ...about })
    .map(({ step, state }) => {
      const letter = step === "received" ? "v" : step[0]!;
      return state === "done" ? letter.toUpperCase() : state === "now" ? `${letter}*` : letter;
    })
    .join(" ");
}

test.each([
  ["asked for", { status: "REQUESTED" }, "R a* a l v s"],
  ["approved", {}, "R A a* l v s"],
  ["announced", { inboundStatus: "new" }, "R A A l* v s"],
  ["announced where no labels are wanted", { inboundStatus: "new", wantsLabel: false }, "R A A v* s"],
  ["labelled", { inboundStatus: "new", label: "ready" }, "R A A L v* s"],
  ["labelled by somebody else", { inboundStatus: "new", label: "theirs", wantsLabel: false }, "R A A L v* s"],
  ["whose label failed", { inboundStatus: "new", label: "failed" }, "R A A l* v s"],
  ["whose inbound was cancelled", { inboundStatus: "cancelled" }, "R A a* l v s"],
  [
    "all of which has come",
    { inboundStatus: "partially_received", label: "ready", lines: arrived },
    "R A A L V s*",
  ],
  [
    "all of which has come that the warehouse shipped",
    {
      ...{ inboundStatus: "partially_received", label: "ready" },
      lines: [...arrived, line({ id: "2", isSent: false })],
    },
    "R A A L V s*",
  ],
  [
    "of which one of two lines has come",
    { inboundStatus: "partially_received", label: "ready", lines: [...arrived, line({ id: "2" })] },
    "R A A L v* s",
  ],
  [
    "of which one of two lines has come, and the other was settled before it was announced",
    {
      ...{ inboundStatus: "partially_received", label: "ready" },
      lines: [...arrived, line({ id: "2", settledBefore: { ...NONE, RESTOCKED: 2 } })],
    },
    "R A A L V s*",
  ],
  ["that another location shipped", { lines: [line({ isSent: false })] }, "R A a* l v s"],
  ["of which no more will come", { inboundStatus: "fully_received", label: "ready" }, "R A A L V s*"],
  ["settled without ever being announced", { lines: settled }, "R A a* l V S"],
  [
    "settled by somebody before it was announced",
    { lines: [line({ disposed: { ...NONE, RESTOCKED: 2 }, settledBefore: { ...NONE, RESTOCKED: 2 } })] },
    "R A a* l v S",
  ],
  ["closed before it was announced", { status: "CLOSED" }, "R A a l v s"],
  ["closed before anything came", { status: "CLOSED", inboundStatus: "new" }, "R A A l v s"],
  ["declined", { status: "DECLINED" }, "R a a l v s"],
  ["cancelled when it was announced", { status: "CANCELED", inboundStatus: "in_progress" }, "R A A l v s"],
] as const)("the way of a return %s", (_what, about, expected) => {
  expect(drawn(about as Parameters<typeof drawn>[0])).toBe(expected);
});
