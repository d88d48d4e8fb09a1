import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { MANY_RETURNS, type ReturnCounts } from "../domain/returns/count-returns.ts";
import { CardHeading } from "./card-heading.tsx";

const WAITING = ["needs", "requested", "earlier"] as const;

/** What of the shop's returns waits for the merchant, each with where it is. */
export function ReturnsCard({ counts }: { counts: ReturnCounts }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading
          title={t("returns.home.heading")}
          link={{ content: t("returns.home.see"), url: "/app/returns" }}
        />
        <BlockStack gap="100">
          {WAITING.map((tab) => {
            const count = counts[tab];
            const shown =
              count < MANY_RETURNS ? number.format(count) : t("returns.home.many", { count: MANY_RETURNS });
            return (
              <InlineStack key={tab} align="space-between" gap="200">
                <Text as="span" tone="subdued">
                  {t(`returns.home.${tab}`)}
                </Text>
                {count === 0 ? (
                  <Text as="span">{shown}</Text>
                ) : (
                  <Link
                    url={`/app/returns?tab=${tab}`}
                    accessibilityLabel={`${t(`returns.home.${tab}`)}: ${shown}`}
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
