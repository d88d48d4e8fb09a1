import { BlockStack, Card, IndexTable, Text, useBreakpoints } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { When } from "../when.tsx";

/** What the last comparisons of all stock found, and what no event had told of. */
export function DriftCard({ standing, now }: { standing: StockStanding; now: Date }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const { smDown } = useBreakpoints();
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
          <IndexTable
            condensed={smDown}
            selectable={false}
            itemCount={comparisons.length}
            headings={[
              { title: t("stock.drift.when") },
              { title: t("stock.drift.compared"), alignment: "end" },
              { title: t("stock.drift.differing"), alignment: "end" },
              { title: t("stock.drift.missed"), alignment: "end" },
            ]}
          >
            {comparisons.map(({ at, compared, differing, missed }, position) => (
              <IndexTable.Row key={position} id={String(position)} position={position}>
                {smDown ? (
                  <div className="stacked-row">
                    <When at={at} now={now} />
                    <Text as="p" tone="subdued">
                      {t("stock.drift.figures", { compared, differing, missed })}
                    </Text>
                  </div>
                ) : (
                  <>
                    <IndexTable.Cell>
                      <When at={at} now={now} />
                    </IndexTable.Cell>
                    {[compared, differing, missed].map((value, column) => (
                      <IndexTable.Cell key={column}>
                        <Text as="span" alignment="end" numeric>
                          {number.format(value)}
                        </Text>
                      </IndexTable.Cell>
                    ))}
                  </>
                )}
              </IndexTable.Row>
            ))}
          </IndexTable>
        )}
      </BlockStack>
    </Card>
  );
}
