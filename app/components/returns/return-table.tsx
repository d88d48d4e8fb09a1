import { Card, EmptySearchResult, IndexTable, useBreakpoints, useIndexResourceState } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ReturnPage } from "../../domain/returns/list-returns.ts";
import type { SavedView } from "../../domain/views/saved-views.ts";
import { RETURN_TABS, type ReturnTab } from "../../domain/returns/return-tabs.ts";
import { ListSearch } from "../list-search.tsx";
import { ReturnTableRow } from "./return-table-row.tsx";
import { useListPages } from "../use-list-pages.ts";
import { useReturnAction } from "./use-return-action.ts";

export interface ReturnTableProps extends ReturnPage {
  tab: ReturnTab | undefined;
  search: string;
  views: SavedView[];
  now: Date;
}

/**
 * The shop's returns, to be looked through and found. Those from before Dockline, those that have lost their inbound, and those that
 * other locations shipped can be chosen and announced.
 */
export function ReturnTable(props: ReturnTableProps) {
  const { tab, search } = props;
  const { t } = useTranslation();
  return (
    <Card padding="0">
      <ListSearch
        name="tab"
        tabs={RETURN_TABS}
        selected={tab}
        nameOf={(one) => (one ? t(`returns.tab.${one}`) : t("returns.all"))}
        search={search}
        placeholder={t("returns.search")}
        list="returns"
        views={props.views}
      />
      {/* What was chosen in one view is not chosen in the next. */}
      <Rows key={`${tab} ${search}`} {...props} />
    </Card>
  );
}

function Rows({ rows, previous, next, tab, search, now }: ReturnTableProps) {
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const pagination = useListPages({ previous, next });
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows.map(({ returnId }) => ({ id: returnId })));
  const { send } = useReturnAction(clearSelection);
  // Returns on this tab that wait for the merchant: another location shipped them, or sending is off.
  const isOnItsWay = tab === "on_its_way";
  const isNarrowed = tab !== undefined || search !== "";
  return (
    <IndexTable
      condensed={smDown}
      selectable={tab === "earlier" || tab === "needs" || isOnItsWay}
      itemCount={rows.length}
      selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={[
        {
          content: t(`returns.do.${isOnItsWay ? "sendAnyway" : "announce"}`),
          onAction: () => send({ intent: "announce", returnIds: selectedResources, all: isOnItsWay }),
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
        { title: t("returns.column.waiting") },
      ]}
      pagination={pagination}
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
