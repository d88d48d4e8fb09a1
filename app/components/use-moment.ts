import { useTranslation } from "react-i18next";

/**
 * Points in time to the second, in UTC, so that everybody reads the same. Beside another of the same day, only the time
 * of day is said.
 */
export function useMoment(): (at: Date, beside?: Date) => string {
  const { i18n } = useTranslation();
  const zone = { timeZone: "UTC", hourCycle: "h23" } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const ofDay = new Intl.DateTimeFormat(i18n.language, { ...zone, ...time });
  const whole = new Intl.DateTimeFormat(i18n.language, {
    ...{ ...zone, ...time },
    ...{ day: "numeric", month: "short", year: "numeric" },
  });
  return (at, beside) =>
    beside && dayOf(at) === dayOf(beside) ? ofDay.format(at) : `${whole.format(at)} UTC`;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
