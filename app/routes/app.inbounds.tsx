import { Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { PurchaseTable } from "../components/inbounds/purchase-table.tsx";
import { useLive } from "../components/use-live.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { listPurchases } from "../domain/inbounds/list-purchases.ts";
import { PURCHASE_TABS } from "../domain/inbounds/purchase-tabs.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["inbounds"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readListQuery(request, { tab: PURCHASE_TABS });
  const [page, views, connection] = await Promise.all([
    listPurchases(ctx, query),
    listViews(ctx, "inbounds"),
    loadConnection(ctx),
  ]);
  return { ...page, views, tab: query.tab, search: query.search ?? "", connected: Boolean(connection) };
}

export default function Inbounds() {
  useLive();
  const { t } = useTranslation();
  const { connected, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      fullWidth
      title={t("inbounds.title")}
      {...(connected && { primaryAction: { content: t("inbounds.new"), url: "/app/inbounds/new" } })}
    >
      {connected ? (
        <PurchaseTable {...page} />
      ) : (
        <NextStepCard heading={t("inbounds.notConnected")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}
