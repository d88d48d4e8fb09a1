import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownTask } from "../../domain/work/read-tasks.ts";
import { Progress } from "../progress.tsx";
import { useTaskWords } from "../use-task-words.ts";
import { WorkResult } from "../work-card.tsx";

/** How far it is to do for all waiting returns what was switched on. Each is done for itself, so there is no way back. */
export function CheckCard({ task }: { task: ShownTask }) {
  const { t } = useTranslation();
  const { heading, result } = useTaskWords()(task);
  if (result) return <WorkResult name={{ work: "task", taskId: task.id }} {...result} />;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {heading}
        </Text>
        <Text as="p">
          {t("work.returns.waiting")} {t("work.leave")}
        </Text>
        <Progress label={t("work.progress", { work: heading })} percent={task.percent} />
      </BlockStack>
    </Card>
  );
}
