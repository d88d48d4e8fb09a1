import { Banner, BlockStack, List, Modal, Select, SkeletonBodyText } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShopLocation } from "../../domain/connection/list-locations.ts";
import { useConnectionAction } from "./use-connection-action.ts";

/** Has the warehouse's stock shown elsewhere, and says beforehand what that means. */
export function LocationModal({ locationName, onClose }: { locationName: string; onClose(): void }) {
  const { t } = useTranslation();
  const { data, load } = useFetcher<{ locations: ShopLocation[]; locationId: string | null }>();
  const { send, busy, answer } = useConnectionAction(onClose);
  const [chosen, setChosen] = useState("");
  useEffect(() => load("/app/connect/locations"), []); // oxlint-disable-line react/exhaustive-deps -- Once, when it opens.
  const others = data?.locations.filter(({ id }) => id !== data.locationId);
  return (
    <Modal
      open
      onClose={onClose}
      title={t("connect.change.location.heading")}
      primaryAction={{
        content: t("connect.change.location.save"),
        loading: busy,
        disabled: chosen === "",
        onAction: () => send({ intent: "location", locationId: chosen }),
      }}
      secondaryActions={[{ content: t("connect.change.cancel"), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {answer?.outcome === "location-unknown" && (
            <Banner tone="critical" title={t("connect.locationUnknown.heading")}>
              {t("connect.locationUnknown.body")}
            </Banner>
          )}
          <List>
            <List.Item>{t("connect.change.location.old", { location: locationName })}</List.Item>
            <List.Item>{t("connect.change.location.new")}</List.Item>
          </List>
          {!others && <SkeletonBodyText lines={2} />}
          {others?.length === 0 && <Banner tone="warning">{t("connect.change.location.none")}</Banner>}
          {others && others.length > 0 && (
            <Select
              label={t("connect.change.location.to")}
              placeholder={t("connect.chooseLocation")}
              value={chosen}
              onChange={setChosen}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
