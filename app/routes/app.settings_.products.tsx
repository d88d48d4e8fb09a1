import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskAgain } from "../components/ask-again.tsx";
import { CatalogueSettingsForm } from "../components/settings/catalogue-settings-form.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { loadCatalogueSettings } from "../domain/catalog/catalogue-settings.ts";
import { CATALOGUE_FIELDS, writeCatalogueForm } from "../domain/catalog/read-catalogue-form.ts";
import { saveCatalogueForm } from "../domain/catalog/save-catalogue-form.ts";
import { changedFields, openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings", "warehouse-products"] };

const formSchema = z.object({
  ...changedFields(CATALOGUE_FIELDS).shape,
  confirmed: z.coerce.number().int().min(0).optional().catch(undefined),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return { form: writeCatalogueForm(await loadCatalogueSettings(ctx)) };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { confirmed, ...sent } = await readForm(request, formSchema);
  return saveCatalogueForm(ctx, { sent, confirmed });
}

export default function CatalogueSettings() {
  const { t } = useTranslation();
  const { form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page
      narrowWidth
      title={t("catalogueSettings.title")}
      backAction={{ content: t("nav.settings"), url: "/app/settings" }}
    >
      <BlockStack gap="400">
        {result?.outcome === "ask" && (
          <AskAgain
            heading={t("catalogueSettings.ask.heading", { count: result.changes })}
            body={t("catalogueSettings.ask.body", { known: result.known, share: result.askBeyond })}
            confirmed={result.changes}
            fields={result.sent}
            back="/app/settings"
          />
        )}
        <CatalogueSettingsForm
          stored={form}
          answer={result?.outcome === "saved" ? result : undefined}
          invalidShare={result?.outcome === "invalid-share"}
          wrong={result?.outcome === "invalid" ? result.fields : []}
        />
      </BlockStack>
    </Page>
  );
}
