import type { ReturnStage } from "@prisma/client";
import { Badge, Tooltip, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

const TONE: Record<ReturnStage, BadgeProps["tone"]> = {
  requested: "attention",
  earlier: undefined,
  approved: "info",
  announced: "info",
  labelled: "info",
  receiving: "attention",
  received: "attention",
  settled: "success",
  closed: "success",
  cancelled: undefined,
  declined: undefined,
};

/** How far a return is, with what that means on hover and for screen readers. */
export function ReturnStageBadge({ stage }: { stage: ReturnStage }) {
  const { t } = useTranslation();
  return (
    <Tooltip content={t(`returns.stageHint.${stage}`)}>
      <Badge tone={TONE[stage]}>{t(`returns.stage.${stage}`)}</Badge>
    </Tooltip>
  );
}
