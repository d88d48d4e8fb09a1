import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { WorkName } from "../../domain/work/cancel-work.ts";
import type { Work } from "../../domain/work/read-work.ts";
import { Progress } from "../progress.tsx";
import { useTaskWords } from "../use-task-words.ts";
import { useWorkAction } from "../use-work-action.ts";
import { comparedPercent, pushedPercent, writtenPercent } from "../work-percent.ts";

interface Line {
  name: WorkName | { work: "writing" };
  text: string;
  url: string;
  /** Under way; without, it is over. */
  percent?: number;
}

/** Work that is under way on other pages, or over and not yet put away: a line each. */
export function WorkLines({ work }: { work: Work }) {
  const { t } = useTranslation();
  const lines = useLines(work);
  if (lines.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t(lines.some(({ percent }) => percent !== undefined) ? "work.heading" : "work.headingOver")}
        </Text>
        {lines.map((line) => (
          <WorkLine key={keyOf(line)} {...line} />
        ))}
      </BlockStack>
    </Card>
  );
}

const keyOf = ({ name }: Line) => ("taskId" in name ? name.taskId : name.work);

function WorkLine({ name, text, url, percent }: Line) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
        <Text as="p" breakWord>
          {text}
        </Text>
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          <Button variant="plain" url={url} accessibilityLabel={t("work.seeOne", { work: text })}>
            {t("work.see")}
          </Button>
          {percent === undefined && name.work !== "writing" && <PutAway name={name} text={text} />}
        </InlineStack>
      </InlineStack>
      {percent !== undefined && <Progress label={t("work.progress", { work: text })} percent={percent} />}
    </BlockStack>
  );
}

function PutAway({ name, text }: { name: WorkName; text: string }) {
  const { t } = useTranslation();
  const { putAway, busy } = useWorkAction(name);
  return (
    <Button
      variant="plain"
      loading={busy}
      onClick={putAway}
      accessibilityLabel={t("work.putAwayOne", { work: text })}
    >
      {t("work.putAway")}
    </Button>
  );
}

function useLines({ comparison, writing, push, update, tasks }: Work): Line[] {
  const { t } = useTranslation();
  const inWords = useTaskWords();
  const lines: Line[] = tasks.map((task) => {
    const { heading, url, result } = inWords(task);
    const name = { work: "task", taskId: task.id } as const;
    if (!result) return { name, text: heading, url, percent: task.percent };
    const { heading: came, body } = result;
    return { name, text: body ? `${came}${came.endsWith(".") ? "" : ":"} ${body}` : came, url };
  });
  if (push)
    lines.push({
      name: { work: "push" },
      text: t("work.push.waiting", { count: push.counts.waiting }),
      url: "/app/products/create",
      percent: pushedPercent(push.counts),
    });
  if (update)
    lines.push({
      name: { work: "update" },
      text: t("work.update.waiting", { count: update.counts.waiting }),
      url: "/app/products/update",
      percent: pushedPercent(update.counts),
    });
  if (comparison?.state === "running")
    lines.push({
      name: { work: "comparison" },
      text: t("work.comparison.heading"),
      url: "/app/stock",
      percent: comparedPercent(comparison),
    });
  if (comparison?.state === "done")
    lines.push({
      name: { work: "comparison" },
      text: t("labelled", {
        label: t("work.comparison.done", { count: comparison.compared }),
        value: t("work.comparison.differed", { count: comparison.differing }),
      }),
      url: "/app/stock",
    });
  if (writing)
    lines.push({
      name: { work: "writing" },
      text: t("work.writing.left", { count: writing.left }),
      url: "/app/stock",
      percent: writtenPercent(writing),
    });
  return lines;
}
