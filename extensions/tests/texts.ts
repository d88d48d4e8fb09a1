import { readFileSync } from "node:fs";
import { join } from "node:path";

export const LANGUAGES = ["en.default", "de", "nl", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = { [key: string]: string | Texts };

/** A block's texts in one language, by their keys with dots. */
export function textsOf(block: string, language: Language): Map<string, string> {
  const file = join("extensions", block, "locales", `${language}.json`);
  const texts = new Map<string, string>();
  const walk = (of: Texts, prefix: string) => {
    for (const [key, text] of Object.entries(of))
      if (typeof text === "string") texts.set(prefix + key, text);
      else walk(text, `${prefix}${key}.`);
  };
  walk(JSON.parse(readFileSync(file, "utf8")) as Texts, "");
  return texts;
}

/**
 * Translates as Shopify does: a key with dots, plural forms by `count`, values in double braces.
 * @throws Error for a key that is not there, or a value that is not given
 */
export function translator(block: string, language: Language) {
  const texts = textsOf(block, language);
  const plural = new Intl.PluralRules(language.slice(0, 2));
  return (key: string, values: Record<string, unknown> = {}): string => {
    const form = typeof values.count === "number" ? `${key}.${plural.select(values.count)}` : key;
    const text = texts.get(form) ?? texts.get(key);
    if (text === undefined) throw new Error(`${block} has no text "${form}" in ${language}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (!(name in values)) throw new Error(`"${key}" in ${language} needs {{${name}}}.`);
      return String(values[name]);
    });
  };
}
