import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** What `.ci/run` does in a project whose `npm run validate` is this command. */
function run(validate: string): { code: number | null; lines: string[] } {
  const project = mkdtempSync(join(tmpdir(), "dockline-ci-run-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, ".ci"));
  cpSync(".ci/run", join(project, ".ci/run"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: { validate } }));
  const { status, stdout } = spawnSync("sh", [".ci/run"], { cwd: project, encoding: "utf8" });
  return { code: status, lines: stdout.trimEnd().split("\n") };
}

test.each([
  ["succeeds", "echo all well; echo 7 passed, 0 failed", 0, "7 passed, 0 failed"],
  ["fails", "echo 6 passed, 1 failed; exit 1", 1, "6 passed, 1 failed"],
  ["cannot install packages", "echo no network >&2; exit 1", 1, "0 passed, 1 failed"],
  ["ends in the middle of a line", "printf half; kill -9 $$", 1, "0 passed, 1 failed"],
  ["ends too early, and well", "echo nothing to do", 1, "0 passed, 1 failed"],
])("when npm run validate %s, .ci/run says how many passed and failed, last", (_, validate, code, last) => {
  const ran = run(validate);
  expect({ code: ran.code, last: ran.lines.at(-1) }).toEqual({ code, last });
});

test("everything else is said as it comes", () => {
  expect(run("echo one; echo two >&2; echo 1 passed, 0 failed").lines.slice(0, 2)).toEqual(["one", "two"]);
});
