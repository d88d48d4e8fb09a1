import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Row {
  theme: string;
  requirement: string;
  metBy: string;
  state: string;
}

const page = readFileSync("docs/app-store-checklist.md", "utf8");

/** A table's cells; the heading of each table and the line below it are left out. */
const rows: Row[] = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const theme = section.split("\n", 1)[0]!;
    const lines = section.split("\n").filter((line) => line.startsWith("|"));
    return lines.slice(2).map((line) => {
      const [requirement = "", metBy = "", state = "", ...more] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      expect(more, line).toEqual([]);
      return { theme, requirement, metBy, state };
    });
  });

/** Names in backticks that have a folder or an ending: topics of webhooks and names of commands have neither. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, name = ""]) => (/\.\w+$/.test(name) ? name : []));

describe("the checklist for the App Store", () => {
  test("names files that exist", () => {
    const paths = pathsIn(page);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("names nothing but files as what meets a requirement", () => {
    const cells = rows.filter(({ metBy }) => metBy !== "—");
    const wrong = cells.filter(
      ({ metBy }) =>
        metBy !==
        pathsIn(metBy)
          .map((path) => `\`${path}\``)
          .join(", "),
    );
    expect(wrong).toEqual([]);
  });

  test("says of each requirement how it stands: met by something, or why not", () => {
    expect(new Set(rows.map(({ theme }) => theme)).size).toBeGreaterThanOrEqual(10);
    const wrong = rows.filter(({ requirement, metBy, state }) => {
      const isSaid = state === "met" ? metBy !== "—" : /^(open|not ours): \S.{15,}$/.test(state);
      return requirement === "" || !isSaid;
    });
    expect(wrong).toEqual([]);
  });

  test("says each thing once", () => {
    const said = rows.map(({ theme, requirement }) => `${theme}: ${requirement}`);
    expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
  });
});
