import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./locales/en.json";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    contextSeparator: "#";
  }
}

/** The texts of one language. Made per request on the server, once in the browser. */
export function createI18n(locale: string): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: "en",
    resources: { en: { translation: en } },
    initAsync: false,
    contextSeparator: "#", // The usual underscore stands in names of states.
    interpolation: { escapeValue: false }, // React escapes.
  });
  return instance;
}
