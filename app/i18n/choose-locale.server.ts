import Negotiator from "negotiator";
import { LANGUAGES, languageOf } from "./languages.ts";

/** Browsers send some fifty characters. A longer list is not read: its length is its sender's to choose. */
const HEADER_MAX_LENGTH = 500;
/** `zh-Hant-TW-u-ca-roc` has nineteen characters. */
const LOCALE_MAX_LENGTH = 35;

/**
 * The locale to answer in, such as `de-CH`. The admin names the merchant's in the address of the page it frames; whoever
 * comes otherwise has a browser that names some. Where the panel speaks none of them it is English.
 */
export function chooseLocale(request: Request): string {
  const named = new URL(request.url).searchParams.get("locale") ?? "";
  const header = request.headers.get("accept-language") ?? "";
  const accepted =
    header.length > HEADER_MAX_LENGTH
      ? []
      : new Negotiator({ headers: { "accept-language": header } }).languages();
  const known = [named, ...accepted].map(canonical).find((locale) => locale && languageOf(locale));
  return known ?? LANGUAGES[0];
}

/** As `Intl` spells it; nothing when it is no locale. */
function canonical(locale: string): string | undefined {
  if (locale.length > LOCALE_MAX_LENGTH) return undefined;
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
