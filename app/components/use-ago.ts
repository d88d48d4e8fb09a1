import { useTranslation } from "react-i18next";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago something was, or how soon it will be, in words. */
export function useAgo(): (at: Date, now: Date) => string {
  const { i18n } = useTranslation();
  const words = new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" });
  return (at, now) => {
    const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
    return words.format(Math.trunc(seconds / size), unit);
  };
}
