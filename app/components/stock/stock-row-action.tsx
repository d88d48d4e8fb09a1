import { Button } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Difference } from "../../domain/stock/report/list-differences.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { usePanel } from "../use-panel.ts";
import { useStockAction } from "../use-stock-action.ts";
import { variantName } from "../variant-name.ts";

/** The one thing to do about a variant in the report; nothing where it is the warehouse's or the shop's turn. */
export function StockRowAction(props: {
  row: Pick<Difference, "variantId" | "productTitle" | "variantTitle" | "verdict" | "live">;
  phase: StockStanding["phase"];
  onAsk(): void;
}) {
  const { row, phase, onAsk } = props;
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { send, busy } = useStockAction();
  const { variantId, verdict, live } = row;
  const one = act();
  if (!one) return null;
  const { label, ...does } = one;
  return (
    // A click on a row opens the variant; one in here does not.
    <div onClick={(event) => event.stopPropagation()}>
      <Button
        size="slim"
        loading={busy}
        accessibilityLabel={t(`stock.do.${label}One`, { variant: variantName(row) })}
        {...does}
      >
        {t(`stock.do.${label}`)}
      </Button>
    </div>
  );

  function act() {
    switch (verdict) {
      case "untracked":
        return { label: "track" as const, onClick: () => send({ intent: "track", variantId }) };
      case "write":
      case "activate":
        if (phase === "live" || (phase === "selection" && live)) return undefined;
        return {
          label: "live" as const,
          disabled: planNeeded,
          onClick: () => send({ intent: "go-live", variantIds: [variantId] }),
        };
      case "stopped":
        return { label: "ask" as const, onClick: onAsk };
      case "sale":
      case "not_stocked":
        return { label: "set" as const, url: "/app/settings/stock" };
      case "absurd":
      case "rejected":
        return undefined;
    }
  }
}
