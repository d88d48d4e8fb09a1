import { BlockStack, Box, Button, Collapsible, Divider, InlineStack, Text } from "@shopify/polaris";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { LookExplained, StockNow } from "../../domain/stock/report/explain-stock.ts";
import type { SkuSum, StockSum } from "../../domain/stock/report/get-stock-sums.ts";
import { SkuSumLines } from "../stock/sku-sum-lines.tsx";
import { StockLine } from "../stock/stock-line.tsx";
import { useSumWords } from "../stock/use-sum-words.ts";
import { useCause } from "../use-cause.ts";
import { useMoment } from "../use-moment.ts";

/**
 * From the warehouse's stock to the store's quantity, line by line. `export-inventory.ts` has a column for each line; a test compares
 * both.
 */
export function StockSumLines({ stock, look }: { stock: StockNow; look: LookExplained }) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const inWords = useCause();
  const { signed, plain } = useSumWords();
  const number = new Intl.NumberFormat(i18n.language);
  const { mode, lastWrite, sum } = stock;
  const { warehouseStock, target, shopFigure, cause } = look;
  const because = cause
    ? t("stock.why.because", { cause: inWords(cause, look.warehouseReadAt) })
    : t("stock.why.compared");
  return (
    <BlockStack gap="200">
      {sum ? (
        <SkuSums stock={stock} sum={sum} />
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
      {lastWrite && (
        <StockLine
          label={t("stock.why.wrote")}
          value={t("stock.change", { from: number.format(lastWrite.from), to: number.format(lastWrite.to) })}
        >
          {t(lastWrite.by === "other" ? "stock.why.otherAt" : "stock.why.wroteAt", {
            time: moment(lastWrite.at),
          })}
        </StockLine>
      )}
    </BlockStack>
  );
}

/** The SKUs' sums; of a kit, also how many each makes, with the limiting SKU's sum open. */
function SkuSums({ stock, sum }: { stock: StockNow; sum: StockSum }) {
  const { t } = useTranslation();
  const { plain, limits } = useSumWords();
  const [only, ...others] = sum.skus;
  const isUnknown = ({ sku }: SkuSum) => stock.components.some((one) => one.sku === sku && !one.isKnown);
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
