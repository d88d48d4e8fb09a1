import { BlockStack, Card } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../domain/stock/read-standing.ts";
import { CardHeading } from "./card-heading.tsx";
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
        <CardHeading
          title={t("stock.title")}
          badge={<StandBadge stand={standing.stand} />}
          link={{ content: t("stock.see"), url: "/app/stock" }}
        />
        <Fact label={t("stock.drift.last")}>
          {last ? <When at={last.at} now={now} /> : t("stock.drift.never")}
        </Fact>
        {last && <Fact label={t("stock.drift.found")}>{number.format(last.differing)}</Fact>}
        <Fact label={t("stock.drift.day")}>{number.format(standing.missed)}</Fact>
      </BlockStack>
    </Card>
  );
}
