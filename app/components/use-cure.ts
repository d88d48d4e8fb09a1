import { useTranslation } from "react-i18next";
import type { CureAnswer } from "./cure-answer.ts";
import { useAsking } from "./use-asking.ts";

/** Has done what may cure a problem. */
export function useCure() {
  const { t } = useTranslation();
  return useAsking<CureAnswer>({
    action: "/app/problems",
    tell: ({ done }) => ({ message: t(`problem.done.${done}`) }),
  });
}
