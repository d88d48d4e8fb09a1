import type { PurchaseStage } from "@prisma/client";
import { Badge, Tooltip, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

const TONE: Record<PurchaseStage, BadgeProps["tone"]> = {
  announcing: "attention",
  expected: "info",
  receiving: "attention",
  received: "success",
  cancelled: undefined,
  deleted: undefined,
  gone: "warning",
};

/** How far a purchase is, with what that means on hover and for screen readers. */
export function PurchaseStageBadge({ stage }: { stage: PurchaseStage }) {
  const { t } = useTranslation();
  return (
    <Tooltip content={t(`inbounds.stageHint.${stage}`)}>
      <Badge tone={TONE[stage]}>{t(`inbounds.stage.${stage}`)}</Badge>
    </Tooltip>
  );
}

/** By how many days goods are late; nothing when they are not. */
export function LateBadge({ days }: { days: number }) {
  const { t } = useTranslation();
  return days > 0 ? <Badge tone="critical">{t("inbounds.late", { count: days })}</Badge> : null;
}
