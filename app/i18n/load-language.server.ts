import { AREAS, languageOf, loadArea, type LanguageCode } from "./languages.ts";
import type { Loaded } from "./i18n.ts";

/** What Polaris's own components say. The browser gets it with the page. */
const POLARIS: Record<LanguageCode, () => Promise<{ default: object }>> = {
  en: () => import("@shopify/polaris/locales/en.json"),
  de: () => import("@shopify/polaris/locales/de.json"),
  nl: () => import("@shopify/polaris/locales/nl.json"),
  fr: () => import("@shopify/polaris/locales/fr.json"),
};

/** All texts for a locale. */
export async function loadLanguage(locale: string): Promise<Loaded> {
  const polaris = (await POLARIS[languageOf(locale) ?? "en"]()).default;
  const areas = AREAS.map(async (area) => [area, await loadArea(locale, area)] as const);
  return { ...Object.fromEntries(await Promise.all(areas)), polaris };
}
