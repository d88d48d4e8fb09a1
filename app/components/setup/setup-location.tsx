import { Banner, BlockStack, Button, FormLayout, Select, Text } from "@shopify/polaris";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShopLocation } from "../../domain/connection/list-locations.ts";
import type { SetupAnswer } from "../home/setup-answer.ts";
import { Why } from "./why.tsx";

/** The second step: where in the shop the warehouse's stock is shown. */
export function SetupLocation(props: {
  /** What was chosen, if it was. */
  locationName: string | null;
  connected: boolean;
  locations: ShopLocation[];
  answer: SetupAnswer | undefined;
}) {
  const { locationName, connected, locations, answer } = props;
  const { t } = useTranslation();
  return (
    <BlockStack gap="300">
      {locationName === null ? (
        <Text as="p">{t("setup.step.location.body")}</Text>
      ) : (
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{t("setup.step.location.done", { location: locationName })}</Text>
          <Button url="/app/connect">{t("setup.step.location.change")}</Button>
        </BlockStack>
      )}
      {locationName === null && connected && <LocationForm locations={locations} answer={answer} />}
      <Why>{t("setup.step.location.why")}</Why>
    </BlockStack>
  );
}

function LocationForm({ locations, answer }: { locations: ShopLocation[]; answer: SetupAnswer | undefined }) {
  const { t } = useTranslation();
  const busy = useNavigation().state !== "idle";
  const [chosen, setChosen] = useState<string>();
  const [missing, setMissing] = useState(false);
  // One of several is the merchant's to choose: the wrong one would be a costly default.
  const [first, ...others] = locations;
  const locationId = chosen ?? (others.length === 0 ? first?.id : undefined);
  if (locations.length === 0) return <Banner tone="warning">{t("connect.noLocations")}</Banner>;
  return (
    <BlockStack gap="300">
      {answer?.outcome === "location-unknown" && (
        <Banner tone="critical" title={t("connect.locationUnknown.heading")}>
          {t("connect.locationUnknown.body")}
        </Banner>
      )}
      <Form
        method="post"
        onSubmit={(event) => {
          if (!locationId) event.preventDefault();
          setMissing(!locationId);
        }}
      >
        <input type="hidden" name="intent" value="location" />
        <FormLayout>
          <Select
            name="locationId"
            placeholder={t("connect.chooseLocation")}
            value={locationId ?? ""}
            onChange={setChosen}
            error={missing && !locationId && t("connect.fault.missing")}
            label={t("connect.location")}
            helpText={t("connect.locationHelp")}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Button submit variant="primary" loading={busy}>
            {t("setup.step.location.save")}
          </Button>
        </FormLayout>
      </Form>
    </BlockStack>
  );
}
