import { BlockStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Freshness } from "../../domain/stock/report/read-freshness.ts";
import { Fact } from "../fact.tsx";
import { useDuration } from "./use-duration.ts";

/** How long it takes until what the warehouse tells is in the shop. */
export function FreshnessFacts({ freshness: { count, p50Ms, p95Ms } }: { freshness: Freshness }) {
  const { t } = useTranslation();
  const inWords = useDuration();
  const measured = p50Ms !== null && p95Ms !== null;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {t("home.freshness.heading")}
      </Text>
      {measured && (
        <>
          <Fact label={t("home.freshness.p50")}>{inWords(p50Ms)}</Fact>
          <Fact label={t("home.freshness.p95")}>{inWords(p95Ms)}</Fact>
        </>
      )}
      <Text as="p" tone="subdued">
        {measured ? t("home.freshness.measured", { count }) : t("home.freshness.none")}
      </Text>
    </BlockStack>
  );
}
