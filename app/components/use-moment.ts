import { useTranslation } from "react-i18next";
import { usePanel } from "./use-panel.ts";

/** Points in time to the second, in the shop's time zone. Beside another of the same day, only the time of day is said. */
export function useMoment(): (at: Date, beside?: Date) => string {
  const { i18n } = useTranslation();
  const { timeZone } = usePanel();
  const zone = { timeZone, hourCycle: "h23" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  const ofDay = new Intl.DateTimeFormat(i18n.language, { ...zone, ...time });
  const onlyDay = new Intl.DateTimeFormat(i18n.language, { timeZone, ...day });
  const whole = new Intl.DateTimeFormat(i18n.language, { ...zone, ...time, ...day, timeZoneName: "short" });
  return (at, beside) =>
    beside && onlyDay.format(at) === onlyDay.format(beside) ? ofDay.format(at) : whole.format(at);
}
