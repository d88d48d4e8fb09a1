import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { clearFolder } from "../../scripts/lib/clear-folder.ts";

const MODULE = join(import.meta.dirname, "../../scripts/lib/run-folder.ts");

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "run-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A run: a process with a folder, in which another one works for as long as somebody holds its standard input.
 * @param next what it does when both are there: JavaScript, in which `folder` and `other` are known
 */
async function startRun(next: string, parent = temporaryFolder()) {
  const code = `
    import { spawn } from "node:child_process";
    import { makeRunFolder } from ${JSON.stringify(MODULE)};
    const folder = await makeRunFolder({ say: (line) => console.log(line) });
    const other = spawn("cat", [], { stdio: ["pipe", "ignore", "ignore"] });
    console.log(folder.path);
    ${next}`;
  const run = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, TMPDIR: parent },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void run.kill("SIGKILL"));
  const exited = once(run, "exit");
  const lines: string[] = [];
  const output = createInterface(run.stdout);
  output.on("line", (line) => lines.push(line));
  await expect.poll(() => lines.some((line) => existsSync(line))).toBe(true);
  return { run, exited, lines, path: lines.find((line) => existsSync(line))! };
}

test("a run that ends removes its folder when what it started has ended", async () => {
  const { exited, lines, path } = await startRun("other.stdin.end(); console.log(await folder.end());");
  await exited;
  expect(existsSync(path)).toBe(false);
  expect(lines).toEqual([path, "0"]);
});

test.each(["SIGTERM", "SIGKILL"] as const)("the folder of a run that got %s goes too", async (signal) => {
  const { run, path } = await startRun("await new Promise(() => setInterval(() => {}, 1000));");
  run.kill(signal);
  await expect.poll(() => existsSync(path)).toBe(false);
});

describe("a process that goes on when its run has ended", () => {
  /** One with this code for the shell, in a folder. */
  async function startIn(code: string) {
    const folder = join(temporaryFolder(), "stubborn");
    mkdirSync(folder);
    const child = spawn("sh", ["-c", `${code} echo ready; while :; do sleep 0.1; done`], {
      env: { ...process.env, TMPDIR: join(folder, "deep") },
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    return { folder, pid: child.pid!, exited };
  }

  test("gets SIGTERM and is named", async () => {
    const { folder, pid, exited } = await startIn("");
    const ended = await clearFolder(folder, 0);
    const line = `Ended process ${pid}, which was still running: sh -c`;
    expect(ended).toContainEqual(expect.stringContaining(line));
    expect(await exited).toEqual([null, "SIGTERM"]);
    expect(existsSync(folder)).toBe(false);
  });

  test("is killed when it ignores SIGTERM", async () => {
    const { folder, pid, exited } = await startIn("trap '' TERM;");
    const ended = await clearFolder(folder, 0, 0);
    expect(ended).toContainEqual(expect.stringContaining(`Ended process ${pid},`));
    expect(await exited).toEqual([null, "SIGKILL"]);
    expect(existsSync(folder)).toBe(false);
  });
});

test("the next run removes what a run left that ended together with what watches over it, and says so", async () => {
  const parent = temporaryFolder();
  const left = join(parent, `dockline-run-${spawnSync("true").pid}-killed`);
  mkdirSync(join(left, "deep"), { recursive: true });
  const { lines, run } = await startRun("process.exit();", parent);
  expect(existsSync(left)).toBe(false);
  expect(lines).toContain(`Removed what an earlier run left: ${left}`);
  run.kill();
});
