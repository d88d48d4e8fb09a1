import { BlockStack, Card, Divider, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { UpdateProgress } from "../../domain/catalog/update/read-update-page.ts";
import { WorkCard } from "../work-card.tsx";
import { pushedPercent } from "../work-percent.ts";
import { Counted } from "./push-counts-card.tsx";
import { useWhyNotUpdated } from "./use-why-not-updated.ts";

const DONE = ["updated", "unmapped", "gone", "rejected"] as const;

/** How far the updating is. */
export function UpdateProgressCard({ progress: { counts } }: { progress: UpdateProgress }) {
  const { t } = useTranslation();
  return (
    <WorkCard
      name={{ work: "update" }}
      heading={t("update.progress.heading")}
      percent={pushedPercent(counts)}
      question={{
        heading: t("update.stop.heading"),
        body: t("update.stop.body", { count: counts.waiting }),
        yes: t("update.stop.yes"),
      }}
    >
      <Text as="p">
        {t("work.update.waiting", { count: counts.waiting })} {t("work.leave")}
      </Text>
    </WorkCard>
  );
}

/** What the last update led to, and which products it did not update completely. */
export function UpdateResultCard({ progress: { counts, incomplete } }: { progress: UpdateProgress }) {
  const { t } = useTranslation();
  const whyNot = useWhyNotUpdated();
  const rows = DONE.map((state) => ({ label: t(`update.result.${state}`), count: counts[state] }));
  return (
    <Card>
      <BlockStack gap="300">
        <Counted heading={t("update.result.heading")} rows={rows.filter(({ count }) => count > 0)} />
        {incomplete.length > 0 && (
          <BlockStack gap="100">
            <Text as="h3" variant="headingSm">
              {t("update.incomplete.heading")}
            </Text>
            <Text as="p">{t("update.incomplete.body")}</Text>
          </BlockStack>
        )}
        {incomplete.map((update) => (
          <Fragment key={update.sku}>
            <Divider />
            <Text as="p" fontWeight="semibold" breakWord>
              {update.sku}
            </Text>
            <Text as="p" breakWord>
              {whyNot(update)}
            </Text>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}
