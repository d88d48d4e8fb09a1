import { BlockStack, InlineGrid, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConnectionCard } from "../components/connection-card.tsx";
import { LatestChangesCard } from "../components/latest-changes-card.tsx";
import { NextStepCard } from "../components/next-step-card.tsx";
import { ProblemBanners } from "../components/problem-banners.tsx";
import { ReadingCard } from "../components/reading-card.tsx";
import { ReturnsCard } from "../components/returns-card.tsx";
import { StandBanner } from "../components/stand-banner.tsx";
import { VARIANT_STATES } from "../components/state-badge.tsx";
import { StockCard } from "../components/stock-card.tsx";
import { useLive } from "../components/use-live.ts";
import { VariantsCard } from "../components/variants-card.tsx";
import { askForImport } from "../domain/catalog/ask-for-import.ts";
import { readOverview } from "../domain/connection/read-overview.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const overview = await readOverview(services.openShop(session.shop));
  return { ...overview, now: services.clock() };
}

/** Has both catalogues read again. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  return askForImport(services.openShop(session.shop));
}

export default function Home() {
  useLive();
  const { t } = useTranslation();
  const { connection, events, variants, problems, waiting, latest, reading, stock, returns, now } =
    useLoaderData<typeof loader>();
  if (!connection) return <NotConnected />;
  const total = VARIANT_STATES.reduce((sum, state) => sum + variants[state], 0);
  return (
    <Page title={t("home.title")}>
      <BlockStack gap="400">
        <ProblemBanners problems={problems} />
        {stock.stand !== "live" && (
          <StandBanner
            standing={stock}
            now={now}
            action={{
              content: t(stock.stand === "shadow" ? "stock.seeShadow" : "stock.see"),
              url: "/app/stock",
            }}
          />
        )}
        {(reading ?? !connection.importedAt) && <ReadingCard reading={reading} />}
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <BlockStack gap="400">
            <ConnectionCard {...{ connection, events, waiting, now }} />
            <StockCard standing={stock} now={now} />
            <ReturnsCard counts={returns} />
          </BlockStack>
          <VariantsCard
            {...{ variants, total, now }}
            importedAt={connection.importedAt}
            reading={reading !== null}
          />
        </InlineGrid>
        <LatestChangesCard changes={latest} now={now} />
      </BlockStack>
    </Page>
  );
}

function NotConnected() {
  const { t } = useTranslation();
  return (
    <Page title={t("home.title")} narrowWidth>
      <NextStepCard
        heading={t("home.notConnected.heading")}
        body={t("home.notConnected.body")}
        action={t("connect.title")}
        url="/app/connect"
      />
    </Page>
  );
}
