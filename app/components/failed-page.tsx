import { Banner, BlockStack, Button, Page, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

/** Stands in for a page that could not be shown. */
export function FailedPage() {
  const { t } = useTranslation();
  return (
    <Page>
      <Banner tone="critical" title={t("error.heading")}>
        <BlockStack gap="200" inlineAlign="start">
          <Text as="p">{t("error.body")}</Text>
          <Button onClick={() => window.location.reload()}>{t("error.retry")}</Button>
        </BlockStack>
      </Banner>
    </Page>
  );
}
