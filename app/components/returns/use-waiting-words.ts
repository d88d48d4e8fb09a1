import { useTranslation } from "react-i18next";
import type { Waiting } from "../../domain/returns/decide-waiting.ts";
import { useDay } from "../use-day.ts";

/** What a return waits for, in words: what, and since when or until when. */
export function useWaitingWords(): (waiting: Waiting) => { what: string; when: string | null } {
  const { t } = useTranslation();
  const day = useDay();
  return (waiting) => {
    if (waiting.state !== "waiting") return { what: t(`returns.waiting.${waiting.state}`), when: null };
    const { awaited, since, expectedOn, daysLate } = waiting;
    const when =
      expectedOn === null
        ? t("returns.waiting.since", { day: day(since.toISOString().slice(0, 10)) })
        : t(`returns.waiting.${daysLate > 0 ? "late" : "expected"}`, { day: day(expectedOn) });
    return { what: t(`returns.waiting.${awaited}`), when };
  };
}
