import { BlockStack, Button, InlineStack, Spinner, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { useStockAction } from "../use-stock-action.ts";
import { Why } from "./why.tsx";

/** The fourth step: what going live would change. */
export function SetupReport(props: {
  /** There is something to compare. */
  matched: boolean;
  compared: boolean;
  comparing: boolean;
  standing: StockStanding;
}) {
  const { matched, compared, comparing, standing } = props;
  const { t } = useTranslation();
  const { send, busy } = useStockAction();
  const { differing, many } = standing;
  return (
    <BlockStack gap="300">
      <Text as="p">{t("setup.step.report.body")}</Text>
      {!compared && matched && !comparing && (
        <div>
          <Button variant="primary" loading={busy} onClick={() => send({ intent: "compare" })}>
            {t("stock.do.compare")}
          </Button>
        </div>
      )}
      {!compared && matched && comparing && (
        <InlineStack gap="200" blockAlign="center" wrap={false}>
          <Spinner size="small" />
          <Text as="p">{t("setup.step.report.comparing")}</Text>
        </InlineStack>
      )}
      {!compared && !matched && <Text as="p">{t("setup.step.report.notYet")}</Text>}
      {compared && (
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p" fontWeight="semibold">
            {differing === 0
              ? t("stock.would.none")
              : t(many ? "stock.would.many" : "stock.would.count", { count: differing })}
          </Text>
          <Button variant="primary" url="/app/stock">
            {t("setup.step.report.look")}
          </Button>
        </BlockStack>
      )}
      <Why>{t("setup.step.report.why")}</Why>
    </BlockStack>
  );
}
