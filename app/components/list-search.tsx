import {
  IndexFilters,
  IndexFiltersMode,
  useSetIndexFiltersMode,
  type IndexFiltersProps,
} from "@shopify/polaris";
import { useEffect, useRef, type RefObject } from "react";
import type { List, SavedView } from "../domain/views/saved-views.ts";
import type { ListTabsProps } from "./list-tabs.tsx";
import { TabRow } from "./tab-row.tsx";
import { useListQuery } from "./use-list-query.ts";
import { useTypedSearch } from "./use-typed-search.ts";
import { useViews } from "./use-views.ts";

/** The other filters of a list, and their values. */
export type ListFilters = Required<Pick<IndexFiltersProps, "filters" | "appliedFilters">> & {
  /** The change of the address that clears them. */
  cleared: { from?: null; until?: null };
};

const NO_FILTERS: ListFilters = { filters: [], appliedFilters: [], cleared: {} };

interface Search<Tab extends string> extends ListTabsProps<Tab> {
  search: string;
  placeholder: string;
  /** What was looked for before, and kept. */
  list: List;
  views: readonly SavedView[];
  filters?: ListFilters;
}

/** What stands above a list: tabs that narrow it, the search field, and searches the merchant has kept as tabs. */
export function ListSearch<Tab extends string>(props: Search<Tab>) {
  const { name, selected, nameOf, search, placeholder, list, views, filters = NO_FILTERS } = props;
  const [typed, setTyped] = useTypedSearch(search);
  const go = useListQuery();
  const { save, rename, remove } = useViews(list);
  const tabs = [undefined, ...props.tabs];
  const view = views.findIndex((one) => one.search === search && one.tab === (selected ?? null));
  const isView = view >= 0;
  const { mode, setMode } = useSetIndexFiltersMode(
    (search && !isView) || filters.appliedFilters.length > 0 ? IndexFiltersMode.Filtering : undefined,
  );
  // A kept search stays; what was typed over it goes.
  const clear = () => go({ search: isView ? search : null, ...filters.cleared });
  const row = useRef<HTMLDivElement>(null);
  useOwnKeys(row);
  return (
    <TabRow row={row}>
      <IndexFilters
        mode={mode}
        setMode={setMode}
        tabs={[
          ...tabs.map((tab) => ({ id: tab ?? "all", content: nameOf(tab), isLocked: true })),
          ...views.map(({ name: kept }) => ({
            id: `view ${kept}`,
            content: kept,
            viewNames: views.map((one) => one.name),
            actions: [
              { type: "rename" as const, onPrimaryAction: (to: string) => rename(kept, to) },
              { type: "delete" as const, onPrimaryAction: () => remove(kept) },
            ],
          })),
        ]}
        selected={isView ? tabs.length + view : tabs.indexOf(selected)}
        onSelect={(index) => {
          const kept = views[index - tabs.length];
          go({ [name]: (kept ? kept.tab : tabs[index]) ?? null, search: kept?.search ?? null });
        }}
        canCreateNewView={false}
        queryValue={typed}
        queryPlaceholder={placeholder}
        onQueryChange={setTyped}
        onQueryClear={() => go({ search: null })}
        filters={filters.filters}
        appliedFilters={filters.appliedFilters}
        onClearAll={clear}
        cancelAction={{ onAction: clear }}
        {...(search !== "" &&
          !isView && {
            primaryAction: {
              type: "save-as",
              onAction: (kept) => save({ name: kept, tab: selected ?? null, search }),
            },
          })}
      />
    </TabRow>
  );
}

/**
 * Polaris's filters listen to the whole window: F opens them, also with Ctrl, and Escape clears them, also when it
 * closes a dialog or a popover. With this they hear F only without Ctrl and while no dialog is open, and Escape only
 * inside the row or where nothing has the focus.
 */
function useOwnKeys(row: RefObject<HTMLElement>) {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isDialogOpen = document.querySelector("[role=dialog]") !== null;
      const isInside = target instanceof Node && row.current?.contains(target);
      const isOwn = {
        Escape: isInside || (target === document.body && !isDialogOpen),
        f: !ctrlKey && !metaKey && !altKey && !isDialogOpen,
      }[key];
      // Polaris's listener is on the window, which hears after the document.
      if (isOwn === false) event.stopPropagation();
    };
    document.addEventListener("keydown", stop);
    return () => document.removeEventListener("keydown", stop);
  }, [row]);
}
