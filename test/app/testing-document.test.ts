import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findProofTests } from "../../scripts/lib/proof-tests.ts";
import { AREAS } from "../../scripts/mutation/areas.ts";

const page = readFileSync("docs/testing.md", "utf8");
const TEST = /`(test\/[\w/.-]+\.test\.ts)`/g;
const tests = new Set([...page.matchAll(TEST)].map(([, path]) => path!));

/** The files of tests in one column of the table under a heading. */
function filesIn(heading: string, column: number): string[] {
  const section = page.split(`### ${heading}\n`)[1]!.split("\n#")[0]!;
  const cells = section.split("\n").map((line) => line.split("|")[column] ?? "");
  return [...cells.join().matchAll(TEST)].map(([, path]) => path!);
}

describe("docs/testing.md", () => {
  test("names tests that there are", () => {
    expect([...tests].filter((path) => globSync(path).length === 0)).toEqual([]);
  });

  test("names every test that holds something to properties", () => {
    const withProperties = globSync("test/**/*.test.ts").filter((path) =>
      /^import fc from /m.test(readFileSync(path, "utf8")),
    );
    expect(withProperties.filter((path) => !tests.has(path))).toEqual([]);
  });

  test("lists the files that hold tests of the proof, and no others", () => {
    const { whole, some } = findProofTests(".");
    const listed = new Set(filesIn("Tests that moved to it", 2));
    expect([...listed].toSorted()).toEqual([...whole, ...some].toSorted());
  });

  test("lists the files where real time is the subject, as the lint rule does", () => {
    const [, section = ""] = readFileSync("eslint.config.js", "utf8").split("const REAL_TIME = [");
    const allowed = [...section.split("];")[0]!.matchAll(/^ +"(.+)",$/gm)].map(([, path]) => path!);
    const table = page.split("### Tests that are red by chance\n")[1]!;
    expect([...table.matchAll(/^\| `(test\/.+?)`/gm)].map(([, path]) => path)).toEqual(allowed);
  });

  test("is right that they make up the same input in every run", () => {
    const byThemselves = globSync("test/**/*.ts").filter((path) =>
      /^import .* from "fast-check"/m.test(readFileSync(path, "utf8")),
    );
    expect(byThemselves).toEqual(["test/support/fast-check.ts"]);
  });
});

test("every pattern of rules and tests for mutation finds something", () => {
  const patterns = AREAS.flatMap((area) => [...area.rules, ...area.tests]);
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
