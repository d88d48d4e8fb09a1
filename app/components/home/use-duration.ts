import { useTranslation } from "react-i18next";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** How long something took, in words: milliseconds in the largest unit they fill, or in seconds. */
export function useDuration(): (ms: number) => string {
  const { i18n } = useTranslation();
  return (ms) => {
    const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ["second", 1_000];
    // Of seconds, a hundredth tells something; of what is shorter than that, too.
    const digits = ms < 1_000 ? 2 : 1;
    return new Intl.NumberFormat(i18n.language, {
      ...{ style: "unit", unit, unitDisplay: "long", maximumFractionDigits: digits },
    }).format(ms / size);
  };
}
