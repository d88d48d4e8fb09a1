import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { DataRequest } from "../../domain/privacy/read-data-requests.ts";
import { DownloadButton } from "../download-button.tsx";
import { useMoment } from "../use-moment.ts";

/** Shoppers who want to know what is kept about them, and what the merchant answers. */
export function DataRequestsCard({ requests }: { requests: DataRequest[] }) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const list = new Intl.ListFormat(i18n.language, { type: "unit", style: "long" });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("privacy.asked.title")}
        </Text>
        <Text as="p">{t("privacy.asked.body")}</Text>
        {requests.length === 0 && (
          <Text as="p" tone="subdued">
            {t("privacy.asked.none")}
          </Text>
        )}
        {requests.map(({ request, at, orderIds, returns }) => (
          <BlockStack key={request} gap="200" inlineAlign="start">
            <Text as="h3" variant="headingSm">
              {t("privacy.asked.row", { day: moment(at), count: orderIds.length })}
            </Text>
            <Text as="p">
              {returns.length > 0
                ? t("privacy.asked.kept", { returns: list.format(returns) })
                : t("privacy.asked.nothing")}
            </Text>
            {returns.length > 0 && (
              <DownloadButton
                url={`/app/settings/privacy/answer.json?request=${request}`}
                name={`data-request-${request}.json`}
                label={t("privacy.asked.download")}
                failed={t("privacy.asked.failed")}
              />
            )}
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}
