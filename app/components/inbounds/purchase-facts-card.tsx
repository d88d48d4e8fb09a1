import { BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { PurchaseDetail } from "../../domain/inbounds/read-purchase.ts";
import { Fact } from "../fact.tsx";
import { LateBadge } from "./purchase-badges.tsx";
import { useDay } from "../use-day.ts";
import { useStatusWord } from "../use-status-word.ts";
import { When } from "../when.tsx";

/** Who sends it, when it is expected, and how it is called. */
export function PurchaseFactsCard({ detail, now }: { detail: PurchaseDetail; now: Date }) {
  const { t } = useTranslation();
  const inWords = useDay();
  const statusWord = useStatusWord();
  const { ref, status, fields, readAt } = detail;
  const address = [
    fields.senderAddressLine1,
    fields.senderAddressLine2,
    [fields.senderPostCode, fields.senderCity].filter(Boolean).join(" "),
    fields.senderCountryCode,
    fields.senderEmail,
    fields.senderPhonenumber,
  ].filter(Boolean);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("inbounds.detail.facts")}
        </Text>
        <Fact label={t("inbounds.form.supplier")}>{fields.senderName}</Fact>
        {address.length > 0 && <Fact label={t("inbounds.detail.address")}>{address.join(", ")}</Fact>}
        <Fact label={t("inbounds.detail.supplierRef")}>{fields.supplierRef}</Fact>
        <Fact label={t("inbounds.detail.expected")}>
          <InlineStack gap="200">
            {inWords(detail.expectedOn)}
            <LateBadge days={detail.daysLate} />
          </InlineStack>
        </Fact>
        <Fact label={t("inbounds.detail.status")}>
          {status === null
            ? t("inbounds.detail.notThere")
            : statusWord(detail.stage === "gone" || detail.stage === "deleted" ? null : status)}
        </Fact>
        <Fact label={t("inbounds.detail.ref")}>{ref}</Fact>
        {readAt && (
          <Fact label={t("inbounds.detail.read")}>
            <When at={readAt} now={now} />
          </Fact>
        )}
      </BlockStack>
    </Card>
  );
}
