import { useTranslation } from "react-i18next";

/** What either world calls a return or an inbound, in words; a status newer than our texts is named as it came. */
export function useStatusWord(): (status: string | null) => string {
  const { t, i18n } = useTranslation();
  return (status) => {
    const key = `timeline.word.status.${status ?? "gone"}`;
    // Which key it is depends on what came in, so its type cannot be told.
    return i18n.exists(key) ? String(t(key as never)) : String(status);
  };
}
