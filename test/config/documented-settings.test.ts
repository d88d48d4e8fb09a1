import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectationOf } from "../../app/config/expectation-of.ts";
import { READ_MORE } from "../../app/config/settings-error.ts";
import { readEnv, SETTING_NAMES, SETTINGS } from "../../app/env.server.ts";
import { REQUIRED, shapeOf } from "../support/settings.ts";

const read = (file: string) => readFileSync(file, "utf8");
const [readme, example, compose] = [read("README.md"), read(".env.example"), read("compose.yaml")];

/** The rows of the README's table: name, whether it is needed, what it is. */
const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.{6}) \| (.*?) +\|$/gm)].map(
  ([, name, needed, text]) => ({
    name: name!,
    isNeeded: needed!.trim() === "yes",
    text: text!,
  }),
);
/** What `.env.example` sets, or would set without the `#`. */
const examples = [...example.matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name: name!,
  value: value!,
}));
/** What compose.yaml takes from `.env` and passes on under another name. */
const ofCompose = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);

describe("every setting", () => {
  test("has a row in the README, which has no other", () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(SETTING_NAMES.toSorted());
  });

  test("is called needed there when the app does not start without it", () => {
    expect(
      rows
        .filter(({ isNeeded }) => isNeeded)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(REQUIRED.toSorted());
  });

  test("is in .env.example, beside what compose.yaml asks for", () => {
    const names = new Set([...SETTING_NAMES, ...ofCompose]);
    expect(examples.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  test.each(SETTING_NAMES)("%s says what it expects, and has its default in both documents", (name) => {
    expect(expectationOf(SETTINGS.shape[name])).toMatch(/^(a|an|the|one|host|unique|id)\b/);
    const value = shapeOf(name).default;
    if (typeof value !== "string" && typeof value !== "number") return;
    expect(examples.find((one) => one.name === name)?.value).toBe(`${value}`);
    const digits = `${value}`.replace(/^0$/, "1"); // A switch is off; the README says what 1 does.
    expect(rows.find((one) => one.name === name)?.text.replaceAll(",", "")).toContain(digits);
  });

  test("has a value in .env.example that is valid, unless the operator has to fill it in", () => {
    const filled = examples.filter(({ name, value }) => value !== "" && name in SETTINGS.shape);
    const wrong = filled.filter(
      ({ name, value }) => !SETTINGS.shape[name as keyof typeof SETTINGS.shape].safeParse(value).success,
    );
    expect(wrong).toEqual([]);
    expect(filled.length).toBeGreaterThan(20);
  });
});

test("the keys that the message and .env.example say how to make are taken", () => {
  const [, command = ""] = /node -p "('k1:.*)"/.exec(example) ?? [];
  expect(expectationOf(SETTINGS.shape.DOCKLINE_SECRET_KEYS)).toContain(`node -p "${command}"`);
  const made = execFileSync(process.execPath, ["-p", command], { encoding: "utf8" }).trim();
  expect(readEnv({ DOCKLINE_SECRET_KEYS: made }, ["DOCKLINE_SECRET_KEYS"]).DOCKLINE_SECRET_KEYS).toHaveLength(
    1,
  );
});

test.each(Object.values(READ_MORE))("a message may send an operator to %s, which is there", (place) => {
  const [file = "", anchor] = place.split("#");
  expect(existsSync(file)).toBe(true);
  const headings = [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  expect(headings).toContain(anchor);
});
