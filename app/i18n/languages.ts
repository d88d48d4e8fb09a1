import type english from "./locales/en/index.ts";

/** A file of texts: those of one part of the panel. */
export type Area = keyof typeof english;

type Intersection<Union> = (Union extends unknown ? (of: Union) => void : never) extends (
  of: infer All,
) => void
  ? All
  : never;
/** All texts of the panel. Other languages have the same (a test says so), and the plural forms that are theirs. */
export type Texts = Intersection<(typeof english)[Area]>;

/** Languages the panel speaks, the first to everybody whose language is not among them. */
export const LANGUAGES = ["en", "de", "nl", "fr"] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** To the browser each is a file of its own. */
const FILES = import.meta.glob<object>("./locales/*/*.json", { import: "default" });

/** Every file of texts. */
export const AREAS = Object.keys(FILES)
  .filter((file) => file.startsWith("./locales/en/"))
  .map((file) => file.slice("./locales/en/".length, -".json".length) as Area);

/** The language of a locale such as `de-CH`, if the panel speaks it. */
export function languageOf(locale: string): LanguageCode | undefined {
  return LANGUAGES.find((code) => code === locale.split("-")[0]);
}

/** The texts of one area for a locale that `languageOf` knows; English for any other. */
export async function loadArea(locale: string, area: Area): Promise<object> {
  return FILES[`./locales/${languageOf(locale) ?? "en"}/${area}.json`]!();
}
