import { BlockStack, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { Difference } from "../../domain/stock/report/list-differences.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { useSumWords } from "./use-sum-words.ts";
import { StockRowAction } from "./stock-row-action.tsx";
import { StockVerdictBadge } from "./stock-verdict-badge.tsx";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";

/** One variant that does not show what it should: the sum of its limiting SKU, what follows, and what to do. */
export function StockReportRow(props: {
  row: Difference;
  position: number;
  stacked: boolean;
  selected: boolean;
  phase: StockStanding["phase"];
  onAsk(): void;
}) {
  const { row, position, stacked, selected, phase, onAsk } = props;
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const figure = (value: number | null) => (value === null ? t("unknown") : number.format(value));
  const { sentence, plain } = useSumWords();
  const change = t("stock.change", { from: figure(row.shopFigure), to: figure(row.target) });
  const name = (
    <BlockStack>
      <Link dataPrimaryLink monochrome removeUnderline url={variantUrl(row.variantId)}>
        <Text as="span" fontWeight="semibold">
          {variantName(row)}
        </Text>
      </Link>
      <Text as="span" tone="subdued" variant="bodySm">
        {goodsInWords(row.components)}
      </Text>
    </BlockStack>
  );
  const sum = (
    <Text as="span" tone="subdued" variant="bodySm" breakWord>
      {sumInWords()}
    </Text>
  );
  const reason = row.reason && (
    <Text as="span" tone="subdued" variant="bodySm">
      {t("shopReason", { reason: row.reason })}
    </Text>
  );
  const action = <StockRowAction row={row} phase={phase} onAsk={onAsk} />;
  return (
    <IndexTable.Row id={row.variantId} position={position} selected={selected}>
      {stacked ? (
        <div className="stacked-row">
          <BlockStack gap="100">
            <InlineStack align="space-between" gap="200" wrap={false}>
              {name}
              <StockVerdictBadge verdict={row.verdict} />
            </InlineStack>
            {sum}
            <Text as="span">
              {t("stock.column.change")}: {change}
            </Text>
            {reason}
            {action}
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          <IndexTable.Cell className="wrapping-cell">{sum}</IndexTable.Cell>
          {[row.sum ? plain(row.sum.sellable) : figure(null), change].map((value, column) => (
            <IndexTable.Cell key={column}>
              <Text as="span" alignment="end" numeric>
                {value}
              </Text>
            </IndexTable.Cell>
          ))}
          <IndexTable.Cell className="wrapping-cell">
            <BlockStack gap="100">
              <InlineStack gap="200" blockAlign="center">
                <StockVerdictBadge verdict={row.verdict} />
                {action}
              </InlineStack>
              {reason}
            </BlockStack>
          </IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
  /** Of a kit, the sum of the SKU that limits it. */
  function sumInWords(): string {
    const limiting = row.sum?.skus.find(({ sku }) => sku === row.sum?.limitedBy);
    if (!limiting) return `${t("stock.term.stock")} ${figure(row.warehouseStock)}`;
    const isKit = row.components.length > 1 || limiting.units > 1;
    return isKit ? `${limiting.sku}: ${sentence(limiting)}` : sentence(limiting);
  }
}
