export interface GateSettings {
  /** Runs of one key at the same moment. */
  concurrency: number;
  /** Runs of one key that may wait for their turn. */
  waitingMax: number;
  /** How long one waits, in milliseconds. */
  waitMaxMs: number;
}

/** Lets a few runs of each key go on at the same moment; the next ones wait for a while, in their order. */
export interface Gate {
  /** @returns what ends the run, to be called once or more; `undefined` when too many wait, or it would wait too long */
  enter(key: string, signal?: AbortSignal): Promise<(() => void) | undefined>;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

export function createGate({ concurrency, waitingMax, waitMaxMs }: GateSettings): Gate {
  const lines = new Map<string, Line>();

  const leave = (key: string, line: Line) => {
    const next = line.waiting.shift();
    if (next) return next();
    if (--line.running === 0) lines.delete(key);
  };
  const leaveOnce = (key: string, line: Line) => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      leave(key, line);
    };
  };
  return {
    async enter(key, signal) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < concurrency) {
        line.running++;
        return leaveOnce(key, line);
      }
      if (line.waiting.length >= waitingMax || signal?.aborted) return undefined;
      const isIn = await new Promise<boolean>((resolve) => {
        const end = (entered: boolean) => {
          clearTimeout(late);
          signal?.removeEventListener("abort", giveUp);
          resolve(entered);
        };
        // Called with the place of the run before: the number of running ones stays.
        const enterNow = () => end(true);
        const giveUp = () => {
          line.waiting = line.waiting.filter((one) => one !== enterNow);
          end(false);
        };
        const late = setTimeout(giveUp, waitMaxMs);
        signal?.addEventListener("abort", giveUp);
        line.waiting.push(enterNow);
      });
      return isIn ? leaveOnce(key, line) : undefined;
    },
  };
}
