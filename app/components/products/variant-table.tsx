import { useAppBridge } from "@shopify/app-bridge-react";
import {
  ActionList,
  Box,
  Button,
  Card,
  EmptySearchResult,
  IndexTable,
  Popover,
  useBreakpoints,
  useIndexResourceState,
} from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VariantPage } from "../../domain/catalog/list-variants.ts";
import type { VariantTab } from "../../domain/catalog/shown-variants.ts";
import type { Selection, WordsAction } from "../../domain/catalog/mapping/plan-words.ts";
import type { SavedView } from "../../domain/views/saved-views.ts";
import type { VariantId } from "../../domain/ids.ts";
import { ListSearch } from "../list-search.tsx";
import { VARIANT_TABS } from "../state-badge.tsx";
import { useListPages } from "../use-list-pages.ts";
import { createUrl, updateUrl } from "../variant-url.ts";
import { VariantTableRow } from "./variant-table-row.tsx";
import { WordsDialog } from "./words-dialog.tsx";
import type { Wanted } from "./words-modal.tsx";

const ACTIONS = ["confirm", "unmap", "ignore", "reset"] as const satisfies readonly WordsAction[];

export interface VariantTableProps extends VariantPage {
  state: VariantTab | undefined;
  search: string;
  views: SavedView[];
}

/** The shop's variants, to be looked through, chosen and said something of, some or all of them at once. */
export function VariantTable(props: VariantTableProps) {
  const { state, search } = props;
  const { t } = useTranslation();
  return (
    <Card padding="0">
      <ListSearch
        name="state"
        tabs={VARIANT_TABS}
        selected={state}
        nameOf={(one) => (one ? t(`state.${one}`) : t("products.all"))}
        search={search}
        placeholder={t("products.search")}
        list="products"
        views={props.views}
      />
      {/* What was chosen in one view is not chosen in the next. */}
      <Rows key={`${state} ${search}`} {...props} />
    </Card>
  );
}

function Rows({ rows, previous, next, state, search }: VariantTableProps) {
  const { t } = useTranslation();
  const bridge = useAppBridge();
  const { smDown } = useBreakpoints();
  const pagination = useListPages({ previous, next });
  const navigate = useNavigate();
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows.map(({ variantId }) => ({ id: variantId })));
  const [wanted, setWanted] = useState<Wanted>();
  const close = useCallback(() => setWanted(undefined), []);
  const done = useCallback(
    (changed: number | null) => {
      setWanted(undefined);
      clearSelection();
      if (changed !== null) void bridge.toast.show(t("work.words.done", { count: changed }));
    },
    [bridge, clearSelection, t],
  );
  const hasMore = previous !== null || next !== null;
  const selection: Selection =
    allResourcesSelected && hasMore
      ? wholeView({ state, search })
      : { variantIds: selectedResources as VariantId[] };
  return (
    <>
      {smDown && rows.length > 0 && (
        <WholeView onChoose={(action) => setWanted({ action, selection: wholeView({ state, search }) })} />
      )}
      <IndexTable
        condensed={smDown}
        itemCount={rows.length}
        hasMoreItems={hasMore}
        selectedItemsCount={allResourcesSelected ? "All" : selectedResources.length}
        onSelectionChange={handleSelectionChange}
        paginatedSelectAllActionText={t("products.selectAll")}
        promotedBulkActions={[
          ...ACTIONS.map((action) => ({
            content: t(`words.${action}.do`),
            onAction: () => setWanted({ action, selection }),
          })),
          ...("variantIds" in selection
            ? [
                { content: t("variant.create"), onAction: () => navigate(createUrl(selection.variantIds)) },
                { content: t("variant.update"), onAction: () => navigate(updateUrl(selection.variantIds)) },
              ]
            : []),
        ]}
        resourceName={t("products.resource", { returnObjects: true })}
        emptyState={
          <EmptySearchResult title={t("products.none.heading")} description={t("products.none.body")} />
        }
        headings={[
          { title: t("products.column.product") },
          { title: t("products.column.sku") },
          { title: t("products.column.warehouse"), alignment: "end" },
          { title: t("products.column.onHand"), alignment: "end" },
          { title: t("products.column.state") },
        ]}
        pagination={pagination}
      >
        {rows.map((row, position) => (
          <VariantTableRow
            key={row.variantId}
            row={row}
            position={position}
            stacked={smDown}
            selected={allResourcesSelected || selectedResources.includes(row.variantId)}
          />
        ))}
      </IndexTable>
      <WordsDialog wanted={wanted} onClose={close} onDone={done} />
    </>
  );
}

function wholeView({ state, search }: Pick<VariantTableProps, "state" | "search">): Selection {
  return { ...(state && { state }), ...(search && { search }) };
}

/** Polaris's list on a phone has no room for choosing rows; there, something is said of all of them or on their pages. */
function WholeView({ onChoose }: { onChoose(action: WordsAction): void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Box padding="300" borderBlockStartWidth="025" borderColor="border-secondary">
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        activator={
          <Button disclosure onClick={() => setOpen(!open)}>
            {t("products.changeAll")}
          </Button>
        }
      >
        <ActionList
          items={ACTIONS.map((action) => ({
            content: t(`words.${action}.do`),
            onAction: () => {
              setOpen(false);
              onChoose(action);
            },
          }))}
        />
      </Popover>
    </Box>
  );
}
