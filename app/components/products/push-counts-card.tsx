import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PushCounts } from "../../domain/catalog/push/preview-push.ts";
import { Fact } from "../fact.tsx";

/** How many products would be created, and what becomes of the others; with the button that creates them. */
export function PushCountsCard({ counts, children }: { counts: PushCounts; children: ReactNode }) {
  const { t } = useTranslation();
  const skipped = entries(counts.skipped).map(([reason, count]) => ({
    label: t(`push.skip.${reason}`),
    count,
  }));
  const leftOut = entries(counts.leftOut).map(([field, count]) => ({
    label: t(`push.field.${field}`),
    count,
  }));
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("push.count", { count: counts.create })}
        </Text>
        <Text as="p">{t("push.intro")}</Text>
        <Counted heading={t("push.leftOut")} rows={leftOut} />
        <Counted heading={t("push.skipped")} rows={skipped} />
        {children}
      </BlockStack>
    </Card>
  );
}

export function Counted({ heading, rows }: { heading: string; rows: { label: string; count: number }[] }) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  if (rows.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {heading}
      </Text>
      {rows.map(({ label, count }) => (
        <Fact key={label} label={label}>
          {number.format(count)}
        </Fact>
      ))}
    </BlockStack>
  );
}

function entries<Key extends string>(counts: Partial<Record<Key, number>>): [Key, number][] {
  return Object.entries(counts) as [Key, number][];
}
