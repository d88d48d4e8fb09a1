import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PageHandle } from "../components/page-texts.tsx";
import { StockSettingsForm } from "../components/settings/stock-settings-form.tsx";
import { loadTimeZone } from "../domain/connection/time-zone.ts";
import { readSharing } from "../domain/connection/warehouse-account.ts";
import { STOCK_FIELDS, writeStockForm, type StockFault } from "../domain/stock/settings/read-stock-form.ts";
import { saveStockForm } from "../domain/stock/settings/save-stock-form.ts";
import { loadStockSettings } from "../domain/stock/settings/stock-settings.ts";
import { changedFields, openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const [settings, timeZone, sharing] = await Promise.all([
    loadStockSettings(ctx),
    loadTimeZone(ctx),
    readSharing(ctx),
  ]);
  const form = writeStockForm(settings, timeZone);
  return { form, settings, sharing, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return saveStockForm(ctx, await readForm(request, changedFields(STOCK_FIELDS)));
}

export default function StockSettings() {
  const { t } = useTranslation();
  const { form, ...shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const faults: StockFault[] = result?.outcome === "invalid" ? result.faults : [];
  return (
    <Page
      narrowWidth
      title={t("stockSettings.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {faults.length > 0 && <Banner tone="critical" title={t("settings.notSaved")} />}
        <StockSettingsForm
          stored={form}
          answer={result?.outcome === "saved" ? result : undefined}
          faults={faults}
          {...shown}
        />
      </BlockStack>
    </Page>
  );
}
