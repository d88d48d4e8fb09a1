import { BlockStack, List, Modal, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownPreviousLocation } from "../../domain/stock/previous-location/list-previous-locations.ts";
import { PreviousUnits, useUnitWords } from "./previous-units.tsx";
import { useConnectionAction } from "./use-connection-action.ts";

/** Shows what setting the quantities at a previous location to 0 would change, before it is done. */
export function ClearLocationModal({
  location,
  onClose,
}: {
  location: ShownPreviousLocation;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const inWords = useUnitWords();
  const { send, busy } = useConnectionAction(onClose);
  const { locationId, name, available } = location;
  return (
    <Modal
      open
      onClose={onClose}
      title={t("connect.previous.ask.heading", { location: name })}
      primaryAction={{
        content: t("connect.previous.do.clear"),
        destructive: true,
        loading: busy,
        onAction: () => send({ intent: "previous-location", locationId, change: "clear" }),
      }}
      secondaryActions={[{ content: t("connect.change.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{t("connect.previous.ask.quantities", { quantities: inWords(available) })}</Text>
          {available.variants > 0 && (
            <PreviousUnits text={t("connect.previous.ask.most")} shown={available} />
          )}
          <List>
            <List.Item>{t("connect.previous.ask.committed")}</List.Item>
            <List.Item>{t("connect.previous.ask.undo")}</List.Item>
          </List>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
