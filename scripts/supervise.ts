import { setTimeout as sleep } from "node:timers/promises";
import { REFUSED_SETTINGS_EXIT_CODE } from "../app/config/settings-error.ts";
import {
  ChildStartError,
  NOT_SPAWNED,
  type Child,
  type ChildExit,
  type ChildOptions,
} from "../sandbox/demo/child.ts";

/** A process that is started again whenever it ends without having been asked. */
export interface Supervised {
  /** Asks the process to stop and waits until it has. It is not started again. */
  stop(): Promise<void>;
  /** Ends the process like a power cut. It is not started again. */
  kill(): Promise<void>;
}

export interface SuperviseOptions {
  /** What it is, for messages: "worker". */
  name: string;
  /** Starts it once. Resolves when it is ready, and calls `onLost` if it ends unasked afterwards. */
  start(onLost: ChildOptions["onLost"]): Promise<Child>;
  /** Takes one line for each restart: the reason and the wait. */
  say(message: string): void;
  /** Called when it is not started again: it refuses its settings, or `startsMax` starts in a row have failed. */
  onGivenUp(message: string, exit: ChildExit): void;
  /** Failed starts in a row before it is given up; it is never given up without. */
  startsMax?: number;
  clock?: { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> };
}

/** The first wait is short, because most processes that end come up again; a process in a crash loop must leave the machine some air. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A process that has run for so long is out of its crash loop. */
const STEADY_MS = 60_000;

const REAL_CLOCK = {
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Starts a process and keeps it running, with growing waits while it fails again and again.
 * @throws ChildStartError when the first start fails: nothing has run yet, so the caller decides.
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, say, onGivenUp, startsMax = Infinity, clock = REAL_CLOCK } = options;
  const stopping = new AbortController();
  let waitMs = FIRST_WAIT_MS;
  let restarting: Promise<void> = Promise.resolve();

  const start = () => {
    let readyAt = Infinity;
    const child = options.start((_message, exit) => {
      if (clock.now() - readyAt >= STEADY_MS) waitMs = FIRST_WAIT_MS;
      restarting = restart(exit);
    });
    return child.finally(() => (readyAt = clock.now()));
  };
  const restart = async (exit: ChildExit): Promise<void> => {
    for (let failedStarts = 0; !stopping.signal.aborted; failedStarts++) {
      if (exit.code === REFUSED_SETTINGS_EXIT_CODE) return onGivenUp(`${name} refuses its settings.`, exit);
      if (failedStarts >= startsMax)
        return onGivenUp(`${name} did not start ${failedStarts} times in a row.`, exit);
      say(`${name} ended (${describeExit(exit)}) and starts again in ${waitMs / 1000} s.`);
      await clock.wait(waitMs, stopping.signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      if (stopping.signal.aborted) return;
      try {
        child = await start();
        return;
      } catch (error) {
        exit = error instanceof ChildStartError ? error.exit : NOT_SPAWNED;
      }
    }
  };

  let child = await start();
  const end = async (how: "stop" | "kill") => {
    stopping.abort();
    await restarting;
    await child[how]();
  };
  return { stop: () => end("stop"), kill: () => end("kill") };
}

function describeExit({ code, signal }: ChildExit): string {
  return signal ?? (code === null ? "it could not be spawned" : `exit code ${code}`);
}
