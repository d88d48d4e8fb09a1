import { Banner, BlockStack, Modal, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { useStockAction } from "../use-stock-action.ts";

/** Asks, naming how many, whether what was held back may go to 0. */
export function AllowZeroesModal({ stopped, onClose }: { stopped: number; onClose(): void }) {
  const { t } = useTranslation();
  const { send, busy, answer } = useStockAction(onClose);
  const more = answer?.outcome === "more-stopped" ? answer.count : undefined;
  const count = more ?? stopped;
  return (
    <Modal
      open
      onClose={onClose}
      title={t("stock.allow.heading", { count })}
      primaryAction={{
        content: t("stock.allow.yes", { count }),
        destructive: true,
        loading: busy,
        onAction: () => send({ intent: "allow-zeroes", seen: count }),
      }}
      secondaryActions={[{ content: t("stock.do.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {more !== undefined && <Banner tone="warning">{t("stock.allow.more")}</Banner>}
          <Text as="p">{t("stock.allow.body", { count })}</Text>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
