import { Badge, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";

const TONE: Record<StockStanding["stand"], BadgeProps["tone"]> = {
  shadow: "info",
  selection: "info",
  live: "success",
  paused: "warning",
  sale: "attention",
};

/** How far stock is written. */
export function StandBadge({ stand }: { stand: StockStanding["stand"] }) {
  const { t } = useTranslation();
  return <Badge tone={TONE[stand]}>{t(`stock.stand.${stand}.badge`)}</Badge>;
}
