import { useTranslation } from "react-i18next";

/** A point in time to the second, in UTC, so that everybody reads the same. */
export function useMoment(): (at: Date) => string {
  const { i18n } = useTranslation();
  const words = new Intl.DateTimeFormat(i18n.language, {
    ...{ timeZone: "UTC", day: "numeric", month: "short", year: "numeric" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  });
  return (at) => `${words.format(at)} UTC`;
}
