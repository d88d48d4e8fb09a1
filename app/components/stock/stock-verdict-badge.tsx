import type { StockVerdict } from "@prisma/client";
import { Badge, Tooltip, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

const TONE: Record<StockVerdict, BadgeProps["tone"]> = {
  equal: "success",
  write: "info",
  activate: "info",
  stopped: "critical",
  sale: undefined,
  untracked: "attention",
  not_stocked: "attention",
  absurd: "warning",
  rejected: "warning",
  gone: undefined,
};

/** How a variant's stock was last found, with the reason on hover and for screen readers. */
export function StockVerdictBadge({ verdict }: { verdict: StockVerdict }) {
  const { t } = useTranslation();
  return (
    <Tooltip content={t(`stock.verdictHint.${verdict}`)}>
      <Badge tone={TONE[verdict]}>{t(`stock.verdict.${verdict}`)}</Badge>
    </Tooltip>
  );
}
