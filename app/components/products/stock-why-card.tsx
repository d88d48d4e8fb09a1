import {
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  Collapsible,
  Divider,
  InlineStack,
  Text,
} from "@shopify/polaris";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { VariantDetail } from "../../domain/catalog/read-variant.ts";
import type { LookExplained, StockExplained } from "../../domain/stock/report/explain-stock.ts";
import type { SkuSum, StockSum } from "../../domain/stock/report/get-stock-sums.ts";
import { BufferField } from "./buffer-field.tsx";
import { PlanNeeded } from "../plan-needed.tsx";
import { SkuSumLines } from "../stock/sku-sum-lines.tsx";
import { StockLine } from "../stock/stock-line.tsx";
import { StockVerdictBadge } from "../stock/stock-verdict-badge.tsx";
import { useSumWords } from "../stock/use-sum-words.ts";
import { useCause } from "../use-cause.ts";
import { useCure } from "../use-cure.ts";
import { useMoment } from "../use-moment.ts";
import { usePanel } from "../use-panel.ts";
import { useStockAction } from "../use-stock-action.ts";

/** "Why is it 7?": the sum from which the store's quantity of a variant follows, and what can be done about it. */
export function StockWhyCard({ variant, stock }: { variant: VariantDetail; stock: StockExplained }) {
  const { t } = useTranslation();
  const { look, safetyStocks, usualSafetyStock } = stock;
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
          <Sum variant={variant} stock={stock} look={look} />
        ) : (
          <Text as="p">{t(stock.isUndecided ? "stock.why.undecided" : "stock.why.notYet")}</Text>
        )}
        {look && look.verdict !== "equal" && (
          <Finding stock={stock} look={look} variantId={variant.variantId} />
        )}
        <Divider />
        {safetyStocks.map(({ sku, units }) => (
          <BufferField key={sku} sku={sku} pieces={units} usual={usualSafetyStock} />
        ))}
      </BlockStack>
    </Card>
  );
}

/** From the warehouse's stock to the store's quantity, line by line. */
function Sum({
  variant,
  stock,
  look,
}: {
  variant: VariantDetail;
  stock: StockExplained;
  look: LookExplained;
}) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const inWords = useCause();
  const { signed, plain } = useSumWords();
  const number = new Intl.NumberFormat(i18n.language);
  const { mode, entries, sum } = stock;
  const { warehouseStock, target, shopFigure, cause } = look;
  const last = entries.find(({ outcome }) => outcome === "written" || outcome === "other");
  const because = cause
    ? t("stock.why.because", { cause: inWords(cause, look.warehouseReadAt) })
    : t("stock.why.compared");
  return (
    <BlockStack gap="200">
      {sum ? (
        <SkuSums variant={variant} sum={sum} />
      ) : (
        <StockLine
          label={t("stock.term.stock")}
          value={warehouseStock === null ? t("stock.why.unknown") : number.format(warehouseStock)}
        />
      )}
      <Text as="p" tone="subdued" variant="bodySm" breakWord>
        {t("stock.why.readAt", { time: moment(look.warehouseReadAt) })}, {because}
      </Text>
      <Divider />
      {sum?.lines.map(({ term, units }) => (
        <StockLine key={term} label={t(`stock.why.own.${term}`)} value={signed(units)} />
      ))}
      <StockLine
        strong
        label={t(`stock.why.should.${mode}`)}
        value={sum ? plain(sum.target) : target === null ? t("stock.why.notOurs") : plain(target)}
      />
      {sum && target !== null && target !== sum.target && (
        <StockLine label={t("stock.why.lastTarget")} value={plain(target)}>
          {t("stock.why.lastTargetHint")}
        </StockLine>
      )}
      <StockLine
        strong
        label={t(`stock.why.shows.${mode}`)}
        value={shopFigure === null ? t("stock.why.notStocked") : plain(shopFigure)}
      >
        {t("stock.why.readAt", { time: moment(look.shopReadAt) })}
      </StockLine>
      {last && (
        <StockLine
          label={t("stock.why.wrote")}
          value={t("stock.change", { from: number.format(last.from), to: number.format(last.to) })}
        >
          {t(last.outcome === "other" ? "stock.why.otherAt" : "stock.why.wroteAt", { time: moment(last.at) })}
        </StockLine>
      )}
    </BlockStack>
  );
}

/** The SKUs' sums; of a kit, also how many each makes, with the limiting SKU's sum open. */
function SkuSums({ variant, sum }: { variant: VariantDetail; sum: StockSum }) {
  const { t } = useTranslation();
  const { plain, limits } = useSumWords();
  const [only, ...others] = sum.skus;
  const isUnknown = ({ sku }: SkuSum) => variant.components.some((one) => one.sku === sku && !one.known);
  const isKit = others.length > 0 || only?.units !== 1;
  return (
    <>
      {others.length === 0 && only && <SkuSumLines sku={only} mode={sum.mode} isUnknown={isUnknown(only)} />}
      {others.length > 0 &&
        sum.skus.map((sku) => (
          <FoldedSku key={sku.sku} sku={sku} isOpen={sku.sku === sum.limitedBy}>
            <SkuSumLines sku={sku} mode={sum.mode} isUnknown={isUnknown(sku)} />
          </FoldedSku>
        ))}
      {isKit && (
        <StockLine strong label={t("stock.why.kit")} value={plain(sum.sellable)}>
          {limits(sum)}
        </StockLine>
      )}
    </>
  );
}

function FoldedSku({ sku, isOpen, children }: { sku: SkuSum; isOpen: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(isOpen);
  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button
          variant="plain"
          disclosure={open ? "up" : "down"}
          ariaControls={id}
          ariaExpanded={open}
          onClick={() => setOpen(!open)}
        >
          {sku.units === 1 ? sku.sku : t("stock.why.inEach", { sku: sku.sku, units: sku.units })}
        </Button>
      </InlineStack>
      <Collapsible id={id} open={open}>
        <Box paddingInlineStart="400" paddingBlockEnd="200">
          {children}
        </Box>
      </Collapsible>
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
