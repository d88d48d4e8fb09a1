import type { VariantState } from "@prisma/client";
import { Badge, Tooltip, type BadgeProps } from "@shopify/polaris";
import type { VariantTab } from "../domain/catalog/shown-variants.ts";
import { useTranslation } from "react-i18next";

export const VARIANT_STATES = [
  "mapped",
  "suggested",
  "ambiguous",
  "unmapped",
  "not_at_warehouse",
  "ignored",
  "tombstoned",
  "bundle",
] as const satisfies readonly VariantState[];

/** The tabs of the product list. */
export const VARIANT_TABS = [
  ...VARIANT_STATES,
  "sku_unknown",
  "sku_renamed",
] as const satisfies readonly VariantTab[];

const TONE: Record<VariantState, BadgeProps["tone"]> = {
  mapped: "success",
  suggested: "info",
  ambiguous: "warning",
  unmapped: "attention",
  not_at_warehouse: "attention",
  ignored: undefined,
  tombstoned: undefined,
  bundle: "info",
};

/** How a variant stands to the warehouse, with the reason on hover and for screen readers. */
export function StateBadge({ state }: { state: VariantState }) {
  const { t } = useTranslation();
  return (
    <Tooltip content={t(`stateHint.${state}`)}>
      <Badge tone={TONE[state]}>{t(`state.${state}`)}</Badge>
    </Tooltip>
  );
}
