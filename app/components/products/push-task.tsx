import { useTranslation } from "react-i18next";
import type { ShownTask } from "../../domain/work/read-tasks.ts";
import { AskAgain } from "../ask-again.tsx";
import { TaskCard } from "./task-card.tsx";
import { useWorkAction } from "../use-work-action.ts";

/** Choosing the products to create: how far it is, or what the merchant has to be asked before anything is sent. */
export function PushTask({ task, back }: { task: ShownTask; back: string }) {
  const { t } = useTranslation();
  const { putAway } = useWorkAction({ work: "task", taskId: task.id });
  if (task.kind !== "push" || task.result?.outcome !== "ask") return <TaskCard task={task} />;
  const { create, known, askBeyond } = task.result;
  return (
    <AskAgain
      heading={t("work.push.ask.heading", { count: create })}
      body={t("work.push.ask.body", { known, share: askBeyond })}
      confirmed={create}
      fields={{ seen: String(create) }}
      back={back}
      onNo={putAway}
    />
  );
}
