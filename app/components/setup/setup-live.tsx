import { BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Sharing } from "../../domain/connection/warehouse-account.ts";
import type { StockForm } from "../../domain/stock/settings/read-stock-form.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { SoldElsewhere } from "../settings/sold-elsewhere.tsx";
import { GoLiveModal } from "../stock/go-live-modal.tsx";
import { PlanNeeded } from "../plan-needed.tsx";
import { usePanel } from "../use-panel.ts";
import { Why } from "./why.tsx";

/** The last step: from then on the shop's stock follows the warehouse. */
export function SetupLive(props: {
  compared: boolean;
  standing: StockStanding;
  /** How it is known that others sell from the warehouse's stock; null where nobody is known to. */
  sharing: Sharing | null;
  soldElsewhere: StockForm["soldElsewhere"];
}) {
  const { compared, standing, sharing, soldElsewhere } = props;
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { formData, submit } = useFetcher();
  // What was chosen last, while it is being saved.
  const sent = formData?.get("soldElsewhere");
  const submitted = typeof sent === "string" ? sent : undefined;
  const [asking, setAsking] = useState(false);
  const { phase, pausedAt } = standing;
  return (
    <BlockStack gap="300">
      <Text as="p">{t(`setup.step.live.${phase}`)}</Text>
      <SoldElsewhere
        value={submitted ?? soldElsewhere}
        sharing={sharing}
        onChange={(chosen) =>
          submit(
            { intent: "sold-elsewhere", soldElsewhere: chosen },
            { method: "post", action: "/app/setup" },
          )
        }
      />
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
