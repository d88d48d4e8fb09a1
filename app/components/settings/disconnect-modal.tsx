import { BlockStack, List, Modal, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { DownloadButton } from "../download-button.tsx";
import { useConnectionAction } from "./use-connection-action.ts";

const PARTS = [
  { part: "stops", consequences: ["stock", "returns", "purchases"] },
  { part: "stays", consequences: ["figures", "words", "history", "warehouse"] },
  { part: "goes", consequences: ["keys", "waiting"] },
] as const;

/** Asks before the warehouse is disconnected, and says what stops, what stays and what is deleted. */
export function DisconnectModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { send, busy } = useConnectionAction(onClose);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("connect.disconnect.heading")}
      primaryAction={{
        content: t("connect.disconnect.confirm"),
        destructive: true,
        loading: busy,
        onAction: () => send({ intent: "disconnect" }),
      }}
      secondaryActions={[{ content: t("connect.change.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {PARTS.map(({ part, consequences }) => (
            <BlockStack key={part} gap="200">
              <Text as="h3" variant="headingSm">
                {t(`connect.disconnect.part.${part}`)}
              </Text>
              <List>
                {consequences.map((what) => (
                  <List.Item key={what}>{t(`connect.disconnect.consequence.${what}`)}</List.Item>
                ))}
              </List>
            </BlockStack>
          ))}
          <DownloadButton
            url="/app/mappings.csv"
            name="mappings.csv"
            label={t("connect.disconnect.export")}
            failed={t("connect.disconnect.exportFailed")}
            plain
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
