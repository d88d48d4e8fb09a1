import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PushCounts } from "../domain/catalog/preview-push.ts";

/** How many products would be created, and what becomes of the others. */
export function PushCountsCard({ counts }: { counts: PushCounts }) {
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
        <InlineStack key={label} align="space-between" gap="200">
          <Text as="span" tone="subdued">
            {label}
          </Text>
          <Text as="span" numeric>
            {number.format(count)}
          </Text>
        </InlineStack>
      ))}
    </BlockStack>
  );
}

function entries<Key extends string>(counts: Partial<Record<Key, number>>): [Key, number][] {
  return Object.entries(counts) as [Key, number][];
}
