import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");

/** Runs one of the installed command-line tools in the foreground and says whether it succeeded. */
export async function runTool(
  name: string,
  { args, env = {} }: { args: string[]; env?: Record<string, string> },
): Promise<boolean> {
  const child = spawn(join(ROOT, "node_modules/.bin", name), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
