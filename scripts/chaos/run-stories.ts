import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { StoryReport, StoryRequest } from "./story-process.ts";
import type { Story } from "./story.ts";

export interface RunOptions {
  /** Stories that run at the same time, each in a world of its own. */
  atOnce: number;
  /** Where worlds keep their data and logs. */
  home: string;
  /** Seconds for which a failed story is shortened. */
  shrinkSeconds: number;
  /** Ends the run early. */
  signal: AbortSignal;
  /** Called with each story's report, in the order in which they end. */
  onReport(report: StoryReport): void;
}

/** A process that runs one story after the other. */
interface Runner {
  run(story: Story): Promise<StoryReport>;
  /** Stops its world, and resolves when the process is gone. */
  stop(): Promise<void>;
}

/**
 * Runs all stories, a few at the same time: a story waits for most of its time.
 * @throws Error when `signal` is aborted, or when a process ends unasked
 */
export async function runStories(stories: readonly Story[], options: RunOptions): Promise<void> {
  const { atOnce, home, shrinkSeconds, signal, onReport } = options;
  const waiting = [...stories];
  const runners = Array.from({ length: Math.max(1, Math.min(atOnce, stories.length)) }, (_, index) =>
    startRunner({ home: join(home, String(index + 1)), shrinkSeconds }),
  );
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(new Error("stopped early"))),
  );
  aborted.catch(() => undefined); // Thrown where it is waited for.
  try {
    await Promise.all(
      runners.map(async ({ run }) => {
        for (let story = waiting.shift(); story; story = waiting.shift())
          onReport(await Promise.race([run(story), aborted]));
      }),
    );
  } finally {
    await Promise.all(runners.map(({ stop }) => stop()));
  }
}

function startRunner(about: Omit<StoryRequest, "story">): Runner {
  const child = fork(join(import.meta.dirname, "story-process.ts"));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const endedUnasked = ended.then((): never => {
    throw new Error("A process that runs stories ended. Its error is printed above.");
  });
  endedUnasked.catch(() => undefined); // Thrown where it is waited for.
  return {
    run: (story) => Promise.race([send(child, { ...about, story }), endedUnasked]),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

function send(child: ChildProcess, request: StoryRequest): Promise<StoryReport> {
  return new Promise((resolve) => {
    child.once("message", (report) => resolve(report as StoryReport));
    child.send(request);
  });
}
