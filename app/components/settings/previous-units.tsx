import { BlockStack, List, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownUnits } from "../../domain/stock/previous-location/list-previous-locations.ts";
import { variantName } from "../variant-name.ts";

/** Says how many units of how many variants. */
export function useUnitWords(): (shown: ShownUnits) => string {
  const { t } = useTranslation();
  return ({ variants, units }) =>
    t("connect.previous.quantities", {
      units: t("connect.previous.units", { count: units }),
      variants: t("connect.previous.variants", { count: variants }),
    });
}

/** Some units, and below the variants with most of them. */
export function PreviousUnits({ text, shown: { most } }: { text: string; shown: ShownUnits }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="100">
      <Text as="p">{text}</Text>
      <List>
        {most.map((variant, at) => (
          <List.Item key={at}>
            {t("labelled", {
              label: variantName(variant),
              value: t("connect.previous.units", { count: variant.units }),
            })}
          </List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
