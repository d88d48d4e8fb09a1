import {
  Card,
  EmptySearchResult,
  IndexFilters,
  IndexFiltersMode,
  IndexTable,
  useBreakpoints,
  useIndexResourceState,
  useSetIndexFiltersMode,
} from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnPage } from "../domain/returns/list-returns.ts";
import { RETURN_TABS, type ReturnTab } from "../domain/returns/return-tabs.ts";
import { ReturnTableRow } from "./return-table-row.tsx";
import { useListQuery } from "./use-list-query.ts";
import { useReturnAction } from "./use-return-action.ts";
import { useTypedSearch } from "./use-typed-search.ts";

export interface ReturnTableProps extends ReturnPage {
  tab: ReturnTab | undefined;
  search: string;
  now: Date;
}

/** The shop's returns, to be looked through and found; those from before Dockline can be chosen and announced. */
export function ReturnTable(props: ReturnTableProps) {
  const { tab, search } = props;
  return (
    <Card padding="0">
      <ReturnTabs tab={tab} search={search} />
      {/* What was chosen in one view is not chosen in the next. */}
      <Rows key={`${tab} ${search}`} {...props} />
    </Card>
  );
}

function ReturnTabs({ tab, search }: { tab: ReturnTab | undefined; search: string }) {
  const { t } = useTranslation();
  const { mode, setMode } = useSetIndexFiltersMode(search ? IndexFiltersMode.Filtering : undefined);
  const [typed, setTyped] = useTypedSearch(search);
  const go = useListQuery();
  const tabs = [undefined, ...RETURN_TABS];
  return (
    <IndexFilters
      mode={mode}
      setMode={setMode}
      tabs={tabs.map((one) => ({
        id: one ?? "all",
        content: one ? t(`returns.tab.${one}`) : t("returns.all"),
        isLocked: true,
      }))}
      selected={tabs.indexOf(tab)}
      onSelect={(index) => go({ tab: tabs[index] ?? null })}
      canCreateNewView={false}
      queryValue={typed}
      queryPlaceholder={t("returns.search")}
      onQueryChange={setTyped}
      onQueryClear={() => setTyped("")}
      filters={[]}
      onClearAll={() => setTyped("")}
      cancelAction={{ onAction: () => setTyped("") }}
    />
  );
}

function Rows({ rows, previous, next, tab, search, now }: ReturnTableProps) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const go = useListQuery();
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows.map(({ returnId }) => ({ id: returnId })));
  const { send } = useReturnAction(clearSelection);
  const isNarrowed = tab !== undefined || search !== "";
  return (
    <IndexTable
      condensed={smDown}
      selectable={tab === "earlier"}
      itemCount={rows.length}
      selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={[
        {
          content: t("returns.do.announce"),
          onAction: () => send({ intent: "announce", returnIds: selectedResources }),
        },
      ]}
      resourceName={t("returns.resource", { returnObjects: true })}
      emptyState={
        <EmptySearchResult
          title={t(`returns.${isNarrowed ? "noneOf" : "none"}.heading`)}
          description={t(`returns.${isNarrowed ? "noneOf" : "none"}.body`)}
        />
      }
      headings={[
        { title: t("returns.column.return") },
        { title: t("returns.column.age") },
        { title: t("returns.column.stage") },
        { title: t("returns.column.label") },
        { title: t("returns.column.pieces"), alignment: "end" },
        { title: t("returns.column.needs") },
      ]}
      pagination={{
        hasPrevious: previous !== null,
        onPrevious: () => go({ before: previous }),
        hasNext: next !== null,
        onNext: () => go({ after: next }),
      }}
    >
      {rows.map((row, position) => (
        <ReturnTableRow
          key={row.returnId}
          row={row}
          position={position}
          stacked={smDown}
          selected={allResourcesSelected || selectedResources.includes(row.returnId)}
          now={now}
        />
      ))}
    </IndexTable>
  );
}
