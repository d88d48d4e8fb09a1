import { BlockStack, Card, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { COMPARED_FIELDS } from "../../domain/catalog/update/compare-product.ts";
import type { UpdatePreview } from "../../domain/catalog/update/preview-update.ts";
import { Counted } from "./push-counts-card.tsx";
import { useValueWords } from "./use-value-words.ts";

/** How many products would change at the warehouse, and in which fields; with the button that updates them. */
export function UpdateCountsCard(props: Pick<UpdatePreview, "count" | "fields"> & { children: ReactNode }) {
  const { t } = useTranslation();
  const { nameOf } = useValueWords();
  const { count, fields, children } = props;
  const rows = COMPARED_FIELDS.map((field) => ({ label: nameOf(field), count: fields[field] ?? 0 }));
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("update.count", { count })}
        </Text>
        <Text as="p">{t("update.intro")}</Text>
        <Counted heading={t("update.fields")} rows={rows.filter((row) => row.count > 0)} />
        {children}
      </BlockStack>
    </Card>
  );
}
