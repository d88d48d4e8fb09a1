import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { DownloadButton } from "./download-button.tsx";

/** Where a page's whole matter is downloaded as a file. */
export function ExportCard({ of }: { of: "mappings" | "stock" }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t(`${of}.export.heading`)}
        </Text>
        <Text as="p">{t(`${of}.export.body`)}</Text>
        <DownloadButton
          url={`/app/${of}.csv`}
          name={`${of}.csv`}
          label={t(`${of}.export.action`)}
          failed={t(`${of}.export.failed`)}
        />
      </BlockStack>
    </Card>
  );
}
