import { BlockStack, Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { VARIANT_TABS } from "../components/state-badge.tsx";
import { TaskCards } from "../components/products/task-cards.tsx";
import { useLive } from "../components/use-live.ts";
import { VariantTable } from "../components/products/variant-table.tsx";
import { listVariants } from "../domain/catalog/list-variants.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { readTasks } from "../domain/work/read-tasks.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["products", "states", "work"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readListQuery(request, { state: VARIANT_TABS });
  const [page, views, connection, tasks] = await Promise.all([
    listVariants(ctx, query),
    listViews(ctx, "products"),
    loadConnection(ctx),
    readTasks(ctx, ["words"]),
  ]);
  const shown = { ...page, views, state: query.state, search: query.search ?? "" };
  return { ...shown, connected: Boolean(connection), tasks };
}

export default function Products() {
  useLive();
  const { t } = useTranslation();
  const { connected, tasks, ...page } = useLoaderData<typeof loader>();
  const actions = [
    { content: t("products.do.create"), url: "/app/products/create" },
    { content: t("products.do.update"), url: "/app/products/update" },
    { content: t("products.do.delete"), url: "/app/products/delete" },
    { content: t("nav.mappings"), url: "/app/mappings" },
    { content: t("products.do.settings"), url: "/app/settings/products" },
  ];
  return (
    <Page
      fullWidth
      title={t("products.title")}
      {...(connected && { actionGroups: [{ title: t("products.more"), actions }] })}
    >
      {connected ? (
        <BlockStack gap="400">
          <TaskCards tasks={tasks} />
          <VariantTable {...page} />
        </BlockStack>
      ) : (
        <NextStepCard heading={t("products.notRead")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}
