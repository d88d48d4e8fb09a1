import { createRequire, syncBuiltinESMExports } from "node:module";
import type * as Timers from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

/** What the app or a sandbox waits for in this process, which goes by when the test says so, on a machine of any speed. */
interface HeldTime {
  /** How long each was to be, in milliseconds, of those that have not gone by. */
  asked(): number[];
  /** Lets them go by. */
  pass(): void;
}

/** Holds Node's waits (`node:timers/promises`) until the test ends. What waits itself, as `until` does, can't be used meanwhile. */
export function holdWaits(): HeldTime {
  const timers = createRequire(import.meta.url)("node:timers/promises") as {
    -readonly [Name in keyof typeof Timers]: (typeof Timers)[Name];
  };
  const held = new Map<() => void, number>();
  const { setTimeout: sleep } = timers;
  const put = (wait: typeof sleep) => {
    timers.setTimeout = wait;
    syncBuiltinESMExports();
  };
  put((ms = 0, value, { signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<typeof value>();
    const end = () => resolve(value);
    held.set(end, ms);
    signal?.addEventListener("abort", () => {
      held.delete(end);
      reject(signal.reason as Error);
    });
    return promise as ReturnType<typeof sleep<NonNullable<typeof value>>>;
  });
  onTestFinished(() => {
    put(sleep);
    for (const end of held.keys()) end();
  });
  return {
    asked: () => [...held.values()],
    pass() {
      for (const end of held.keys()) end();
      held.clear();
    },
  };
}

/** Holds time-outs (`AbortSignal.timeout`) until the test ends: none is over by itself. */
export function holdTimeOuts(): HeldTime {
  const held = new Map<AbortController, number>();
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    held.set(controller, ms);
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    asked: () => [...held.values()],
    pass() {
      for (const one of held.keys()) one.abort(new DOMException("The operation timed out.", "TimeoutError"));
      held.clear();
    },
  };
}
