import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { AREAS, loadArea, type Area, type Texts } from "./languages.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    contextSeparator: "#";
  }
}

/** Texts by area; what Polaris's own components say is one of them. */
export type Loaded = Partial<Record<Area | "polaris", object>>;

/**
 * The panel's texts for a locale such as `de-CH`: its language's words, its region's dates and numbers. Made for each
 * page on the server and once in the browser, with at least the texts that what is drawn first needs.
 */
export function createI18n(locale: string, texts: Loaded): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false, // A test holds every language complete.
    resources: { [locale]: texts },
    ns: AREAS,
    defaultNS: "common",
    fallbackNS: AREAS, // A key says by its beginning where it belongs, so nobody has to name its file.
    initAsync: false,
    contextSeparator: "#", // The usual underscore stands in names of states.
    interpolation: { escapeValue: false }, // React escapes.
  });
  return instance;
}

/** Makes texts ready to be used. Those that are already are not loaded again. */
export async function loadAreas(i18n: i18n, areas: readonly Area[]): Promise<void> {
  const load = async (area: Area) =>
    i18n.addResourceBundle(i18n.language, area, await loadArea(i18n.language, area));
  await Promise.all(lacking(i18n, areas).map(load));
}

/** Areas whose texts are not there yet. */
export function lacking(i18n: i18n, areas: readonly Area[]): Area[] {
  return areas.filter((area) => !i18n.hasResourceBundle(i18n.language, area));
}

/** Texts that are there. */
export function textsOf<Name extends keyof Loaded>(i18n: i18n, names: readonly Name[]): Record<Name, object> {
  const texts = names.map((name) => [name, i18n.getResourceBundle(i18n.language, name) as object] as const);
  return Object.fromEntries(texts) as Record<Name, object>;
}
