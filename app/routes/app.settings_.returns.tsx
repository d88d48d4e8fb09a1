import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { PageHandle } from "../components/page-texts.tsx";
import { ReturnSettingsForm } from "../components/settings/return-settings-form.tsx";
import { useSavedMessage } from "../components/settings/settings-form.tsx";
import { changeReturnSettings } from "../domain/returns/change-return-settings.ts";
import { readReturnForm } from "../domain/returns/read-return-form.ts";
import { loadReturnSettings } from "../domain/returns/return-settings.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

const formSchema = z.record(z.string(), z.string().catch(""));

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { approve, announce, expectedDays, overdueDays, label, ...rest } = await loadReturnSettings(ctx);
  const { notify, restock, defectiveAs, close, process } = rest;
  return {
    approve,
    announce,
    expectedDays,
    overdueDays,
    label,
    notify,
    restock,
    defectiveAs,
    close,
    process,
  };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const read = readReturnForm(await readForm(request, formSchema));
  if (read.outcome === "invalid") return read;
  await changeReturnSettings(ctx, read.settings);
  return { outcome: "saved" as const };
}

export default function ReturnSettings() {
  const { t } = useTranslation();
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useSavedMessage(result);
  const faults = result?.outcome === "invalid" ? result.faults : [];
  return (
    <Page
      narrowWidth
      title={t("returnSettings.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {faults.length > 0 && <Banner tone="critical" title={t("settings.notSaved")} />}
        <ReturnSettingsForm key={JSON.stringify(settings)} settings={settings} faults={faults} />
      </BlockStack>
    </Page>
  );
}
