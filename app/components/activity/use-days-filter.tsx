import { FormLayout, TextField } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import type { ListFilters } from "../list-search.tsx";
import { useDay } from "../use-day.ts";
import { useListQuery } from "../use-list-query.ts";
import { useTypedSearch } from "../use-typed-search.ts";

/** Narrows a list to some days, YYYY-MM-DD and both included; an empty one leaves that end open. */
export function useDaysFilter({ from, until }: { from: string; until: string }): ListFilters {
  const { t } = useTranslation();
  const day = useDay();
  const go = useListQuery();
  const [typedFrom, setFrom] = useTypedSearch(from, "from");
  const [typedUntil, setUntil] = useTypedSearch(until, "until");
  const cleared = { from: null, until: null };
  const named = { from: day(from), until: day(until) };
  const label =
    from && until
      ? t("activity.days.range", named)
      : t(from ? "activity.days.since" : "activity.days.upTo", named);
  const filter = (
    <FormLayout>
      <TextField
        type="date"
        label={t("activity.days.from")}
        autoComplete="off"
        value={typedFrom}
        onChange={setFrom}
      />
      <TextField
        type="date"
        label={t("activity.days.until")}
        autoComplete="off"
        value={typedUntil}
        onChange={setUntil}
      />
    </FormLayout>
  );
  return {
    filters: [{ key: "days", label: t("activity.days.label"), filter, pinned: true }],
    appliedFilters: from || until ? [{ key: "days", label, onRemove: () => go(cleared) }] : [],
    cleared,
  };
}
