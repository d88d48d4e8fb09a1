import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskAgain } from "../components/ask-again.tsx";
import { CatalogueSettingsForm } from "../components/settings/catalogue-settings-form.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { useSavedMessage } from "../components/settings/settings-form.tsx";
import { loadCatalogueSettings } from "../domain/catalog/catalogue-settings.ts";
import { changeCatalogueSettings } from "../domain/catalog/change-catalogue-settings.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["settings", "warehouse-products"] };

const metafield = z
  .string()
  .trim()
  .transform((name) => name || null);
const formSchema = z.object({
  pushEdits: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
  askBeyond: z
    .string()
    .regex(/^\s*\d{1,3}\s*$/)
    .transform(Number)
    .pipe(z.int().max(100)),
  ...{ width: metafield, height: metafield, length: metafield },
  confirmed: z.coerce.number().int().min(0).optional().catch(undefined),
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return loadCatalogueSettings(ctx);
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readForm(request, z.record(z.string(), z.string()));
  const form = formSchema.safeParse(asked);
  if (!form.success) return { outcome: "invalid-share" as const };
  const { width, height, length, ...rest } = form.data;
  const result = await changeCatalogueSettings(ctx, { ...rest, dimensions: { width, height, length } });
  // The question that is asked first is answered with all that was filled in.
  return result.outcome === "ask" ? { ...result, asked } : result;
}

export default function CatalogueSettings() {
  const { t } = useTranslation();
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  useSavedMessage(result);
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
            fields={result.asked}
            back="/app/settings"
          />
        )}
        <CatalogueSettingsForm
          key={JSON.stringify(settings)}
          settings={settings}
          invalidShare={result?.outcome === "invalid-share"}
          wrong={result?.outcome === "invalid" ? result.fields : []}
        />
      </BlockStack>
    </Page>
  );
}
