import { Banner, BlockStack, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { countOf, JUMP_WAYS, type StoppedJumps } from "../../domain/stock/mirror/jumps.ts";
import { useStockAction } from "../use-stock-action.ts";

/** Asks, naming how many and how many units, whether the stock of variants that are held back is right. */
export function ConfirmJumpsModal({ stopped, onClose }: { stopped: StoppedJumps; onClose(): void }) {
  const { t } = useTranslation();
  const { send, busy, answer } = useStockAction(onClose);
  const others = answer?.outcome === "other-jumps" ? answer.stopped : undefined;
  // What is read meanwhile does not change under the merchant's hand.
  const [asked] = useState(stopped);
  const jumps = others ?? asked;
  const count = countOf(jumps);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("stock.confirm.heading", { count })}
      primaryAction={{
        content: t("stock.confirm.yes", { count }),
        destructive: true,
        loading: busy,
        onAction: () => send({ intent: "confirm-jumps", seen: jumps }),
      }}
      secondaryActions={[{ content: t("stock.do.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {others && <Banner tone="warning">{t("stock.confirm.others")}</Banner>}
          <List>
            {JUMP_WAYS.filter((way) => jumps[way].count > 0).map((way) => (
              <List.Item key={way}>{t(`stock.confirm.${way}`, { ...jumps[way] })}</List.Item>
            ))}
          </List>
          {jumps.emptied.count > 0 && <Text as="p">{t("stock.confirm.down")}</Text>}
          {jumps.raised.count > 0 && <Text as="p">{t("stock.confirm.up")}</Text>}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
