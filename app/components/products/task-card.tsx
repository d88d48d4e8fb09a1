import { Link, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownTask } from "../../domain/work/read-tasks.ts";
import { useTaskWords } from "../use-task-words.ts";
import { variantName } from "../variant-name.ts";
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
        <Failures task={task} />
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

/** Those that were left as they are, by name as far as a few go, and where all of them are. */
function Failures({ task }: { task: ShownTask }) {
  const { t } = useTranslation();
  if (task.kind !== "words" || task.result?.outcome !== "done" || task.result.conflicts === 0) return null;
  return (
    <>
      <List>
        {task.result.taken.map(({ sku, by, ...variant }) => (
          <List.Item key={variant.variantId}>
            {t("work.words.conflict", { variant: variantName(variant), sku, by: variantName(by) })}
          </List.Item>
        ))}
      </List>
      <Link url="/app/products?state=ambiguous">{t("work.seeTaken")}</Link>
    </>
  );
}
