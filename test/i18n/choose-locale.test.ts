import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { chooseLocale } from "../../app/i18n/choose-locale.server.ts";
import { LANGUAGES, languageOf } from "../../app/i18n/languages.ts";

/** A page that the admin frames, or that a browser asks for by itself. */
const asking = ({ locale, accepts }: { locale?: string | undefined; accepts?: string | undefined }) =>
  new Request(
    `https://app.example/app?${new URLSearchParams(locale === undefined ? {} : { locale }).toString()}`,
    {
      headers: accepts === undefined ? {} : { "accept-language": accepts },
    },
  );

describe("the panel speaks", () => {
  test.each([
    ["the admin's language", { locale: "de" }, "de"],
    ["as it is spoken there", { locale: "de-ch" }, "de-CH"],
    ["before the browser's", { locale: "fr", accepts: "de" }, "fr"],
    ["the browser's, where the admin's is not among ours", { locale: "pt-BR", accepts: "nl" }, "nl"],
    ["the one the browser likes best", { accepts: "nl;q=0.4, de-AT;q=0.8, it" }, "de-AT"],
    ["none that the browser refuses", { accepts: "de;q=0, fr;q=0.1" }, "fr"],
    ["English where it speaks none of them", { locale: "ja", accepts: "zh, ko;q=0.5" }, "en"],
    ["English where nothing is said", {}, "en"],
    ["English where anything will do", { accepts: "*" }, "en"],
    ["English where what is said is no language", { locale: "../de", accepts: "not a language" }, "en"],
  ])("%s", (_what, said, locale) => expect(chooseLocale(asking(said))).toBe(locale));
});

test("whatever is said, the panel speaks a language it has, as something a browser can format by", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme-ascii" }),
    fc.string({ unit: fc.constantFrom(..."den-ufrxCH;q=0.1,* _") }),
    fc.constantFrom(
      "de-u-nu-latn",
      "de-x-private",
      "x-de",
      "de-DE-1996",
      "de-",
      "-de",
      "DE_ch",
      "de-CH, de;q=0",
    ),
  );
  fc.assert(
    fc.property(
      fc.option(text, { nil: undefined }),
      fc.option(text, { nil: undefined }),
      (locale, accepts) => {
        const chosen = chooseLocale(asking({ locale, accepts }));
        expect(LANGUAGES).toContain(languageOf(chosen));
        expect(Intl.getCanonicalLocales(chosen)).toEqual([chosen]);
        expect(() => new Date(0).toLocaleString(chosen)).not.toThrow();
      },
    ),
    { numRuns: 500 },
  );
});
