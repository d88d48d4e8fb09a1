import { BlockStack, Card, Divider } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Freshness } from "../../domain/stock/report/read-freshness.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { CardHeading } from "./card-heading.tsx";
import { Fact } from "../fact.tsx";
import { FreshnessFacts } from "./freshness-facts.tsx";
import { StandBadge } from "./stand-badge.tsx";
import { When } from "../when.tsx";

/** How far stock had drifted when all of it was last compared, and how fresh it is. */
export function StockCard(props: { standing: StockStanding; freshness: Freshness; now: Date }) {
  const { standing, freshness, now } = props;
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
        {last && (
          <Fact label={t("stock.drift.found")}>
            {t("stock.drift.foundOf", { differing: last.differing, compared: last.compared })}
          </Fact>
        )}
        <Fact label={t("stock.drift.day")}>{number.format(standing.missed)}</Fact>
        <Divider />
        <FreshnessFacts freshness={freshness} />
      </BlockStack>
    </Card>
  );
}
