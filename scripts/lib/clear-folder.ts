import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runningProcesses, type RunningProcess } from "./processes.ts";

/** How long what is told to end has for it: PostgreSQL gives back its shared memory, which killed it wouldn't. */
const END_WITHIN_MS = 10_000;
/** How long the system has to remove what was killed. */
const KILLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Of a command, in characters. */
const SHOWN = 160;

/**
 * Waits until no process works in the folder, ends those that still do after this time, and removes the folder.
 * @param endWithinMs how long they then have to end before they are killed
 * @returns one line for each process that had to be ended
 */
export async function clearFolder(
  folder: string,
  patienceMs: number,
  endWithinMs = END_WITHIN_MS,
): Promise<string[]> {
  const running = await untilNone(folder, patienceMs);
  for (const { pid } of running) send("SIGTERM", pid);
  const stubborn = running.length > 0 ? await untilNone(folder, endWithinMs) : [];
  for (const { pid } of stubborn) send("SIGKILL", pid);
  if (stubborn.length > 0) await untilNone(folder, KILLED_WITHIN_MS);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return running.map(
    ({ pid, command }) => `Ended process ${pid}, which was still running: ${command.slice(0, SHOWN)}`,
  );
}

/** @returns those that have not ended in time */
async function untilNone(folder: string, withinMs: number): Promise<RunningProcess[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const running = processesIn(folder);
    if (running.length === 0 || performance.now() >= until) return running;
    await sleep(LOOK_EVERY_MS);
  }
}

/** The processes whose `TMPDIR` or working folder is this one, or in it. Whatever they start inherits both. */
function processesIn(folder: string): RunningProcess[] {
  const isIn = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return runningProcesses().filter(
    ({ workingFolder, environment }) =>
      isIn(workingFolder) ||
      environment.some(
        (variable) => variable.startsWith("TMPDIR=") && isIn(variable.slice("TMPDIR=".length)),
      ),
  );
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}
