import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { runningProcesses, type RunningProcess } from "./processes.ts";

/** Nobody can wait for the end of what has been killed, and it may take a moment on a busy machine. */
const KILLED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Of a command, in characters. */
const SHOWN = 160;

/**
 * Waits until no process works in the folder, kills those that still do after this time, and removes the folder.
 * @returns one line for each process that had to be killed
 */
export async function clearFolder(folder: string, patienceMs: number): Promise<string[]> {
  const running = await untilNone(folder, patienceMs);
  for (const { pid } of running) kill(pid);
  if (running.length > 0) await untilNone(folder, KILLED_WITHIN_MS);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return running.map(
    ({ pid, command }) => `Killed process ${pid}, which was still running: ${command.slice(0, SHOWN)}`,
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

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
