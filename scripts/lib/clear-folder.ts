import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runningProcesses, type RunningProcess } from "./processes.ts";

/** How long a process has to end after SIGTERM. PostgreSQL frees its shared memory then; killed, it would leave it behind. */
const END_WITHIN_MS = 10_000;
/** How long the system has to remove a killed process. */
const KILLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Of a command, in characters. */
const SHOWN = 160;

/**
 * Waits until no process works in the folder. After `patienceMs` it ends those that still do, then removes the folder.
 * @param endWithinMs how long they have to end after SIGTERM, before they are killed
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

/** The processes whose `TMPDIR` or working folder is this one, or in it. A process inherits both from its parent. */
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
