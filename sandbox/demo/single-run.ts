import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { isAlive } from "../../scripts/lib/processes.ts";

/**
 * Makes this process the only one that uses the demo's data.
 * @throws Error naming the process that does already.
 */
export function claim(file: string): () => void {
  const holder = Number(read(file));
  if (holder && isAlive(holder))
    throw new Error(
      `The demo is running already (process ${holder}). Stop it with Ctrl-C where it was started.`,
    );
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
