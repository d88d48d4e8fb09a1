import {
  Card,
  EmptySearchResult,
  IndexFilters,
  IndexTable,
  useBreakpoints,
  useIndexResourceState,
  useSetIndexFiltersMode,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { DifferencePage } from "../domain/stock/list-differences.ts";
import type { StockStanding } from "../domain/stock/read-standing.ts";
import { REPORTED, type Reported } from "../domain/stock/reported-verdicts.ts";
import { StockReportRow } from "./stock-report-row.tsx";
import { useListQuery } from "./use-list-query.ts";
import { useStockAction } from "./use-stock-action.ts";

export interface StockReportProps extends DifferencePage {
  verdict: Reported | undefined;
  standing: StockStanding;
  /** The merchant wants to say that those held back may go to 0. */
  onAsk(): void;
}

/** The variants that do not show what they should, to be looked through and set live. */
export function StockReport(props: StockReportProps) {
  return (
    <Card padding="0">
      <VerdictTabs verdict={props.verdict} />
      {/* What was chosen in one view is not chosen in the next. */}
      <Rows key={props.verdict ?? "all"} {...props} />
    </Card>
  );
}

function VerdictTabs({ verdict }: { verdict: Reported | undefined }) {
  const { t } = useTranslation();
  const { mode, setMode } = useSetIndexFiltersMode();
  const go = useListQuery({ stay: true });
  const verdicts = [undefined, ...REPORTED];
  return (
    <IndexFilters
      mode={mode}
      setMode={setMode}
      tabs={verdicts.map((one) => ({
        id: one ?? "all",
        content: one ? t(`stock.verdict.${one}`) : t("stock.all"),
        isLocked: true,
      }))}
      selected={verdicts.indexOf(verdict)}
      onSelect={(index) => go({ verdict: verdicts[index] ?? null })}
      canCreateNewView={false}
      hideQueryField
      hideFilters
      filters={[]}
      onQueryChange={() => undefined}
      onQueryClear={() => undefined}
      onClearAll={() => undefined}
    />
  );
}

function Rows({ rows, previous, next, verdict, standing, onAsk }: StockReportProps) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const go = useListQuery({ stay: true });
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
          content: t("stock.do.live"),
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
        { title: t("stock.column.warehouse"), alignment: "end" },
        { title: t("stock.column.kept"), alignment: "end" },
        { title: t("stock.column.held"), alignment: "end" },
        { title: t("stock.column.change"), alignment: "end" },
        { title: t("stock.column.verdict") },
      ]}
      pagination={{
        hasPrevious: previous !== null,
        onPrevious: () => go({ verdict: verdict ?? null, before: previous }),
        hasNext: next !== null,
        onNext: () => go({ verdict: verdict ?? null, after: next }),
      }}
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
