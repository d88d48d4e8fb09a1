import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { KEPT_DAYS } from "../../app/domain/privacy/retention.ts";
import { SENDER_FIELDS } from "../../app/domain/inbounds/sender.ts";

const document = readFileSync("docs/privacy.md", "utf8");

/** The rows of the table below a heading, cell by cell, without the marks of code. */
function tableUnder(heading: string): string[][] {
  const [, section = ""] = document.split(`\n## ${heading}\n`);
  const rows = section
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

const bare = (cell = "") => cell.replaceAll("`", "");

/** Columns in which a text could stand, or a number long enough to be somebody's. */
function columnsOfSchema(): string[] {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  return [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)].flatMap(([, model, body = ""]) =>
    [...body.matchAll(/^\s+(\w+)\s+(?:String|Json|BigInt)\b/gm)].map(([, column]) => `${model}.${column}`),
  );
}

describe("what docs/privacy.md says", () => {
  const about = tableUnder("What is kept that may be about a person");

  test("is said of every column of the database, once, and of no other", () => {
    const none = tableUnder("Columns that hold nothing about a person").flatMap(([table, columns = ""]) =>
      bare(columns)
        .split(", ")
        .map((column) => `${bare(table)}.${column}`),
    );
    const said = [...about.map(([column]) => bare(column)), ...none];
    expect(said.toSorted()).toEqual(columnsOfSchema().toSorted());
  });

  test("has a reason and an end for each that may be about a person", () => {
    for (const [column, what, why, howLong = ""] of about) {
      expect([what, why, howLong].every(Boolean), column).toBe(true);
      for (const [, rule = ""] of howLong.matchAll(/`(\w+)`/g))
        expect(Object.keys(KEPT_DAYS), column).toContain(rule);
    }
  });

  test("names the days that are kept to", () => {
    const days = tableUnder("How long").map(([what, count]) => [bare(what), Number(count)]);
    expect(Object.fromEntries(days)).toEqual(KEPT_DAYS);
    expect(days).toHaveLength(Object.keys(KEPT_DAYS).length);
  });

  test("names every field the warehouse is told of a sender", () => {
    const [[, told = ""] = []] = tableUnder("What is passed on, and to whom");
    expect([...told.matchAll(/`(sender\w+)`/g)].map(([, field]) => field)).toEqual([...SENDER_FIELDS]);
  });
});
