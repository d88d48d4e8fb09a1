import { randomUUID } from "node:crypto";
import { Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { PageHandle } from "../components/page-texts.tsx";
import { PurchaseForm } from "../components/inbounds/purchase-form.tsx";
import { purchaseUrl } from "../components/purchase-url.ts";
import { announcePurchase } from "../domain/inbounds/announce-purchase.ts";
import { MOST_LINES, sentSchema } from "../domain/inbounds/purchase-content.ts";
import { newPurchaseForm } from "../domain/inbounds/read-purchase-form.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["inbounds", "products", "warehouse-errors"] };

const schema = sentSchema.extend({ formId: z.uuid().toLowerCase() });

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await openStore(services, request);
  const formId = randomUUID();
  return { formId, form: newPurchaseForm(formId), mostLines: MOST_LINES };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx, redirect } = await openStore(services, request);
  const asked = await readJson(request, schema);
  const result = await announcePurchase(ctx, asked);
  return result.outcome === "announced" ? redirect(purchaseUrl(result.ref)) : result;
}

export default function NewInbound() {
  const { t } = useTranslation();
  // The form is the one that was opened, whatever is loaded again meanwhile.
  const loaded = useLoaderData<typeof loader>();
  const [{ formId, form, mostLines }] = useState(loaded);
  return (
    <Page
      title={t("inbounds.form.newTitle")}
      backAction={{ content: t("inbounds.title"), url: "/app/inbounds" }}
    >
      <PurchaseForm
        {...{ form, formId, mostLines }}
        submit={t("inbounds.form.announce")}
        back="/app/inbounds"
      />
    </Page>
  );
}
