import { Page } from "@shopify/polaris";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { NextStepCard } from "../components/next-step-card.tsx";
import { VARIANT_STATES } from "../components/state-badge.tsx";
import { useLive } from "../components/use-live.ts";
import { VariantTable } from "../components/variant-table.tsx";
import { listVariants } from "../domain/catalog/list-variants.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";

/** Anything else in the address is ignored rather than refused: it may be an old bookmark. */
const querySchema = z.object({
  state: z.enum(VARIANT_STATES).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  after: z.string().optional(),
  before: z.string().optional(),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const ctx = services.openShop(session.shop);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, connection] = await Promise.all([listVariants(ctx, query), loadConnection(ctx)]);
  return { ...page, state: query.state, search: query.search ?? "", connected: Boolean(connection) };
}

export default function Products() {
  useLive();
  const { t } = useTranslation();
  const { connected, ...page } = useLoaderData<typeof loader>();
  const actions = [
    { content: t("push.title"), url: "/app/products/create" },
    { content: t("deletion.title"), url: "/app/products/delete" },
    { content: t("catalogueSettings.title"), url: "/app/products/settings" },
  ];
  return (
    <Page
      fullWidth
      title={t("products.title")}
      {...(connected && { actionGroups: [{ title: t("products.more"), actions }] })}
    >
      {connected ? (
        <VariantTable {...page} />
      ) : (
        <NextStepCard heading={t("products.notRead")} action={t("connect.title")} url="/app/connect" />
      )}
    </Page>
  );
}
