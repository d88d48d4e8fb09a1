import { BlockStack, Card, Text, IndexTable, useBreakpoints } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { variantName } from "./variant-name.ts";
import { When } from "./when.tsx";

export interface ShownChange {
  id: string;
  at: Date;
  productTitle: string | null;
  variantTitle: string | null;
  sku: string;
  from: number;
  to: number;
}

/** The stock the shop was last given. */
export function LatestChangesCard({ changes, now }: { changes: ShownChange[]; now: Date }) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  return (
    <Card padding={changes.length > 0 ? "0" : "400"}>
      <BlockStack gap="300">
        <div className={changes.length > 0 ? "card-heading" : undefined}>
          <Text as="h2" variant="headingMd">
            {t("home.latest.heading")}
          </Text>
        </div>
        {changes.length === 0 ? (
          <Text as="p" tone="subdued">
            {t("home.latest.none")}
          </Text>
        ) : (
          <IndexTable
            condensed={smDown}
            selectable={false}
            itemCount={changes.length}
            headings={[
              { title: t("home.latest.product") },
              { title: t("home.latest.change"), alignment: "end" },
              { title: t("home.latest.when"), alignment: "end" },
            ]}
          >
            {changes.map(({ id, at, productTitle, variantTitle, sku, from, to }, position) => (
              <IndexTable.Row key={id} id={id} position={position}>
                <IndexTable.Cell>
                  <Text as="span" fontWeight="semibold">
                    {productTitle === null ? sku : variantName({ productTitle, variantTitle })}
                  </Text>
                </IndexTable.Cell>
                <IndexTable.Cell>
                  <Text as="span" alignment="end" numeric>
                    {t("home.latest.fromTo", { from, to })}
                  </Text>
                </IndexTable.Cell>
                <IndexTable.Cell>
                  <Text as="span" alignment="end" tone="subdued">
                    <When at={at} now={now} />
                  </Text>
                </IndexTable.Cell>
              </IndexTable.Row>
            ))}
          </IndexTable>
        )}
      </BlockStack>
    </Card>
  );
}
