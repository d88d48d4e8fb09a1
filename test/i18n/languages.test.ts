import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../app/i18n/languages.ts";
import { readApp } from "./find-uses.ts";
import { askedAs, readTexts, splitPlural } from "./texts.ts";

const languages = await readTexts();
const english = languages.get("en")!;

const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const tagsIn = (text: string) => [...text.matchAll(/<\/?\w+\/?>/g)].map(([tag]) => tag).sort();

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const own = [...languages.get(language)!.values()];

  test("are those of English, no more and no less", () => {
    const bases = (keys: Iterable<string>) => [...new Set([...keys].map((key) => splitPlural(key).base))];
    expect(bases(own.map(({ key }) => key)).sort()).toEqual(bases(english.keys()).sort());
  });

  test("have every plural form of the language", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const counted = own.map(({ key }) => splitPlural(key)).filter(({ form }) => form !== undefined);
    expect(counted.length).toBeGreaterThan(10);
    const there = new Set(counted.map(({ base, form }) => `${base}_${form}`));
    const wanted = [...new Set(counted.map(({ base }) => base))].flatMap((base) =>
      forms.map((form) => `${base}_${form}`),
    );
    expect(wanted.filter((key) => !there.has(key))).toEqual([]);
  });

  test("name what the English ones name, and are never empty", () => {
    const wrong = own.filter(({ key, text }) => {
      const model = (english.get(key) ?? english.get(`${splitPlural(key).base}_other`))?.text ?? "";
      return (
        text.trim() === "" ||
        String(namesIn(text)) !== String(namesIn(model)) ||
        String(tagsIn(text)) !== String(tagsIn(model))
      );
    });
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });
});

describe.each(LANGUAGES.filter((language) => language !== "en"))("the texts in %s", (language) => {
  test("are not English", () => {
    const own = [...languages.get(language)!.values()];
    // Of a few words any may be the same in both.
    const isSentence = (text: string) =>
      text
        .replace(/\{\{.*?\}\}/g, "")
        .trim()
        .split(/\s+/).length > 4;
    const same = own.filter(({ key, text }) => isSentence(text) && text === english.get(key)?.text);
    expect(same.map(({ key }) => key)).toEqual([]);
  });
});

describe("the program", () => {
  const uses = [...readApp().values()].flatMap((file) => file.uses);
  const known = [...new Set([...english.keys()].map(askedAs))];

  test("asks for no text that is not there", () => {
    const asked = uses.filter((use) => use.asked);
    const missing = asked.filter(({ pattern }) => !known.some((key) => pattern.test(key)));
    expect(missing.map(({ where, key }) => `${where}: ${key}`)).toEqual([]);
  });

  test("has a use for every text", () => {
    expect(known.filter((key) => !uses.some(({ pattern }) => pattern.test(key)))).toEqual([]);
  });
});
