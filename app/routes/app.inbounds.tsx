import { Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { OtherInboundTable } from "../components/inbounds/other-inbound-table.tsx";
import { PurchaseTable } from "../components/inbounds/purchase-table.tsx";
import { useLive } from "../components/use-live.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { listPurchases } from "../domain/inbounds/list-purchases.ts";
import { listOtherInbounds, type ListOtherInbounds } from "../domain/inbounds/other/list-other-inbounds.ts";
import { INBOUND_TABS, type InboundTab } from "../domain/inbounds/purchase-tabs.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["inbounds", "receipts"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readListQuery(request, { tab: INBOUND_TABS });
  const [list, views, connection] = await Promise.all([
    listTab(ctx, query),
    listViews(ctx, "inbounds"),
    loadConnection(ctx),
  ]);
  const shown = { views, tab: query.tab, search: query.search ?? "" };
  return { list, ...shown, connected: Boolean(connection) };
}

/** Purchases, or what was made elsewhere. */
async function listTab(
  ctx: ShopContext,
  { tab, ...query }: ListOtherInbounds & { tab: InboundTab | undefined },
) {
  if (tab === "elsewhere") return { other: await listOtherInbounds(ctx, query) };
  return { purchases: await listPurchases(ctx, { ...query, tab }) };
}

export default function Inbounds() {
  useLive();
  const { t } = useTranslation();
  const { connected, list, ...shown } = useLoaderData<typeof loader>();
  return (
    <Page
      fullWidth
      title={t("inbounds.title")}
      {...(connected && { primaryAction: { content: t("inbounds.new"), url: "/app/inbounds/new" } })}
    >
      {connected ? (
        <>
          {list.purchases && <PurchaseTable {...list.purchases} {...shown} />}
          {list.other && <OtherInboundTable {...list.other} {...shown} />}
        </>
      ) : (
        <NextStepCard heading={t("inbounds.notConnected")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}
