import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTestFolder } from "../../scripts/lib/test-folder.ts";

test("a folder is removed by its own run, and by the next one where its run was killed", () => {
  const first = makeTestFolder();
  onTestFinished(first.remove);
  writeFileSync(join(first.path, "file"), "");
  const killed = join(dirname(first.path), `dockline-tests-${spawnSync("true").pid}-killed`);
  mkdirSync(join(killed, "deep"), { recursive: true });

  const second = makeTestFolder();
  expect([first.path, killed, second.path].map((path) => existsSync(path))).toEqual([true, false, true]);
  second.remove();
  first.remove();
  expect([first.path, second.path].map((path) => existsSync(path))).toEqual([false, false]);
});
