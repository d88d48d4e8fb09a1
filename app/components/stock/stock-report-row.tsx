import { BlockStack, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { goodsInWords } from "../../domain/catalog/goods-in-words.ts";
import type { Difference } from "../../domain/stock/report/list-differences.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { StockRowAction } from "./stock-row-action.tsx";
import { StockVerdictBadge } from "./stock-verdict-badge.tsx";
import { variantName } from "../variant-name.ts";
import { variantUrl } from "../variant-url.ts";

/** One variant that does not show what it should: what is there, what is kept back, what follows, and what to do. */
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
  const [warehouse, kept, held] = [row.warehouseStock, row.kept, row.held].map(figure);
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
            <Text as="span" tone="subdued">
              {t("stock.figures", { warehouse, kept, held, change })}
            </Text>
            {reason}
            {action}
          </BlockStack>
        </div>
      ) : (
        <>
          <IndexTable.Cell className="wrapping-cell">{name}</IndexTable.Cell>
          {[warehouse, kept, held, change].map((value, column) => (
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
}
