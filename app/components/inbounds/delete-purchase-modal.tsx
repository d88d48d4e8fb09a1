import { Modal, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { usePurchaseAction } from "./use-purchase-action.ts";

/** Asks before a purchase is deleted at the warehouse. */
export function DeletePurchaseModal({ purchaseRef, onClose }: { purchaseRef: string; onClose(): void }) {
  const { t } = useTranslation();
  const { send, busy } = usePurchaseAction(purchaseRef, onClose);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("inbounds.deletion.heading")}
      primaryAction={{
        content: t("inbounds.deletion.confirm"),
        destructive: true,
        loading: busy,
        onAction: () => send({ what: "delete" }),
      }}
      secondaryActions={[{ content: t("inbounds.deletion.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <Text as="p">{t("inbounds.deletion.body")}</Text>
      </Modal.Section>
    </Modal>
  );
}
