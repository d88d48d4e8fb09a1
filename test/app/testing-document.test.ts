import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AREAS } from "../../scripts/mutation/areas.ts";

const page = readFileSync("docs/testing.md", "utf8");
const tests = new Set([...page.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map(([, path]) => path!));

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
