import { IndexFilters, IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import type { VariantState } from "@prisma/client";
import { useTranslation } from "react-i18next";
import { VARIANT_STATES } from "./state-badge.tsx";
import { useListQuery } from "./use-list-query.ts";
import { useTypedSearch } from "./use-typed-search.ts";

/** Tabs for the states, and the search field. */
export function VariantFilters({ state, search }: { state: VariantState | undefined; search: string }) {
  const { t } = useTranslation();
  const { mode, setMode } = useSetIndexFiltersMode(search ? IndexFiltersMode.Filtering : undefined);
  const [typed, setTyped] = useTypedSearch(search);
  const go = useListQuery();
  const states = [undefined, ...VARIANT_STATES];
  return (
    <IndexFilters
      mode={mode}
      setMode={setMode}
      tabs={states.map((one) => ({
        id: one ?? "all",
        content: one ? t(`state.${one}`) : t("products.all"),
        isLocked: true,
      }))}
      selected={states.indexOf(state)}
      onSelect={(index) => go({ state: states[index] ?? null })}
      canCreateNewView={false}
      queryValue={typed}
      queryPlaceholder={t("products.search")}
      onQueryChange={setTyped}
      onQueryClear={() => setTyped("")}
      filters={[]}
      onClearAll={() => setTyped("")}
      cancelAction={{ onAction: () => setTyped("") }}
    />
  );
}
