import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { readActivityQuery } from "../http/activity-query.server.ts";
import { ActivityExportCard } from "../components/activity/activity-export-card.tsx";
import { ActivityTable, type RetryAnswer } from "../components/activity/activity-table.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { useLive } from "../components/use-live.ts";
import { eventIdOf, listActivity } from "../domain/activity/list-activity.ts";
import { retryEvents } from "../domain/events/retry-events.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

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

const schema = z.object({
  /** A quarantined event is tried again. `id` is its row's. */
  intent: z.literal("retry"),
  id: z.string().transform(eventIdOf).pipe(z.string()),
});

export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<RetryAnswer> {
  const { ctx } = await openStore(services, request);
  const { id } = await readJson(request, schema);
  const retried = await retryEvents(ctx, { ids: [id] });
  return { retried };
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
