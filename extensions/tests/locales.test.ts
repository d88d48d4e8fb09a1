import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES, textsOf } from "./texts.ts";

const BLOCKS = ["order-returns", "variant-stock"];

describe.each(BLOCKS)("%s", (block) => {
  const english = textsOf(block, "en.default");
  const valuesIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();

  test.each(LANGUAGES)("has all its texts in %s, with the same values", (language) => {
    const texts = textsOf(block, language);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of texts) expect(valuesIn(text), key).toEqual(valuesIn(english.get(key)!));
  });
});

/** What the panel says of the same things: two wordings of one thing would be two things. */
const panel = (language: string, area: string) =>
  JSON.parse(readFileSync(`app/i18n/locales/${language.slice(0, 2)}/${area}.json`, "utf8")) as Record<
    string,
    Record<string, Record<string, string>>
  >;

/** Of these the page says more: how the return stands, and the words of either system. */
const BY_RETURN = ["late", "disposition", "refused"];

test.each(LANGUAGES)("the blocks say in %s what the panel says", (language) => {
  const returns = textsOf("order-returns", language);
  const stock = textsOf("variant-stock", language);
  const told = panel(language, "returns").returns!;
  const groups = [
    [returns, "stage", told.stage!],
    [returns, "stageHint", told.stageHint!],
    [stock, "verdict", panel(language, "stock").stock!.verdictHint!],
    [stock, "term", panel(language, "stock").stock!.term!],
  ] as const;
  for (const [texts, group, words] of groups)
    for (const [key, text] of Object.entries(words)) expect(texts.get(`${group}.${key}`)).toBe(text);
  const needs = told.need as unknown as Record<string, { heading?: string; body: string }>;
  for (const [kind, { heading, body }] of Object.entries(needs).filter(
    ([, one]) => typeof one === "object",
  )) {
    if (heading) expect(returns.get(`need.${kind}.heading`)).toBe(heading);
    // What is done on the page is done in Dockline.
    const shown = returns.get(`need.${kind}.body`)!.replace(/ (in|dans) Dockline(?=[ .])/, "");
    if (!BY_RETURN.includes(kind)) expect(shown, kind).toBe(body);
  }
  expect([...returns.keys()].filter((key) => /^need\..*\.heading$/.test(key)).length).toBe(
    Object.values(told.need!).filter((one) => typeof one === "object").length,
  );
});
