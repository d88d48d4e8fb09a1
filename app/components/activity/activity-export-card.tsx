import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DownloadButton } from "../download-button.tsx";

/** Where the activities, narrowed as they are listed, are downloaded, and the way to the bundle for whoever helps. */
export function ActivityExportCard() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const asked = new URLSearchParams(
    ["tab", "search", "from", "until"].flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("activity.export.heading")}
        </Text>
        <Text as="p">{t("activity.export.body")}</Text>
        <InlineStack gap="300">
          <DownloadButton
            url={`/app/activity.csv?${asked.toString()}`}
            name="activity.csv"
            label={t("activity.export.action")}
            failed={t("activity.export.failed")}
          />
          <Button url="/app/activity/support">{t("activity.export.support")}</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
