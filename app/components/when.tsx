import { useTranslation } from "react-i18next";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/**
 * How long ago something was, in words. `now` comes with the data, so that the server and the browser say the same.
 */
export function When({ at, now }: { at: Date; now: Date }) {
  const { i18n } = useTranslation();
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  const words = new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" });
  return <time dateTime={at.toISOString()}>{words.format(Math.trunc(seconds / size), unit)}</time>;
}
