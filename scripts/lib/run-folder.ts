import { spawn } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdtempSync, statfsSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { clearFolder } from "./clear-folder.ts";
import { isAlive } from "./processes.ts";

/** Files in memory, on Linux. Making a test's database takes 15 ms there, and up to half a second on a disk. */
const MEMORY = "/dev/shm";
/** Room that a run of the tests may need, in bytes: its databases, and copies of what production installs. */
const ROOM_BYTES = 6 * 1024 ** 3;
const PREFIX = "dockline-run-";

/** The temporary files of a command and of all that it starts. */
export interface RunFolder {
  path: string;
  /**
   * Waits up to a minute until what was started there has ended, ends what has not, and removes the folder.
   * @returns how many processes had to be ended; `say` hears of each
   */
  end(): Promise<number>;
}

/**
 * Makes a folder for the temporary files of this process and of those it starts: `TMPDIR` names it from now on. However this
 * process ends, and however suddenly, the processes in its folder are ended and the folder is removed. Removes the folders of
 * earlier runs that were killed together with the process that watches over them.
 * @param options.inMemory whether it is better in memory, where there is room
 * @param options.keep whether it stays instead, for somebody to look at
 * @param options.say takes one line for each thing that had to be cleaned up
 */
export async function makeRunFolder({
  inMemory = false,
  keep = false,
  say,
}: {
  inMemory?: boolean;
  keep?: boolean;
  say(line: string): void;
}): Promise<RunFolder> {
  for (const parent of new Set([MEMORY, tmpdir()]))
    for (const left of globSync(join(parent, `${PREFIX}*`)))
      if (!isAlive(ownerOf(left))) {
        say(`Removed what an earlier run left: ${left}`);
        for (const line of await clearFolder(left, 0)) say(line);
      }
  // A run that another one starts has its folder in that one's.
  const isPart = tmpdir().includes(PREFIX);
  const parent = inMemory && !isPart && hasRoom(MEMORY) ? MEMORY : tmpdir();
  const path = mkdtempSync(join(parent, keep ? "dockline-kept-" : `${PREFIX}${process.pid}-`));
  // Run as root, PostgreSQL gets another account, which has to get in.
  chmodSync(path, 0o755);
  const end = keep ? async () => 0 : watchOver(path, say);
  process.env.TMPDIR = path;
  return { path, end };
}

/** Starts the process that removes the folder when this one ends. @returns the `end` of the folder */
function watchOver(path: string, say: (line: string) => void): RunFolder["end"] {
  const { TMPDIR: _, NODE_OPTIONS: __, ...env } = process.env;
  const watcher = spawn(process.execPath, [join(import.meta.dirname, "watch-run-folder.ts"), path], {
    // In a group of its own, so that Ctrl-C doesn't reach it.
    detached: true,
    cwd: "/",
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const stdin = watcher.stdin as Socket;
  const stdout = watcher.stdout as Socket;
  for (const held of [watcher, stdin, stdout]) held.unref();
  return async () => {
    stdin.end("end");
    stdout.ref();
    const lines = (await text(stdout)).split("\n").filter(Boolean);
    for (const line of lines) say(line);
    return lines.length;
  };
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

/** The process that a folder is named after. */
function ownerOf(folder: string): number {
  return Number(folder.split(PREFIX).at(-1)!.split("-")[0]);
}
