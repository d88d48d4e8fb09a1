import { useTranslation } from "react-i18next";
import { INBOUND_TABS, type InboundTab } from "../../domain/inbounds/purchase-tabs.ts";
import type { SavedView } from "../../domain/views/saved-views.ts";
import { ListSearch } from "../list-search.tsx";

export interface InboundSearchProps {
  tab: InboundTab | undefined;
  search: string;
  views: SavedView[];
}

/** What narrows the list of inbounds. */
export function InboundSearch({ tab, search, views }: InboundSearchProps) {
  const { t } = useTranslation();
  return (
    <ListSearch
      name="tab"
      tabs={INBOUND_TABS}
      selected={tab}
      nameOf={(one) => (one ? t(`inbounds.tab.${one}`) : t("inbounds.all"))}
      search={search}
      placeholder={t("inbounds.search")}
      list="inbounds"
      views={views}
    />
  );
}
