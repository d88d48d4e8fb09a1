import { BlockStack, Card, DataTable, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../domain/stock/read-standing.ts";
import { When } from "./when.tsx";

/** What the last comparisons of all stock found, and what no event had told of. */
export function DriftCard({ standing, now }: { standing: StockStanding; now: Date }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { comparisons } = standing;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          {t("stock.drift.heading")}
        </Text>
        <Text as="p" tone="subdued">
          {t(comparisons.length > 0 ? "stock.drift.body" : "stock.drift.none")}
        </Text>
        {comparisons.length > 0 && (
          <DataTable
            increasedTableDensity
            columnContentTypes={["text", "numeric", "numeric", "numeric"]}
            headings={[
              t("stock.drift.when"),
              t("stock.drift.compared"),
              t("stock.drift.differing"),
              t("stock.drift.missed"),
            ]}
            rows={comparisons.map(({ at, compared, differing, missed }) => [
              <When key="at" at={at} now={now} />,
              ...[compared, differing, missed].map((value) => number.format(value)),
            ])}
          />
        )}
      </BlockStack>
    </Card>
  );
}
