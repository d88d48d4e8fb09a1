import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ended {
  stdout: string;
  stderr: string;
  code: number | null;
}

/**
 * Runs a program of ours until it ends, with these variables and no others but `PATH`.
 * @param args for Node: the program and its arguments
 */
export async function runProgram(args: readonly string[], env: NodeJS.Dict<string>): Promise<Ended> {
  const variables: NodeJS.Dict<string> = { PATH: process.env.PATH, ...env };
  const child = spawn(process.execPath, args, {
    env: variables as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { stdout, stderr, code };
}
