import { Banner, Box, Card, EmptySearchResult, IndexTable, useBreakpoints } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { AREAS, type Area } from "../../domain/activity/activity-areas.ts";
import type { ActivityPage } from "../../domain/activity/list-activity.ts";
import { ActivityTableRow } from "./activity-table-row.tsx";
import type { SavedView } from "../../domain/views/saved-views.ts";
import { ListSearch } from "../list-search.tsx";
import { useAsking } from "../use-asking.ts";
import { useDaysFilter } from "./use-days-filter.tsx";
import { useListPages } from "../use-list-pages.ts";

export type ActivityTableProps = ActivityPage & {
  views: readonly SavedView[];
  area: Area | undefined;
  search: string;
  from: string;
  until: string;
};

/** How many events are tried again. */
export interface RetryAnswer {
  retried: number;
}

/** What happened in the shop, the newest first, to be narrowed by kind, by what it is about and by days. */
export function ActivityTable({ rows, previous, next, cutOffAt, views, ...asked }: ActivityTableProps) {
  const { area, search } = asked;
  const { t } = useTranslation();
  const { smDown } = useBreakpoints();
  const { send, busy } = useAsking<RetryAnswer>({
    action: "/app/activity",
    tell: ({ retried }) => ({
      message: retried > 0 ? t("problem.done.try") : t("activity.update.over"),
    }),
  });
  const retry = { busy, send: (id: string) => send({ intent: "retry", id }) };
  const pagination = useListPages({ previous, next });
  const filters = useDaysFilter(asked);
  const isNarrowed = area !== undefined || search !== "" || filters.appliedFilters.length > 0;
  const none = isNarrowed ? "noneOf" : "none";
  return (
    <Card padding="0">
      <ListSearch
        name="tab"
        tabs={AREAS}
        selected={area}
        nameOf={(one) => (one ? t(`activity.area.${one}`) : t("activity.all"))}
        search={search}
        placeholder={t("activity.search")}
        list="activity"
        views={views}
        filters={filters}
      />
      {cutOffAt !== null && (
        <Box padding="400">
          <Banner>{t("activity.cutOff", { count: cutOffAt })}</Banner>
        </Box>
      )}
      <IndexTable
        // Another kind is another list: rows both have are not to be seen moving from one to the other.
        key={asked.area ?? "all"}
        condensed={smDown}
        selectable={false}
        itemCount={rows.length}
        resourceName={t("activity.resource", { returnObjects: true })}
        emptyState={
          <EmptySearchResult title={t(`activity.${none}.heading`)} description={t(`activity.${none}.body`)} />
        }
        headings={[
          { title: t("activity.column.what") },
          { title: t("activity.column.about") },
          { title: t("activity.column.area") },
          { title: t("activity.column.when") },
        ]}
        pagination={pagination}
      >
        {rows.map((row, position) => (
          <ActivityTableRow key={row.id} row={row} position={position} stacked={smDown} retry={retry} />
        ))}
      </IndexTable>
    </Card>
  );
}
