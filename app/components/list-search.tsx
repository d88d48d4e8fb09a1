import {
  IndexFilters,
  IndexFiltersMode,
  useSetIndexFiltersMode,
  type IndexFiltersProps,
} from "@shopify/polaris";
import type { List, SavedView } from "../domain/views/saved-views.ts";
import type { ListTabsProps } from "./list-tabs.tsx";
import { TabRow } from "./tab-row.tsx";
import { useListQuery } from "./use-list-query.ts";
import { useTypedSearch } from "./use-typed-search.ts";
import { useViews } from "./use-views.ts";

/** By what else a list can be narrowed, and how it is. */
export type ListFilters = Required<Pick<IndexFiltersProps, "filters" | "onClearAll">> & {
  appliedFilters: NonNullable<IndexFiltersProps["appliedFilters"]>;
};

const NO_FILTERS: ListFilters = { filters: [], appliedFilters: [], onClearAll: () => undefined };

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
  const clearSearch = () => setTyped("");
  const clear = () => {
    if (!isView) clearSearch();
    filters.onClearAll();
  };
  return (
    <TabRow>
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
        onQueryClear={clearSearch}
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
