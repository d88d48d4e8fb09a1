import { Banner, BlockStack } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { OpenProblem, ProblemKind } from "../domain/problems/problems.ts";

/** Problems whose cure is on the connection's page. */
const CURED_BY_CONNECTING = new Set<ProblemKind>([
  "warehouse-token-refused",
  "location-gone",
  "events-missed",
]);

/** Problems that hold back one thing and no other. */
const OF_ONE_THING = new Set<ProblemKind>([
  "stock-rejected",
  "stock-absurd",
  "edit-rejected",
  "other-writer",
]);

/** What the merchant has to fix: what broke, what it costs, what to do. */
export function ProblemBanners({ problems }: { problems: OpenProblem[] }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="300">
      {problems.map(({ kind, subject, details }) => (
        <Banner
          key={`${kind}:${subject}`}
          tone={OF_ONE_THING.has(kind) ? "warning" : "critical"}
          title={t(`problem.${kind}.heading`, { ...details })}
          {...(CURED_BY_CONNECTING.has(kind) && {
            action: { content: t("problem.connect"), url: "/app/connect" },
          })}
          {...(kind === "stock-stopped" && {
            action: { content: t("problem.stopped"), url: "/app/stock?verdict=stopped" },
          })}
        >
          {t(`problem.${kind}.body`, { ...details })}
        </Banner>
      ))}
    </BlockStack>
  );
}
