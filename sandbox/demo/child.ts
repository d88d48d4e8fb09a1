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

export interface ChildOptions {
  /** What it is, for messages. */
  name: string;
  /** Program and arguments for Node. */
  args: string[];
  env: Record<string, string>;
  /** Where its output goes. */
  logFile: string;
  /** Called when it ends without having been asked. */
  onLost(message: string): void;
}

/** A program that takes longer than this to be ready is not coming up. */
const READY_WITHIN_MS = 60_000;

/**
 * Starts one of the demo's programs and resolves when it says that it is ready. It is in a process group of its own,
 * so that Ctrl-C reaches it through us and in our order; it ends by itself when the channel to us closes.
 * @throws Error with the end of its log when it does not come up.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openSync(options.logFile, "a");
  const child = spawn(process.execPath, options.args, {
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
    env: { ...process.env, ...options.env },
  });
  closeSync(log);
  let expected = false;
  const exited = once(child, "exit");
  await ready(child, options);
  void exited.then(() => {
    if (!expected) options.onLost(`The ${options.name} ended unexpectedly. Its log: ${options.logFile}`);
  });
  const end = async (signal: NodeJS.Signals) => {
    expected = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? 0, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

async function ready(child: ChildProcess, { name, logFile }: ChildOptions): Promise<void> {
  const outcome = await Promise.race([
    once(child, "message").then(() => "ready"),
    once(child, "exit").then(() => "ended"),
    once(AbortSignal.timeout(READY_WITHIN_MS), "abort").then(() => "silent"),
  ]);
  if (outcome === "ready") return;
  child.kill("SIGKILL");
  const said = readFileSync(logFile, "utf8").split("\n").slice(-15).join("\n");
  throw new Error(`The ${name} did not start. The end of its log (${logFile}):\n${said}`);
}
