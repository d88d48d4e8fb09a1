import { useTranslation } from "react-i18next";
import type { WorkName } from "../domain/work/cancel-work.ts";
import { useAsking } from "./use-asking.ts";
import type { WorkAnswer } from "./work-answer.ts";

/** Calls off one piece of work, or puts away what came of it. */
export function useWorkAction(name: WorkName, onDone?: () => void) {
  const { t } = useTranslation();
  const { send, busy } = useAsking<WorkAnswer>({ action: "/app/work", tell, onDone });
  return {
    cancel: () => send({ intent: "cancel", ...name }),
    putAway: () => send({ intent: "put-away", ...name }),
    busy,
  };

  function tell(answer: WorkAnswer) {
    switch (answer.outcome) {
      case "put-away":
        return undefined;
      case "push-cancelled":
        return { message: t("work.cancelled.push", { count: answer.count }) };
      case "update-cancelled":
        return { message: t("work.cancelled.update", { count: answer.count }) };
      case "cancelled":
        return {
          message: t(`work.cancelled.${name.work === "push" || name.work === "update" ? "task" : name.work}`),
        };
      case "over":
        return { message: t("work.over") };
    }
  }
}
