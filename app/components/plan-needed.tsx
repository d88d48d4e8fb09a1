import { Badge, Button, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { usePanel } from "./use-panel.ts";

/** Says of what is disabled for want of a plan why it is so, and leads to Shopify's page of plans. */
export function PlanNeeded() {
  const { t } = useTranslation();
  const { plans } = usePanel();
  if (!plans?.needed) return null;
  return (
    <InlineStack gap="200" blockAlign="center">
      <Badge tone="attention">{t("stock.plan.needed")}</Badge>
      <Text as="span">{t("stock.plan.means")}</Text>
      {/* Shopify's page is no page to be shown inside the app. */}
      <Button url={plans.url} target="_top">
        {t("stock.plan.see")}
      </Button>
    </InlineStack>
  );
}
