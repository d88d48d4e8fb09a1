import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";

export interface Child {
  pid: number;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
}

/** How a process ended: its exit code, or the signal that ended it. */
export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export const NOT_SPAWNED: ChildExit = { code: null, signal: null };

export interface ChildOptions {
  /** What it is, for messages. */
  name: string;
  /** Program and arguments for Node. */
  args: string[];
  env: Record<string, string>;
  /** Where its output goes; without one, where this process's own output goes. */
  logFile?: string;
  /** One that has not ended so long after it was asked to stop is killed; without, it is waited for. */
  killAfterMs?: number;
  /** Called when it ends without having been asked. */
  onLost(message: string, exit: ChildExit): void;
}

/** A program did not come up. The message holds the end of its log. */
export class ChildStartError extends Error {
  readonly exit: ChildExit;
  constructor(message: string, exit: ChildExit) {
    super(message);
    this.exit = exit;
  }
}

/** A program that takes longer than this to be ready is not coming up. */
const READY_WITHIN_MS = 60_000;

/**
 * Starts one of the demo's programs and resolves when it says that it is ready. It is in a process group of its own,
 * so that Ctrl-C reaches it through us and in our order; it ends by itself when the channel to us closes.
 * @throws ChildStartError when it does not come up.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = options.logFile === undefined ? "inherit" : openSync(options.logFile, "a");
  const child = spawn(process.execPath, options.args, {
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
    env: { ...process.env, ...options.env },
  });
  if (log !== "inherit") closeSync(log);
  let expected = false;
  const exited = new Promise<ChildExit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.on("error", () => {
      if (child.pid === undefined) resolve(NOT_SPAWNED);
    });
  });
  await ready(child, { ...options, exited });
  void exited.then((exit) => {
    const where = options.logFile === undefined ? "" : ` Its log: ${options.logFile}`;
    if (!expected) options.onLost(`The ${options.name} ended unexpectedly.${where}`, exit);
  });
  const end = async (signal: NodeJS.Signals) => {
    expected = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const late =
      options.killAfterMs !== undefined && setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
    await exited;
    if (late) clearTimeout(late);
  };
  return { pid: child.pid ?? 0, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

async function ready(
  child: ChildProcess,
  { name, logFile, exited }: ChildOptions & { exited: Promise<ChildExit> },
): Promise<void> {
  const outcome = await Promise.race([
    once(child, "message").then(
      () => "ready",
      () => "ended",
    ),
    exited.then(() => "ended"),
    once(AbortSignal.timeout(READY_WITHIN_MS), "abort").then(() => "silent"),
  ]);
  if (outcome === "ready") return;
  child.kill("SIGKILL");
  const exit = await exited;
  if (logFile === undefined) throw new ChildStartError(`The ${name} did not start.`, exit);
  const said = readFileSync(logFile, "utf8").split("\n").slice(-15).join("\n");
  throw new ChildStartError(`The ${name} did not start. The end of its log (${logFile}):\n${said}`, exit);
}
