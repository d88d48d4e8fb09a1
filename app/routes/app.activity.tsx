import { BlockStack, Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { readActivityQuery } from "../http/activity-query.server.ts";
import { ActivityExportCard } from "../components/activity/activity-export-card.tsx";
import { ActivityTable } from "../components/activity/activity-table.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { useLive } from "../components/use-live.ts";
import { listActivity } from "../domain/activity/list-activity.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["activity", "problems", "products", "returns", "stock", "timeline", "warehouse-errors"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readActivityQuery(request);
  const [page, views] = await Promise.all([listActivity(ctx, query), listViews(ctx, "activity")]);
  const { area, search = "", from = "", until = "" } = query;
  return { ...page, views, area, search, from, until };
}

export default function Activity() {
  useLive();
  const { t } = useTranslation();
  const page = useLoaderData<typeof loader>();
  return (
    <Page fullWidth title={t("nav.activity")}>
      <BlockStack gap="400">
        <ActivityTable {...page} />
        <ActivityExportCard />
      </BlockStack>
    </Page>
  );
}
