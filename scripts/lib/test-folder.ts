import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files in memory, on Linux. Making a test's database takes 15 ms there, and up to half a second on a disk. */
const MEMORY = "/dev/shm";
/** Room that a run of the tests may need, in bytes: its databases, and copies of what production installs. */
const ROOM_BYTES = 6 * 1024 ** 3;
const PREFIX = "dockline-tests-";

/**
 * A new folder for the temporary files of one run of the tests: in memory where there is room, otherwise with the others.
 * Removes those of runs whose process is gone, which had no time to do it.
 */
export function makeTestFolder(): { path: string; remove(): void } {
  const inMemory = existsSync(MEMORY) && roomIn(MEMORY) >= ROOM_BYTES;
  for (const folder of [MEMORY, tmpdir()])
    for (const left of globSync(join(folder, `${PREFIX}*`))) if (!ownerLives(left)) remove(left);
  const path = mkdtempSync(join(inMemory ? MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
  // Run as root, PostgreSQL gets another account, which has to get in.
  chmodSync(path, 0o755);
  return { path, remove: () => remove(path) };
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function ownerLives(folder: string): boolean {
  const pid = Number(folder.split(PREFIX).at(-1)!.split("-")[0]);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A program that was just told to stop may still write its last words. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
