import Negotiator from "negotiator";
import { LANGUAGES, languageOf } from "./languages.ts";

/**
 * The locale to answer in, such as `de-CH`. The admin names the merchant's in the address of the page it frames; whoever
 * comes otherwise has a browser that names some. Where the panel speaks none of them it is English.
 */
export function chooseLocale(request: Request): string {
  const named = new URL(request.url).searchParams.get("locale") ?? "";
  const accepted = new Negotiator({
    headers: { "accept-language": request.headers.get("accept-language") ?? "" },
  }).languages();
  const known = [named, ...accepted].map(canonical).find((locale) => locale && languageOf(locale));
  return known ?? LANGUAGES[0];
}

/** As `Intl` spells it; nothing when it is no locale. */
function canonical(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
