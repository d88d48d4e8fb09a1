import { Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { NextStepCard } from "../components/next-step-card.tsx";
import { PurchaseTable } from "../components/purchase-table.tsx";
import { useLive } from "../components/use-live.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { listPurchases } from "../domain/inbounds/list-purchases.ts";
import { PURCHASE_TABS } from "../domain/inbounds/purchase-tabs.ts";

/** Anything else in the address is ignored rather than refused: it may be an old bookmark. */
const querySchema = z.object({
  tab: z.enum(PURCHASE_TABS).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  after: z.string().optional(),
  before: z.string().optional(),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const ctx = services.openShop(session.shop);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, connection] = await Promise.all([listPurchases(ctx, query), loadConnection(ctx)]);
  return { ...page, tab: query.tab, search: query.search ?? "", connected: Boolean(connection) };
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
        <NextStepCard heading={t("inbounds.notConnected")} action={t("connect.title")} url="/app/connect" />
      )}
    </Page>
  );
}
