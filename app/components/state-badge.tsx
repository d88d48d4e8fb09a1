import { Badge, Tooltip, type BadgeProps } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

export const VARIANT_STATES = ["mapped", "no_sku", "duplicate_sku", "not_at_warehouse", "bundle"] as const;
export type VariantStateName = (typeof VARIANT_STATES)[number];

const TONE: Record<VariantStateName, BadgeProps["tone"]> = {
  mapped: "success",
  no_sku: "attention",
  duplicate_sku: "warning",
  not_at_warehouse: "attention",
  bundle: "info",
};

/** How a variant stands to the warehouse, with the reason on hover and for screen readers. */
export function StateBadge({ state }: { state: VariantStateName }) {
  const { t } = useTranslation();
  return (
    <Tooltip content={t(`stateHint.${state}`)}>
      <Badge tone={TONE[state]}>{t(`state.${state}`)}</Badge>
    </Tooltip>
  );
}
