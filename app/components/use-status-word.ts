import { useTranslation } from "react-i18next";
import { plainWord } from "./plain-word.ts";

/** What either world calls a return or an inbound, in words. */
export function useStatusWord(): (status: string | null) => string {
  const { t, i18n } = useTranslation();
  return (status) => {
    const key = `timeline.word.status.${status ?? "gone"}`;
    // Which key it is depends on what came in, so its type cannot be told.
    return i18n.exists(key) ? String(t(key as never)) : plainWord(status ?? "");
  };
}
