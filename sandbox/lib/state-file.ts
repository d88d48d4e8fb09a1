import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface StateFile {
  /** Call after every change. Writes shortly afterwards, many changes in one write. */
  changed(): void;
  /** Writes now if anything is unwritten. Call before the process ends. */
  flush(): void;
}

/** How long changes gather before they are written. A sandbox killed in between forgets at most this much. */
const GATHER_MS = 200;

/** What an earlier run saved in `path`; `undefined` when there is none. */
export function readState(path: string | undefined): unknown {
  if (!path) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const message = `The saved state in ${path} cannot be read. Delete the file to start over.`;
    throw new Error(message, { cause: error });
  }
}

/** Keeps `snapshot()` in a file. The file is replaced whole, so a kill in the middle leaves the previous state. */
export function openStateFile(path: string | undefined, snapshot: () => unknown): StateFile {
  if (!path) return { changed() {}, flush() {} };
  let timer: NodeJS.Timeout | undefined;
  mkdirSync(dirname(path), { recursive: true });
  const flush = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    writeFileSync(`${path}.new`, JSON.stringify(snapshot()));
    renameSync(`${path}.new`, path);
  };
  return { changed: () => void (timer ??= setTimeout(flush, GATHER_MS)), flush };
}
