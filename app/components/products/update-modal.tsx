import { useAppBridge } from "@shopify/app-bridge-react";
import { Banner, BlockStack, List, Modal, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import { useValueWords } from "./use-value-words.ts";
import { useVariantAction } from "./use-variant-action.ts";

/** Which of a product's values an update would overwrite at the warehouse, before anything is sent. */
export function UpdateModal({ variant, onClose }: { variant: VariantDetail; onClose(): void }) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { changeOf } = useValueWords();
  const { send, busy, answer, failed } = useVariantAction(variant.variantId);
  const { differences, fingerprint } = variant.values;
  useEffect(() => {
    if (answer?.outcome !== "started") return;
    void bridge.toast.show(t("update.queued"));
    onClose();
  }, [answer, bridge, onClose, t]);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("update.ask")}
      primaryAction={{
        content: t("update.confirm"),
        loading: busy,
        disabled: differences.length === 0,
        onAction: () => send({ intent: "update", fingerprint }),
      }}
      secondaryActions={[{ content: t("update.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {failed && <Banner tone="warning">{failed}</Banner>}
          <List>
            {differences.map((difference) => (
              <List.Item key={difference.field}>
                <Text as="span" breakWord>
                  {changeOf(difference)}
                </Text>
              </List.Item>
            ))}
          </List>
          <Text as="p" tone="subdued">
            {t("update.askBody")}
          </Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
