import { IndexFilters, IndexFiltersMode, useSetIndexFiltersMode } from "@shopify/polaris";
import type { VariantState } from "@prisma/client";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { VARIANT_STATES } from "./state-badge.tsx";
import { useListQuery } from "./use-list-query.ts";

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

/**
 * The text in the search field. The address follows it when the typing pauses, because asking for every letter would
 * make the table flicker under the merchant's hands; it follows the address when a link or the back button changes that.
 */
function useTypedSearch(search: string) {
  const go = useListQuery();
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState<string>();
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) setTyped(search);
    setAsked(undefined);
  }
  useEffect(() => {
    // Once asked, it waits for the answer however long that takes: asking again would call the first question off.
    if (typed === search || typed === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(typed);
      go({ search: typed });
    }, 300);
    return () => clearTimeout(timer);
  }, [typed, search, asked, go]);
  return [typed, setTyped] as const;
}
