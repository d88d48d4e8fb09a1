import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Where Shopify's library sends whoever did not come from a shop's admin. It leads on to the shop, if it is one. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return { wrong: Boolean((await services.libraries[0].app.login(request)).shop) };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  return { wrong: Boolean((await services.libraries[0].app.login(request)).shop) };
}

export default function Login() {
  const { t } = useTranslation();
  const loaded = useLoaderData<typeof loader>();
  const { wrong } = useActionData<typeof action>() ?? loaded;
  return (
    <main>
      <h1>{t("install.heading")}</h1>
      <p>{t("install.body")}</p>
      <Form method="post">
        <p>
          <label htmlFor="shop">{t("install.shop")}</label>{" "}
          <input
            id="shop"
            name="shop"
            placeholder="example.myshopify.com"
            aria-invalid={wrong}
            aria-describedby="wrong"
          />{" "}
          <button type="submit">{t("install.open")}</button>
        </p>
        {wrong && (
          <p id="wrong" role="alert">
            {t("install.wrong")}
          </p>
        )}
      </Form>
    </main>
  );
}
