import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";

const text = readFileSync("ARCHITECTURE.md", "utf8");
const everything = ["app", "extensions", "prisma", "sandbox", "scripts", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const names = new Set(everything.map((path) => basename(path)));

/** What stands between backticks and names a file or folder: `domain/` is short for `app/domain/`. */
const mentioned = [...new Set([...text.matchAll(/`([^`\s]+)`/g)].map(([, word]) => word!))];
const paths = mentioned.filter((word) =>
  /^(app|domain|components|test|scripts|sandbox|docs)\/[^*<]*$/.test(word),
);
const files = mentioned.filter((word) => /^[\w.$-]+\.(ts|tsx)$/.test(word) && !word.includes("/"));

describe("the description of how the app is built", () => {
  test.each(paths)("names %s, which is there", (path) => {
    const whole = /^(domain|components)\//.test(path) ? `app/${path}` : path;
    expect(existsSync(whole)).toBe(true);
  });

  test.each(files)("names %s, which is there", (file) => expect(names).toContain(file));

  test("says of every folder of the domain what it is for", () => {
    const folders = readdirSync("app/domain", { withFileTypes: true }).filter((one) => one.isDirectory());
    const missing = folders.filter(({ name }) => !new RegExp(`^ {4}${name}/ +\\S`, "m").test(text));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
