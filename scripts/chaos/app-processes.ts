import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startChild, type Child } from "../../sandbox/demo/child.ts";
import { builtApp } from "../built-app.ts";
import { ROOT } from "../run-tool.ts";
import { PROCESSES, type ProcessName } from "./story.ts";

/** Time-outs are so many times shorter: Shopify's 20 s become 2 s, the warehouse's 10 s one. */
const HASTE = 10;

/** What Node has made of the app's code, so that the next start is sooner there. */
const COMPILED = join(ROOT, ".cache/chaos/compiled");

const preload = (file: string) => ["--import", pathToFileURL(join(import.meta.dirname, file)).href];

/** The built app: one web process and two workers, each a program of its own. */
export interface AppProcesses {
  /** Starts those that do not run. Their clocks are so far ahead; those that run keep theirs. */
  start(aheadMs?: number): Promise<void>;
  /** Ends them like a power cut. */
  kill(who: readonly ProcessName[]): Promise<void>;
  /** Those that have ended by themselves since the last time. None ever should. */
  takeLost(): ProcessName[];
  stop(): Promise<void>;
}

export function createAppProcesses({
  env,
  logs,
}: {
  env: Record<string, string>;
  logs: string;
}): AppProcesses {
  const running = new Map<ProcessName, Child>();
  let lost: ProcessName[] = [];

  async function startOne(name: ProcessName, aheadMs: number): Promise<void> {
    const built = builtApp([name === "web" ? "web" : "worker"], {
      ...env,
      NODE_COMPILE_CACHE: COMPILED,
      CHAOS_HASTE: String(HASTE),
      CHAOS_AHEAD_MS: String(aheadMs),
    });
    const child = await startChild({
      ...built,
      name,
      args: [...preload("../loopback-guard.mjs"), ...preload("bent-time.mjs"), ...built.args],
      logFile: join(logs, `${name}.log`),
      onLost() {
        lost.push(name);
        running.delete(name);
      },
    });
    running.set(name, child);
  }

  async function kill(who: readonly ProcessName[]): Promise<void> {
    const victims = who.flatMap((name) => running.get(name) ?? []);
    for (const name of who) running.delete(name);
    await Promise.all(victims.map((child) => child.kill()));
  }

  async function start(aheadMs = 0): Promise<void> {
    const missing = PROCESSES.filter((name) => !running.has(name));
    // The web's clock stays right: Shopify's session tokens are good for a minute, and a page is not what is tried here.
    await Promise.all(missing.map((name) => startOne(name, name === "web" ? 0 : aheadMs)));
  }

  return {
    start,
    kill,
    takeLost() {
      const names = lost;
      lost = [];
      return names;
    },
    async stop() {
      const all = [...running.values()];
      running.clear();
      await Promise.all(all.map((child) => child.stop()));
    },
  };
}
