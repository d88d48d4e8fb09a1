import { Card, EmptySearchResult, IndexTable, useBreakpoints, useIndexResourceState } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { DifferencePage } from "../../domain/stock/report/list-differences.ts";
import type { StockStanding } from "../../domain/stock/report/read-standing.ts";
import { REPORTED, type Reported } from "../../domain/stock/report/reported-verdicts.ts";
import { ListTabs } from "../list-tabs.tsx";
import { StockReportRow } from "./stock-report-row.tsx";
import { useListPages } from "../use-list-pages.ts";
import { usePanel } from "../use-panel.ts";
import { useStockAction } from "../use-stock-action.ts";

export interface StockReportProps extends DifferencePage {
  verdict: Reported | undefined;
  standing: StockStanding;
  /** The merchant wants to say that those held back may go to 0. */
  onAsk(): void;
}

/** The variants that do not show what they should, to be looked through and set live. */
export function StockReport(props: StockReportProps) {
  const { t } = useTranslation();
  return (
    <Card padding="0">
      <ListTabs
        name="verdict"
        tabs={REPORTED}
        selected={props.verdict}
        nameOf={(one) => t(one ? `stock.verdict.${one}` : "stock.all")}
      />
      {/* What was chosen in one view is not chosen in the next. */}
      <Rows key={props.verdict ?? "all"} {...props} />
    </Card>
  );
}

function Rows({ rows, previous, next, verdict, standing, onAsk }: StockReportProps) {
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { smDown } = useBreakpoints();
  const pagination = useListPages({ previous, next }, { stay: true });
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows.map(({ variantId }) => ({ id: variantId })));
  const { send } = useStockAction(clearSelection);
  return (
    <IndexTable
      condensed={smDown}
      selectable={standing.phase !== "live"}
      itemCount={rows.length}
      selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={[
        {
          content: planNeeded ? t("stock.plan.live") : t("stock.do.live"),
          disabled: planNeeded,
          onAction: () => send({ intent: "go-live", variantIds: selectedResources }),
        },
      ]}
      resourceName={t("stock.resource", { returnObjects: true })}
      emptyState={
        <EmptySearchResult
          title={t(`stock.${verdict ? "noneOf" : "none"}.heading`)}
          description={t(`stock.${verdict ? "noneOf" : "none"}.body`)}
        />
      }
      headings={[
        { title: t("stock.column.variant") },
        { title: t("stock.column.sum") },
        { title: t("stock.term.sellable"), alignment: "end" },
        { title: t("stock.column.change"), alignment: "end" },
        { title: t("stock.column.verdict") },
      ]}
      pagination={pagination}
    >
      {rows.map((row, position) => (
        <StockReportRow
          key={row.variantId}
          row={row}
          position={position}
          stacked={smDown}
          selected={allResourcesSelected || selectedResources.includes(row.variantId)}
          phase={standing.phase}
          onAsk={onAsk}
        />
      ))}
    </IndexTable>
  );
}
