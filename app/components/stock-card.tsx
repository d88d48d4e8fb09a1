import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../domain/stock/read-standing.ts";
import { Fact } from "./fact.tsx";
import { StandBadge } from "./stand-badge.tsx";
import { When } from "./when.tsx";

/** How fresh stock is, and how far it had drifted when all of it was last compared. */
export function StockCard({ standing, now }: { standing: StockStanding; now: Date }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const [last] = standing.comparisons;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {t("stock.title")}
            </Text>
            <StandBadge stand={standing.stand} />
          </InlineStack>
          <Button variant="plain" url="/app/stock">
            {t("stock.see")}
          </Button>
        </InlineStack>
        <Fact label={t("stock.drift.last")}>
          {last ? <When at={last.at} now={now} /> : t("stock.drift.never")}
        </Fact>
        {last && <Fact label={t("stock.drift.found")}>{number.format(last.differing)}</Fact>}
        <Fact label={t("stock.drift.day")}>{number.format(standing.missed)}</Fact>
      </BlockStack>
    </Card>
  );
}
