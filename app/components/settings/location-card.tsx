import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { LocationModal } from "./location-modal.tsx";
import { useDialog } from "./use-dialog.ts";

/** Where in the shop the warehouse's stock is shown. */
export function LocationCard({ locationName }: { locationName: string | null }) {
  const { t } = useTranslation();
  const { isOpen, open, close, openerId } = useDialog();
  return (
    <Card>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {t("connect.location")}
          </Text>
          <Text as="p">{locationName ?? t("connect.noLocationYet")}</Text>
        </BlockStack>
        {locationName === null ? (
          <Button url="/app/setup">{t("setup.continue")}</Button>
        ) : (
          <Button id={openerId} accessibilityLabel={t("connect.change.location.heading")} onClick={open}>
            {t("connect.change.action")}
          </Button>
        )}
      </InlineStack>
      {isOpen && locationName !== null && <LocationModal locationName={locationName} onClose={close} />}
    </Card>
  );
}
