import { Page } from "@shopify/polaris";
import { useTranslation } from "react-i18next";
import { NextStepCard } from "./next-step-card.tsx";

/** Stands in for a page there is not. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page narrowWidth>
      <NextStepCard
        as="h1"
        heading={t("notFound.heading")}
        body={t("notFound.body")}
        action={t("nav.home")}
        url="/app"
      />
    </Page>
  );
}
