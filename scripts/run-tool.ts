import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { CommandError } from "./lib/command-error.ts";

export const ROOT = resolve(import.meta.dirname, "..");

/** How much is kept of the beginning and of the end of what a tool says: characters, and lines of those. */
const HEARD = 16_000;
const FIRST_LINES = 20;
const LAST_LINES = 70;

/** A terminal sends Ctrl-C to the tool as well. Vitest, which is what takes long, ends at the first. */
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const runFile = promisify(execFile);

/**
 * Runs one of the installed command-line tools and says whether it succeeded, and what it said first and last.
 * @param show whether its output is passed on as it comes
 */
export async function runToolAndHear(
  name: string,
  { args, show }: { args: string[]; show: boolean },
): Promise<{ holds: boolean; firstLines: string; lastLines: string }> {
  const child = spawn(join(ROOT, "node_modules/.bin", name), args, {
    cwd: ROOT,
    stdio: ["inherit", "pipe", "pipe"],
  });
  let [first, last] = ["", ""];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.setEncoding("utf8").on("data", (text: string) => {
      if (show) to.write(text);
      first = (first + text).slice(0, HEARD);
      last = (last + text).slice(-HEARD);
    });
  const [code] = (await once(child, "close")) as [number | null];
  return {
    holds: code === 0,
    firstLines: first.trim().split("\n").slice(0, FIRST_LINES).join("\n"),
    lastLines: last.trimEnd().split("\n").slice(-LAST_LINES).join("\n"),
  };
}

/**
 * Runs one of the installed command-line tools in the foreground and says whether it succeeded. Told to stop, it is the tool
 * that is told, and its end that is waited for.
 * @param options.output an open file for its output, instead of the terminal
 */
export async function runTool(
  name: string,
  { args, env = {}, output }: { args: string[]; env?: Record<string, string>; output?: number },
): Promise<boolean> {
  const child = spawn(join(ROOT, "node_modules/.bin", name), args, {
    cwd: ROOT,
    stdio: output === undefined ? "inherit" : ["ignore", output, output],
    env: { ...process.env, ...env },
  });
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, pass);
  const [code] = (await once(child, "exit")) as [number | null];
  for (const signal of PASSED_ON) process.off(signal, pass);
  return code === 0;
}

/**
 * Runs one of the installed command-line tools; its output is shown only when it fails.
 * @throws CommandError with that output
 */
export async function tool(name: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await runFile(join(ROOT, "node_modules/.bin", name), args, {
      cwd: ROOT,
      // Prisma would otherwise ask the internet whether there is a newer version.
      env: { ...process.env, CHECKPOINT_DISABLE: "1", ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new CommandError(`${name} ${args.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
