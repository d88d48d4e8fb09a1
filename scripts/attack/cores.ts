import { execFileSync } from "node:child_process";

/** Processors of this machine, as `taskset` lists them: "0,1". */
export interface Cores {
  /** The app's and its database's: two. */
  app: string;
  /** Attacker's, neighbor's and both sandboxes'. */
  others: string;
}

/**
 * How the processors are shared, so that nothing but the attack slows the app.
 * @returns undefined where there are fewer than four, or no `taskset`
 */
export function shareCores(): Cores | undefined {
  try {
    const said = execFileSync("taskset", ["--cpu-list", "--pid", String(process.pid)], { encoding: "utf8" });
    return splitCores(said.slice(said.lastIndexOf(":") + 1).trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** @param list Processors and ranges of them: "0-3,8" */
export function splitCores(list: string): Cores | undefined {
  const all = list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  if (all.length < 4) return undefined;
  return { app: all.slice(0, 2).join(","), others: all.slice(2).join(",") };
}

/** Keeps this process, with all its threads, on these processors, and what it starts from now on. */
export function moveTo(cores: string): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(process.pid)]);
}
