import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { DisconnectModal } from "./disconnect-modal.tsx";
import { useDialog } from "./use-dialog.ts";

/** The way out. */
export function DisconnectCard() {
  const { t } = useTranslation();
  const { isOpen, open, close, openerId } = useDialog();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          {t("connect.disconnect.title")}
        </Text>
        <Text as="p">{t("connect.disconnect.body")}</Text>
        <Button id={openerId} tone="critical" onClick={open}>
          {t("connect.disconnect.open")}
        </Button>
      </BlockStack>
      {isOpen && <DisconnectModal onClose={close} />}
    </Card>
  );
}
