import { useTranslation } from "react-i18next";

/** Days, YYYY-MM-DD, as they are read. What is no day is shown as it came. */
export function useDay(): (day: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
  return (day) => {
    const at = new Date(day);
    return Number.isNaN(at.getTime()) ? day : format.format(at);
  };
}
