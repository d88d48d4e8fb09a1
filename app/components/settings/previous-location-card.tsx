import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownPreviousLocation } from "../../domain/stock/previous-location/list-previous-locations.ts";
import { Progress } from "../progress.tsx";
import { ClearLocationModal } from "./clear-location-modal.tsx";
import { PreviousUnits, useUnitWords } from "./previous-units.tsx";
import { useConnectionAction } from "./use-connection-action.ts";
import { useDialog } from "./use-dialog.ts";

interface PreviousLocationProps {
  location: ShownPreviousLocation;
  /** The location at which the warehouse's stock is shown now. */
  current: string;
}

const isUnderWay = ({ phase }: ShownPreviousLocation) => phase === "clearing" || phase === "restoring";

/** What a previous location still has, and how far its quantities are set to 0 or put back. */
export function PreviousLocationCard({ location, current }: PreviousLocationProps) {
  const { t } = useTranslation();
  const inWords = useUnitWords();
  const { phase, name, percent, unsure } = location;
  const heading = t(`connect.previous.${phase}.heading`, { location: name });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd" breakWord>
          {heading}
        </Text>
        <Body location={location} current={current} />
        {unsure.variants > 0 && (
          <PreviousUnits
            text={t("connect.previous.unsure", { quantities: inWords(unsure) })}
            shown={unsure}
          />
        )}
        {isUnderWay(location) && <Progress label={t("work.progress", { work: heading })} percent={percent} />}
        <Actions location={location} />
      </BlockStack>
    </Card>
  );
}

function Body({ location, current }: PreviousLocationProps) {
  const { t } = useTranslation();
  const inWords = useUnitWords();
  const { available, taken } = location;
  switch (location.phase) {
    case "offered":
      return (
        <>
          <Text as="p">
            {t("connect.previous.offered.body", { quantities: inWords(available), current })}
          </Text>
          <Text as="p">{t("connect.previous.offered.when", { current })}</Text>
        </>
      );
    case "clearing":
    case "restoring":
      return <Text as="p">{t("work.leave")}</Text>;
    case "cleared":
      return (
        <>
          <Text as="p">{t("connect.previous.cleared.body", { quantities: inWords(taken) })}</Text>
          {available.variants > 0 && (
            <PreviousUnits
              text={t("connect.previous.cleared.left", { quantities: inWords(available) })}
              shown={available}
            />
          )}
        </>
      );
    case "restored":
      return (
        <>
          <Text as="p">{t("connect.previous.restored.body")}</Text>
          {taken.variants > 0 && (
            <PreviousUnits
              text={t("connect.previous.restored.left", { quantities: inWords(taken) })}
              shown={taken}
            />
          )}
        </>
      );
    case "closed":
      return <Text as="p">{t("connect.previous.closed.body")}</Text>;
  }
}

function Actions({ location }: Pick<PreviousLocationProps, "location">) {
  const { t } = useTranslation();
  const { locationId, phase, name, available, taken } = location;
  const dialog = useDialog();
  const { send, busy } = useConnectionAction();
  const ask = (change: "restore" | "dismiss") => send({ intent: "previous-location", locationId, change });
  const named = (action: string) => t("labelled", { label: action, value: name });
  // Units may have come back since: by a canceled order, or by hand.
  const clear = t(phase === "cleared" ? "connect.previous.do.again" : "connect.previous.do.clear");
  const keep = t(phase === "offered" ? "connect.previous.do.keep" : "connect.previous.do.dismiss");
  return (
    <InlineStack gap="200">
      {!isUnderWay(location) && (available.variants > 0 || phase === "cleared") && (
        <Button id={dialog.openerId} accessibilityLabel={named(clear)} onClick={dialog.open}>
          {clear}
        </Button>
      )}
      {(phase === "clearing" || (!isUnderWay(location) && taken.variants > 0)) && (
        <Button
          loading={busy}
          accessibilityLabel={named(t("connect.previous.do.undo"))}
          onClick={() => ask("restore")}
        >
          {t("connect.previous.do.undo")}
        </Button>
      )}
      {!isUnderWay(location) && (
        <Button
          loading={busy}
          variant="tertiary"
          accessibilityLabel={named(keep)}
          onClick={() => ask("dismiss")}
        >
          {keep}
        </Button>
      )}
      {dialog.isOpen && <ClearLocationModal location={location} onClose={dialog.close} />}
    </InlineStack>
  );
}
