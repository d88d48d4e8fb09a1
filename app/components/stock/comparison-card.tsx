import { Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ShownComparison } from "../../domain/stock/sweep/read-comparison.ts";
import { WorkCard, WorkResult } from "../work-card.tsx";
import { comparedPercent } from "../work-percent.ts";

const OF = { work: "comparison" } as const;

/** The comparison of all stock: how far it is, or what it found. The report beside it lists what could not be written. */
export function ComparisonCard({ comparison }: { comparison: ShownComparison }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  if (comparison.state === "running")
    return (
      <WorkCard name={OF} heading={t("work.comparison.heading")} percent={comparedPercent(comparison)}>
        <Text as="p">
          {t(`work.comparison.${comparison.stage}`, {
            compared: number.format(comparison.compared),
            count: comparison.variants,
          })}{" "}
          {t("work.leave")}
        </Text>
      </WorkCard>
    );
  const { compared, differing, missed } = comparison;
  return (
    <WorkResult
      name={OF}
      tone={missed > 0 ? "info" : "success"}
      heading={t("work.comparison.done", { count: compared })}
    >
      <Text as="p">
        {t("work.comparison.differed", { count: differing })} {t("work.comparison.missed", { count: missed })}
      </Text>
    </WorkResult>
  );
}
