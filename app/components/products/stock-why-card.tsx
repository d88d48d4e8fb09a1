import { Banner, BlockStack, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import type { LookExplained, StockExplained } from "../../domain/stock/report/explain-stock.ts";
import { BufferField } from "./buffer-field.tsx";
import { PlanNeeded } from "../plan-needed.tsx";
import { StockSumLines } from "./stock-sum-lines.tsx";
import { StockVerdictBadge } from "../stock/stock-verdict-badge.tsx";
import { useCure } from "../use-cure.ts";
import { usePanel } from "../use-panel.ts";
import { useStockAction } from "../use-stock-action.ts";

/** "Why is it 7?": the sum from which the store's quantity of a variant follows, and what can be done about it. */
export function StockWhyCard({ variant, stock }: { variant: VariantDetail; stock: StockExplained }) {
  const { t } = useTranslation();
  const { look, components, usualSafetyStock } = stock;
  const figure = look?.shopFigure ?? null;
  if (variant.state !== "mapped") return null;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            {figure === null ? t("stock.why.headingNone") : t("stock.why.heading", { count: figure })}
          </Text>
          {look && <StockVerdictBadge verdict={look.verdict} />}
        </InlineStack>
        {look ? (
          <StockSumLines stock={stock} look={look} />
        ) : (
          <Text as="p">{t(stock.isUndecided ? "stock.why.undecided" : "stock.why.notYet")}</Text>
        )}
        {look && look.verdict !== "equal" && (
          <Finding stock={stock} look={look} variantId={variant.variantId} />
        )}
        <Divider />
        {components.map(({ sku, safetyStock }) => (
          <BufferField key={sku} sku={sku} pieces={safetyStock} usual={usualSafetyStock} />
        ))}
      </BlockStack>
    </Card>
  );
}

/** Why the shop does not show what it should, and the one thing to do about it. */
function Finding(props: { stock: StockExplained; look: LookExplained; variantId: string }) {
  const { stock, look, variantId } = props;
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { send, busy } = useStockAction();
  const cure = useCure();
  const ours = look.verdict === "write" || look.verdict === "activate";
  return (
    <Banner tone={ours ? "info" : "warning"}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">
          {t(`stock.verdictHint.${look.verdict}`)} {ours && t(`stock.why.${stock.written}`)}
          {stock.refusal && t("shopReason", { reason: stock.refusal })}
        </Text>
        {act()}
      </BlockStack>
    </Banner>
  );

  function act() {
    switch (look.verdict) {
      case "untracked":
        return (
          <Button loading={busy} onClick={() => send({ intent: "track", variantId })}>
            {t("stock.do.track")}
          </Button>
        );
      case "write":
      case "activate":
        if (stock.written !== "shadow" && stock.written !== "not-chosen") return null;
        return (
          <>
            <Button
              loading={busy}
              disabled={planNeeded}
              onClick={() => send({ intent: "go-live", variantIds: [variantId] })}
            >
              {t("stock.do.live")}
            </Button>
            <PlanNeeded />
          </>
        );
      case "stopped":
        return <Button url="/app/stock?verdict=stopped">{t("stock.stopped.see")}</Button>;
      case "sale":
      case "not_stocked":
        return <Button url="/app/settings/stock">{t("stock.why.settings")}</Button>;
      case "rejected":
        return (
          <Button loading={cure.busy} onClick={() => cure.send({ intent: "look", variantId })}>
            {t("problem.do.try")}
          </Button>
        );
      case "equal":
      case "absurd":
      case "gone":
        return null;
    }
  }
}
