import { BlockStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { Reading } from "../../domain/catalog/import/read-reading.ts";
import { Progress } from "../progress.tsx";
import { readPercent } from "../work-percent.ts";

/** How far the reading of both catalogues is, within something larger. */
export function ReadingProgress({ reading }: { reading: Reading }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="300">
      <ReadingWords reading={reading} />
      <Progress
        label={t("work.progress", { work: t("home.reading.heading") })}
        percent={readPercent(reading)}
      />
    </BlockStack>
  );
}

/** How far it is, in words. */
export function ReadingWords({ reading }: { reading: Reading }) {
  const { t } = useTranslation();
  return (
    <Text as="p">
      {inWords()} {t("work.leave")}
    </Text>
  );

  function inWords(): string {
    switch (reading.stage) {
      case "exporting":
        return t("home.reading.exporting");
      case "listing":
        return t("home.reading.listing", { count: reading.products });
      case "storing":
        return reading.variants === 0
          ? t("home.reading.gathering", { count: reading.expected ?? 0 })
          : t("home.reading.storing", { count: reading.variants });
    }
  }
}
