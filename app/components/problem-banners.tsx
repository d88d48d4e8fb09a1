import { Banner, BlockStack } from "@shopify/polaris";
import { useTranslation } from "react-i18next";

/** Problems whose cure is on the connection's page. */
const CURED_BY_CONNECTING = new Set<string>(["warehouse-token-refused", "location-gone"]);

export interface ShownProblem {
  kind:
    | "warehouse-unreachable"
    | "warehouse-token-refused"
    | "warehouse-not-understood"
    | "shop-access-lost"
    | "shop-scope-missing"
    | "location-gone"
    | "stock-rejected";
  subject: string;
  /** What the sentences name; empty where the kind names nothing. */
  details: { location: string; sku: string; reason: string };
}

/** What the merchant has to fix: what broke, what it costs, what to do. */
export function ProblemBanners({ problems }: { problems: ShownProblem[] }) {
  const { t } = useTranslation();
  return (
    <BlockStack gap="300">
      {problems.map(({ kind, subject, details }) => (
        <Banner
          key={`${kind}:${subject}`}
          tone={kind === "stock-rejected" ? "warning" : "critical"}
          title={t(`problem.${kind}.heading`, details)}
          {...(CURED_BY_CONNECTING.has(kind) && {
            action: { content: t("problem.connect"), url: "/app/connect" },
          })}
        >
          {t(`problem.${kind}.body`, details)}
        </Banner>
      ))}
    </BlockStack>
  );
}
