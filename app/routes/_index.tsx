import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { I18nextProvider, useTranslation } from "react-i18next";
import { createI18n } from "../i18n/i18n.ts";

/** Shopify opens the app at its root with the shop in the query; the panel is at /app. */
export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  if (url.searchParams.has("shop")) return redirect(`/app${url.search}`);
  return null;
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  return services.shopify.login(request);
}

export default function Outside() {
  return (
    <I18nextProvider i18n={createI18n("en")}>
      <Welcome />
    </I18nextProvider>
  );
}

function Welcome() {
  const { t } = useTranslation();
  return (
    <main>
      <h1>{t("install.heading")}</h1>
      <p>{t("install.body")}</p>
      <Form method="post">
        <label>
          {t("install.shop")} <input name="shop" placeholder="example.myshopify.com" autoComplete="on" />
        </label>{" "}
        <button type="submit">{t("install.open")}</button>
      </Form>
    </main>
  );
}
