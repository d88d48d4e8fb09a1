import { Banner, Page } from "@shopify/polaris";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NotFoundPage } from "../components/not-found-page.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { PurchaseForm } from "../components/inbounds/purchase-form.tsx";
import { purchaseUrl } from "../components/purchase-url.ts";
import { editPurchase } from "../domain/inbounds/edit-purchase.ts";
import { MOST_LINES, sentSchema } from "../domain/inbounds/purchase-content.ts";
import { readPurchaseForm } from "../domain/inbounds/read-purchase-form.ts";
import type { InboundRef } from "../domain/ids.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["inbounds", "products", "warehouse-errors"] };

const refOf = (text: string | undefined) => (text ?? "") as InboundRef;

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const ref = refOf(params.ref);
  const result = await readPurchaseForm(ctx, { ref });
  return data({ ref, result, mostLines: MOST_LINES }, { status: result.outcome === "unknown" ? 404 : 200 });
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  const { ctx, redirect } = await openStore(services, request);
  const asked = await readJson(request, sentSchema);
  const ref = refOf(params.ref);
  const result = await editPurchase(ctx, { ref, ...asked });
  return result.outcome === "asked" ? redirect(purchaseUrl(ref)) : result;
}

export default function EditInbound() {
  const { t } = useTranslation();
  // What is being changed is what was opened, whatever is loaded again meanwhile.
  const loaded = useLoaderData<typeof loader>();
  const [{ ref, result, mostLines }] = useState(loaded);
  if (result.outcome === "unknown") return <NotFoundPage />;
  const back = { content: t("inbounds.title"), url: purchaseUrl(ref) };
  if (result.outcome === "too-late")
    return (
      <Page title={t("inbounds.detail.edit")} backAction={back}>
        <Banner tone="warning">{t("inbounds.form.tooLate")}</Banner>
      </Page>
    );
  const { form } = result;
  return (
    <Page
      title={t("inbounds.form.editTitle", { name: form.fields.senderName || form.fields.supplierRef })}
      backAction={back}
    >
      <PurchaseForm {...{ form, mostLines }} submit={t("inbounds.form.save")} back={purchaseUrl(ref)} />
    </Page>
  );
}
