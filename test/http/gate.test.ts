import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createGate } from "../../app/http/gate.ts";

const WAIT_MS = 60_000;
const open = (settings: Partial<Parameters<typeof createGate>[0]> = {}) =>
  createGate({ concurrency: 2, waitingMax: 2, waitMaxMs: WAIT_MS, ...settings });

/** What has become of an entry by now. */
async function stateOf(entry: Promise<unknown>): Promise<string> {
  const entered = entry.then((leave) => (leave ? "in" : "refused"));
  return Promise.race([entered, nextTurn().then(() => "waits")]);
}

test("lets two of a key in, has two wait in their order, and refuses the next", async () => {
  const gate = open();
  const [first, second] = [await gate.enter("a"), await gate.enter("a")];
  const third = gate.enter("a");
  const fourth = gate.enter("a");
  expect(await gate.enter("a")).toBeUndefined();
  expect([await stateOf(third), await stateOf(fourth)]).toEqual(["waits", "waits"]);
  first!();
  expect(await stateOf(third)).toBe("in");
  expect(await stateOf(fourth)).toBe("waits");
  second!();
  expect(await stateOf(fourth)).toBe("in");
});

test("keeps nobody of another key waiting", async () => {
  const gate = open({ concurrency: 1 });
  await gate.enter("a");
  void gate.enter("a");
  expect(await gate.enter("b")).toBeDefined();
});

test.each([
  ["once", 1],
  ["twice", 2],
])(
  "gives the place of a run that is left %s to one other, while the second run goes on",
  async (_often, times) => {
    const gate = open();
    const [leave] = [await gate.enter("a"), await gate.enter("a")];
    for (let time = 0; time < times; time++) leave!();
    expect(await stateOf(gate.enter("a"))).toBe("in");
    expect(await stateOf(gate.enter("a"))).toBe("waits");
  },
);

test("gives the place of a run that is left twice to one of those that wait", async () => {
  const gate = open({ concurrency: 1 });
  const leave = await gate.enter("a");
  const [next, last] = [gate.enter("a"), gate.enter("a")];
  leave!();
  leave!();
  expect([await stateOf(next), await stateOf(last)]).toEqual(["in", "waits"]);
});

test("forgets one that leaves while it waits, and lets the next one in", async () => {
  const gate = open({ concurrency: 1 });
  const leave = await gate.enter("a");
  const gone = new AbortController();
  const impatient = gate.enter("a", gone.signal);
  const patient = gate.enter("a");
  gone.abort();
  expect(await impatient).toBeUndefined();
  leave!();
  expect(await stateOf(patient)).toBe("in");
  expect(await gate.enter("a", AbortSignal.abort())).toBeUndefined();
});

test("refuses one that has waited too long", async () => {
  vi.useFakeTimers();
  try {
    const gate = open({ concurrency: 1 });
    const leave = await gate.enter("a");
    const late = gate.enter("a");
    vi.advanceTimersByTime(WAIT_MS);
    expect(await late).toBeUndefined();
    leave!();
    expect(await gate.enter("a")).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

test("waits for nothing more once it has let one in", async () => {
  vi.useFakeTimers();
  try {
    const gate = open({ concurrency: 1 });
    const leave = await gate.enter("a");
    const { signal } = new AbortController();
    const next = gate.enter("a", signal);
    expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([1, 1]);
    leave!();
    expect(await next).toBeDefined();
    expect([vi.getTimerCount(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});
