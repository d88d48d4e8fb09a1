import { useTranslation } from "react-i18next";
import type { ReturnAnswer } from "./return-answer.ts";
import { useAsking } from "../use-asking.ts";

/** Asks something about returns. */
export function useReturnAction(onDone?: () => void) {
  const { t } = useTranslation();
  return useAsking<ReturnAnswer>({
    action: "/app/returns",
    tell: (answer) => ({
      message:
        answer.outcome === "announced"
          ? t("returns.done.announced", { count: answer.count })
          : t(`returns.done.${answer.outcome}`),
    }),
    onDone,
  });
}
