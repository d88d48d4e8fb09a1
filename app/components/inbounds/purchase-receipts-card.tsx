import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownReceipt } from "../../domain/inbounds/show-goods.ts";
import { Fact } from "../fact.tsx";
import { useDay } from "../use-day.ts";

/** What came when, as the warehouse booked it. */
export function PurchaseReceiptsCard({ receipts }: { receipts: ShownReceipt[] }) {
  const { t } = useTranslation();
  const inWords = useDay();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("inbounds.detail.receipts")}
        </Text>
        {receipts.length === 0 && (
          <Text as="p" tone="subdued">
            {t("inbounds.detail.noReceipts")}
          </Text>
        )}
        {receipts.map(({ date, shipment, isBeyond, good, defective, unclear }, position) => (
          <Fact
            key={position}
            label={
              isBeyond
                ? t("inbounds.detail.beyondReceipts")
                : [inWords(date), shipment].filter(Boolean).join(" · ")
            }
          >
            {[
              ...(isBeyond
                ? []
                : [
                    t(defective > 0 ? "inbounds.receivedDefective" : "inbounds.received", {
                      good,
                      defective,
                    }),
                  ]),
              ...(unclear > 0 ? [t("inbounds.receivedUnclear", { units: unclear })] : []),
            ].join(", ")}
          </Fact>
        ))}
      </BlockStack>
    </Card>
  );
}
