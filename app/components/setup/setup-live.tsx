import { BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { GoLiveModal } from "../stock/go-live-modal.tsx";
import { PlanNeeded } from "../plan-needed.tsx";
import { usePanel } from "../use-panel.ts";
import { Why } from "./why.tsx";

/** The last step: from then on the shop's stock follows the warehouse. */
export function SetupLive({ compared, standing }: { compared: boolean; standing: StockStanding }) {
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const [asking, setAsking] = useState(false);
  const { phase, pausedAt } = standing;
  return (
    <BlockStack gap="300">
      <Text as="p">{t(`setup.step.live.${phase}`)}</Text>
      {phase !== "live" &&
        (compared ? (
          <ButtonGroup>
            <Button variant="primary" disabled={planNeeded} onClick={() => setAsking(true)}>
              {t("stock.do.goLive")}
            </Button>
            <Button url="/app/stock">{t("setup.step.live.some")}</Button>
          </ButtonGroup>
        ) : (
          <Text as="p">{t("setup.step.live.notYet")}</Text>
        ))}
      {phase !== "live" && <PlanNeeded />}
      <Why>{t("setup.step.live.why")}</Why>
      {asking && <GoLiveModal paused={pausedAt !== null} onClose={() => setAsking(false)} />}
    </BlockStack>
  );
}
