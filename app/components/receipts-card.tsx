import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownReceipt } from "../domain/inbounds/show-goods.ts";
import { Fact } from "./fact.tsx";
import { useDay } from "./use-day.ts";

/** What came when, as the warehouse booked it. */
export function ReceiptsCard({ receipts }: { receipts: ShownReceipt[] }) {
  const { t } = useTranslation();
  const inWords = useDay();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("receipts.heading")}
        </Text>
        {receipts.length === 0 && (
          <Text as="p" tone="subdued">
            {t("receipts.none")}
          </Text>
        )}
        {receipts.map(({ date, shipment, isBeyond, good, defective, unclear }, position) => (
          <Fact
            key={position}
            label={isBeyond ? t("receipts.beyond") : [inWords(date), shipment].filter(Boolean).join(" · ")}
          >
            {[
              ...(isBeyond
                ? []
                : [
                    t(defective > 0 ? "receipts.goodDefective" : "receipts.good", {
                      good,
                      defective,
                    }),
                  ]),
              ...(unclear > 0 ? [t("receipts.unclear", { units: unclear })] : []),
            ].join(", ")}
          </Fact>
        ))}
      </BlockStack>
    </Card>
  );
}
