import type { VariantState } from "@prisma/client";
import { BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { StateBadge, VARIANT_STATES } from "./state-badge.tsx";

/** How many variants stand how to the warehouse. */
export function VariantsCard({ variants, total }: { variants: Record<VariantState, number>; total: number }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {t("home.variants.heading")}
          </Text>
          <Button variant="plain" url="/app/products">
            {t("home.variants.see")}
          </Button>
        </InlineStack>
        <InlineStack align="space-between">
          <Text as="span" tone="subdued">
            {t("home.variants.total")}
          </Text>
          <Text as="span" fontWeight="semibold" numeric>
            {number.format(total)}
          </Text>
        </InlineStack>
        {VARIANT_STATES.map((state) => (
          <InlineStack key={state} align="space-between" blockAlign="center">
            <StateBadge state={state} />
            <Link
              url={`/app/products?state=${state}`}
              removeUnderline
              accessibilityLabel={`${t(`state.${state}`)}: ${variants[state]}`}
            >
              {number.format(variants[state])}
            </Link>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
