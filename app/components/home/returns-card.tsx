import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { MANY_RETURNS, type ReturnCounts } from "../../domain/returns/count-returns.ts";
import { RETURN_TABS } from "../../domain/returns/return-tabs.ts";
import { CardHeading } from "./card-heading.tsx";

/** How many of the shop's returns stand where, each with the list of them. */
export function ReturnsCard({ counts }: { counts: ReturnCounts }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading
          title={t("home.returns.heading")}
          link={{ content: t("home.returns.see"), url: "/app/returns" }}
        />
        <BlockStack gap="100">
          {RETURN_TABS.map((tab) => {
            const count = counts[tab];
            const shown =
              count < MANY_RETURNS ? number.format(count) : t("home.returns.many", { count: MANY_RETURNS });
            return (
              <InlineStack key={tab} align="space-between" gap="200">
                <Text as="span" tone="subdued">
                  {t(`home.returns.${tab}`)}
                </Text>
                {count === 0 ? (
                  <Text as="span">{shown}</Text>
                ) : (
                  <Link
                    url={`/app/returns?tab=${tab}`}
                    accessibilityLabel={t("labelled", { label: t(`home.returns.${tab}`), value: shown })}
                  >
                    {shown}
                  </Link>
                )}
              </InlineStack>
            );
          })}
        </BlockStack>
      </BlockStack>
    </Card>
  );
}
