import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

export interface RunningProcess {
  pid: number;
  parent: number;
  /** Its program and arguments, with spaces between them. */
  command: string;
  workingFolder: string;
  /** The variables it was started with, as `NAME=value`. */
  environment: string[];
}

/**
 * The processes of this machine, as far as this account may look at them. None where there is no /proc, which is everywhere
 * but on Linux.
 */
export function runningProcesses(): RunningProcess[] {
  return (existsSync("/proc") ? readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8");
        const command = read("cmdline").replaceAll("\0", " ").trim();
        const parent = Number(/^PPid:\t(\d+)$/m.exec(read("status"))![1]);
        const workingFolder = readlinkSync(`/proc/${pid}/cwd`);
        const environment = read("environ").split("\0");
        return [{ pid: Number(pid), parent, command, workingFolder, environment }];
      } catch {
        return []; // It has ended meanwhile, or belongs to another account.
      }
    });
}

/** Those that have this text in their command. */
export function processesOf(text: string): RunningProcess[] {
  return runningProcesses().filter(({ command }) => command.includes(text));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to another account.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
