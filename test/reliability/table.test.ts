import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDocument } from "../support/format-document.ts";
import { describeTable } from "./describe-table.ts";
import { SHOP_TABLE } from "./shop-table.ts";
import { TABLE } from "./table.ts";
import { WAREHOUSE_TABLE } from "./warehouse-table.ts";

const DOCUMENT = "docs/reliability.md";
const MARKS = /(<!-- answers: table -->)[^]*?(<!-- end -->)/;

/** Calls that no document of operations lists. */
const UNLISTED = ["check", "token", "bulk result", "label storage"];
/** A call with several records has a row for each: its name says after a comma which. */
const isListed = (name: string) => !UNLISTED.includes(name) && !name.includes(",");

const textsOf = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));

const listed = (names: readonly string[]) => names.filter(isListed).toSorted();

describe("the table of answers to calls", () => {
  test("has every operation of the warehouse's interface", () => {
    const document = readFileSync("docs/openapi/fulfilment.yaml", "utf8");
    const ids = [...document.matchAll(/^ +operationId: (\w+)$/gm)].map(([, id]) => id!);
    // The one that the warehouse calls.
    expect(ids).toContain("receiveEvent");
    const called = ids.filter((id) => id !== "receiveEvent");
    expect(listed(Object.keys(WAREHOUSE_TABLE))).toEqual(called.toSorted());
  });

  test("has every operation that the app sends to Shopify", () => {
    const texts = textsOf("app/shopify/**/*.{graphql,ts}");
    const found = texts.flatMap((text) => [...text.matchAll(/^ *(?:query|mutation) (\w+)/gm)]);
    const names = [...new Set(found.map(([, name]) => name!))];
    expect(names).toContain("StockLevels");
    expect(listed(Object.keys(SHOP_TABLE))).toEqual(names.toSorted());
  });

  test("is tried whole", () => {
    const tests = textsOf("test/reliability/*-calls.test.ts").concat(
      textsOf("test/reliability/outage.test.ts"),
    );
    const used = Object.keys(TABLE).filter((name) => !("unused" in TABLE[name]!));
    expect(used.filter((name) => !tests.some((text) => text.includes(`"${name}"`)))).toEqual([]);
  });

  test("is what docs/reliability.md shows; `npx vitest run --update` writes it there", async () => {
    const text = readFileSync(DOCUMENT, "utf8");
    expect(text).toMatch(MARKS);
    const renewed = text.replace(MARKS, (_, begin, end) => `${begin}\n\n${describeTable()}\n\n${end}`);
    await expect(await formatDocument(renewed)).toMatchFileSnapshot(`../../${DOCUMENT}`);
  });
});
