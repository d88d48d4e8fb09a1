import { Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownTask } from "../../domain/work/read-tasks.ts";
import { useTaskWords } from "../use-task-words.ts";
import { WorkCard, WorkResult } from "../work-card.tsx";

/** Something the merchant asked for that a worker does: how far it is, or what came of it. */
export function TaskCard({ task }: { task: ShownTask }) {
  const { t } = useTranslation();
  const { heading, result } = useTaskWords()(task);
  const name = { work: "task", taskId: task.id } as const;
  if (result)
    return (
      <WorkResult name={name} {...result}>
        {result.body && <Text as="p">{result.body}</Text>}
      </WorkResult>
    );
  return (
    <WorkCard name={name} heading={heading} percent={task.percent}>
      <Text as="p">
        {t(task.state === "waiting" ? "work.waiting" : "work.unchanged")} {t("work.leave")}
      </Text>
    </WorkCard>
  );
}
