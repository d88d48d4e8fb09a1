import { BlockStack, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { StockChange } from "../domain/connection/read-overview.ts";
import { variantName } from "./variant-name.ts";
import { When } from "./when.tsx";

/** The stock the shop was last given. */
export function LatestChangesCard({ changes, now }: { changes: StockChange[]; now: Date }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("home.latest.heading")}
        </Text>
        {changes.length === 0 && (
          <Text as="p" tone="subdued">
            {t("home.latest.none")}
          </Text>
        )}
        {changes.map(({ id, at, productTitle, variantTitle, sku, from, to }, position) => (
          <Fragment key={id}>
            {position > 0 && <Divider />}
            <InlineStack align="space-between" gap="200">
              <Text as="span" fontWeight="semibold" breakWord>
                {productTitle === null ? sku : variantName({ productTitle, variantTitle })}
              </Text>
              <InlineStack gap="400">
                <Text as="span" numeric>
                  {t("home.latest.fromTo", { from, to })}
                </Text>
                <Text as="span" tone="subdued">
                  <When at={at} now={now} />
                </Text>
              </InlineStack>
            </InlineStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}
