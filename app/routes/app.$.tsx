import { Page } from "@shopify/polaris";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { NextStepCard } from "../components/next-step-card.tsx";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await services.shopify.authenticate.admin(request);
  return data(null, { status: 404 });
}

/** Any address in the panel that leads nowhere. */
export default function NotFound() {
  const { t } = useTranslation();
  return (
    <Page narrowWidth>
      <NextStepCard
        as="h1"
        heading={t("notFound.heading")}
        body={t("notFound.body")}
        action={t("notFound.home")}
        url="/app"
      />
    </Page>
  );
}
