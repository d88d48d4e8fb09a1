import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { PageHandle } from "../components/page-texts.tsx";
import { ReturnSettingsForm } from "../components/settings/return-settings-form.tsx";
import { RETURN_FIELDS, writeReturnForm } from "../domain/returns/read-return-form.ts";
import { loadReturnSettings } from "../domain/returns/return-settings.ts";
import { saveReturnForm } from "../domain/returns/save-return-form.ts";
import { changedFields, openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings"] };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return { form: writeReturnForm(await loadReturnSettings(ctx)) };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return saveReturnForm(ctx, await readForm(request, changedFields(RETURN_FIELDS)));
}

export default function ReturnSettings() {
  const { t } = useTranslation();
  const { form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const faults = result?.outcome === "invalid" ? result.faults : [];
  return (
    <Page
      narrowWidth
      title={t("returnSettings.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {faults.length > 0 && <Banner tone="critical" title={t("settings.notSaved")} />}
        <ReturnSettingsForm
          stored={form}
          answer={result?.outcome === "saved" ? result : undefined}
          faults={faults}
        />
      </BlockStack>
    </Page>
  );
}
