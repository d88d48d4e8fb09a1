import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { PageHandle } from "../components/page-texts.tsx";
import { useSavedMessage } from "../components/settings/settings-form.tsx";
import { SharedAccountBanner } from "../components/settings/shared-account-banner.tsx";
import { StockSettingsForm } from "../components/settings/stock-settings-form.tsx";
import { loadTimeZone } from "../domain/connection/time-zone.ts";
import { isAccountShared, RECOMMENDED_SAFETY_STOCK } from "../domain/connection/warehouse-account.ts";
import { changeStockSettings } from "../domain/stock/settings/change-stock-settings.ts";
import {
  readStockForm,
  STOCK_FIELDS,
  type StockFault,
  type StockForm,
} from "../domain/stock/settings/read-stock-form.ts";
import { loadStockSettings } from "../domain/stock/settings/stock-settings.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

/** What is not in the form was left empty, or not ticked. */
const formSchema = z.record(z.string(), z.string().catch("")).transform((fields) => {
  const all = STOCK_FIELDS.map((name) => [name, fields[name] ?? ""] as const);
  return Object.fromEntries(all) as StockForm;
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const [settings, timeZone, isShared] = await Promise.all([
    loadStockSettings(ctx),
    loadTimeZone(ctx),
    isAccountShared(ctx),
  ]);
  return { settings, timeZone, recommended: isShared ? RECOMMENDED_SAFETY_STOCK : null, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const read = readStockForm(await readForm(request, formSchema));
  if (read.outcome === "invalid") return read;
  await changeStockSettings(ctx, read.settings);
  return { outcome: "saved" as const };
}

export default function StockSettings() {
  const { t } = useTranslation();
  const { settings, recommended, ...shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useSavedMessage(result);
  const faults: StockFault[] = result?.outcome === "invalid" ? result.faults : [];
  return (
    <Page
      narrowWidth
      title={t("stockSettings.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {faults.length > 0 && <Banner tone="critical" title={t("settings.notSaved")} />}
        {recommended !== null && <SharedAccountBanner recommended={recommended} />}
        {/* What is learned meanwhile takes nothing away that was typed. */}
        <StockSettingsForm
          key={JSON.stringify({ ...settings, packingMinutes: 0 })}
          settings={settings}
          faults={faults}
          {...shown}
        />
      </BlockStack>
    </Page>
  );
}
