import { BlockStack, Button, Card, InlineStack, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { DownloadButton } from "../download-button.tsx";

const FILES = ["mappings", "stock", "activity"] as const;
const REMAINS = ["figures", "returns", "events", "back"] as const;

/** What to take along before Dockline is uninstalled, and what stays behind. */
export function LeaveCard() {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("privacy.take.title")}
        </Text>
        <Text as="p">{t("privacy.take.body")}</Text>
        <InlineStack gap="200">
          {FILES.map((of) => (
            <DownloadButton
              key={of}
              url={`/app/${of}.csv`}
              name={`${of}.csv`}
              label={t(`privacy.take.${of}`)}
              failed={t("privacy.take.failed")}
            />
          ))}
        </InlineStack>
        <List>
          {REMAINS.map((what) => (
            <List.Item key={what}>{t(`privacy.leave.${what}`)}</List.Item>
          ))}
        </List>
        <Button url="/app/connect">{t("privacy.leave.disconnect")}</Button>
      </BlockStack>
    </Card>
  );
}
