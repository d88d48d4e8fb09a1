import { Banner, BlockStack, Box, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import type { LookExplained, StockExplained } from "../../domain/stock/report/explain-stock.ts";
import { BufferField } from "./buffer-field.tsx";
import { PlanNeeded } from "../plan-needed.tsx";
import { StockVerdictBadge } from "../stock/stock-verdict-badge.tsx";
import { useCause } from "../use-cause.ts";
import { useCure } from "../use-cure.ts";
import { useMoment } from "../use-moment.ts";
import { usePanel } from "../use-panel.ts";
import { useStockAction } from "../use-stock-action.ts";

/** "Why is it 7?": what the shop shows of a variant, worked out from the last look, and what can be done about it. */
export function StockWhyCard({ variant, stock }: { variant: VariantDetail; stock: StockExplained }) {
  const { t } = useTranslation();
  const { look, buffers, usualBuffer } = stock;
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
        {look ? <Sum stock={stock} look={look} /> : <Text as="p">{t("stock.why.notYet")}</Text>}
        {look && look.verdict !== "equal" && (
          <Finding stock={stock} look={look} variantId={variant.variantId} />
        )}
        <Divider />
        {buffers.map(({ sku, pieces }) => (
          <BufferField key={sku} sku={sku} pieces={pieces} usual={usualBuffer} />
        ))}
      </BlockStack>
    </Card>
  );
}

/** The way from the warehouse's figure to the shop's, line by line. */
function Sum({ stock, look }: { stock: StockExplained; look: LookExplained }) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const inWords = useCause();
  const number = new Intl.NumberFormat(i18n.language);
  const { mode, entries } = stock;
  const { warehouseStock, kept, held, target, shopFigure, committed, cause } = look;
  const last = entries.find(({ outcome }) => outcome === "written" || outcome === "other");
  const because = cause
    ? t("stock.why.because", { cause: inWords(cause, look.warehouseReadAt) })
    : t("stock.why.compared");
  return (
    <BlockStack gap="200">
      <Line
        label={t("stock.why.warehouse")}
        value={warehouseStock === null ? t("stock.why.unknown") : number.format(warehouseStock)}
      >
        {t("stock.why.readAt", { time: moment(look.warehouseReadAt) })}, {because}
      </Line>
      {kept !== 0 && <Line label={t("stock.why.kept")} value={t("stock.why.minus", { count: kept })} />}
      {held !== 0 && (
        <Line label={t("stock.why.held")} value={t("stock.why.minus", { count: held })}>
          {t("stock.why.heldBecause", { count: held })}
        </Line>
      )}
      <Line
        strong
        label={t(`stock.why.should.${mode}`)}
        value={target === null ? t("stock.why.notOurs") : number.format(target)}
      />
      <Line
        strong
        label={t(`stock.why.shows.${mode}`)}
        value={shopFigure === null ? t("stock.why.notStocked") : number.format(shopFigure)}
      >
        {t("stock.why.readAt", { time: moment(look.shopReadAt) })}.{" "}
        {committed > 0 && t("stock.why.committed", { count: committed })}
      </Line>
      {last && (
        <Line
          label={t("stock.why.wrote")}
          value={t("stock.change", { from: number.format(last.from), to: number.format(last.to) })}
        >
          {t(last.outcome === "other" ? "stock.why.otherAt" : "stock.why.wroteAt", { time: moment(last.at) })}
        </Line>
      )}
    </BlockStack>
  );
}

function Line(props: { label: string; value: string; strong?: boolean; children?: ReactNode }) {
  const weight = props.strong && { fontWeight: "semibold" as const };
  return (
    <BlockStack>
      <InlineStack align="space-between" gap="200" wrap={false}>
        <Text as="span" {...weight}>
          {props.label}
        </Text>
        <Box minWidth="fit-content">
          <Text as="span" numeric {...weight}>
            {props.value}
          </Text>
        </Box>
      </InlineStack>
      {props.children && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {props.children}
        </Text>
      )}
    </BlockStack>
  );
}

/** Why the shop does not show what it should, and the one thing to do about it. */
function Finding(props: { stock: StockExplained; look: LookExplained; variantId: string }) {
  const { stock, look, variantId } = props;
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { send, busy } = useStockAction();
  const cure = useCure();
  const refused = stock.entries.find(({ outcome }) => outcome === "rejected");
  const ours = look.verdict === "write" || look.verdict === "activate";
  return (
    <Banner tone={ours ? "info" : "warning"}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">
          {t(`stock.verdictHint.${look.verdict}`)} {ours && t(`stock.why.${stock.written}`)}
          {look.verdict === "rejected" && refused?.reason && t("shopReason", { reason: refused.reason })}
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
