import { BlockStack, Card, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Reading } from "../domain/connection/read-overview.ts";
import { Progress } from "./progress.tsx";

/** How far the reading of both catalogues is. What it shows is stored, so it is still true after a reload. */
export function ReadingCard({ reading }: { reading: Reading | null }) {
  const { t } = useTranslation();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("home.reading.heading")}
        </Text>
        <Text as="p">
          {inWords()} {t("home.reading.leave")}
        </Text>
        <Progress label={t("home.reading.progress")} percent={progressOf(reading)} />
      </BlockStack>
    </Card>
  );

  function inWords(): string {
    switch (reading?.stage) {
      case "listing":
        return t("home.reading.listing", { count: reading.products });
      case "storing":
        return reading.variants === 0
          ? t("home.reading.gathering", { count: reading.expected ?? 0 })
          : t("home.reading.storing", { count: reading.variants });
      default:
        return t("home.reading.exporting");
    }
  }
}

/** In percent: a beginning for what cannot be counted, then up to the whole as variants are taken in. */
function progressOf(reading: Reading | null): number {
  switch (reading?.stage) {
    case "listing":
      return 20;
    case "storing":
      return 40 + 60 * Math.min(1, reading.variants / Math.max(1, reading.expected ?? 1));
    default:
      return 5;
  }
}
