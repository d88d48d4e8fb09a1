import pLimit from "p-limit";
import type { DeliverySender } from "./delivery-sender.ts";
import type { State } from "./state.ts";

/** The warehouse's time: this machine's, moved by as much as somebody asked for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Moves the time by `ms`. Forward it runs: the clock stops at each moment at which a delivery is due, and goes on once
   * all of that moment are answered. Backward it jumps. Returns how many attempts were made.
   */
  advance(ms: number, sender: Pick<DeliverySender, "nextDue" | "sendDue" | "wake">): Promise<number>;
  /** Back to this machine's time, without anything happening on the way. */
  reset(): Promise<void>;
}

export function createClock(options: { state: State; changed: () => void; base: () => number }): Clock {
  const { state, changed, base } = options;
  /** While the time runs forward, the moment it has come to. */
  let standing: number | null = null;
  /** Two that move the time at once would each undo the other's work. */
  const oneAtATime = pLimit(1);
  const now = () => standing ?? base() + state.clockOffsetMs;

  function moveTo(instant: number): void {
    standing = null;
    state.clockOffsetMs = instant - base();
    changed();
  }

  return {
    now,
    advance: (ms, sender) =>
      oneAtATime(async () => {
        const target = now() + ms;
        let attempts = 0;
        standing = Math.min(now(), target);
        for (;;) {
          const due = sender.nextDue();
          if (due === null || due > target) break;
          standing = Math.max(standing, due);
          attempts += await sender.sendDue();
        }
        moveTo(target);
        sender.wake();
        return attempts;
      }),
    reset: () => oneAtATime(() => moveTo(base())),
  };
}
