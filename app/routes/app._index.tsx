import { BlockStack, InlineGrid, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConnectionCard } from "../components/home/connection-card.tsx";
import { HealthBanner, StandOnHome } from "../components/home/health-banner.tsx";
import { LatestChangesCard } from "../components/home/latest-changes-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { ProblemBanners } from "../components/problem-banners.tsx";
import { ReadingCard } from "../components/home/reading-card.tsx";
import { ReturnsCard } from "../components/home/returns-card.tsx";
import { SetupCard } from "../components/home/setup-card.tsx";
import { VARIANT_STATES } from "../components/state-badge.tsx";
import { StockCard } from "../components/home/stock-card.tsx";
import { useLive } from "../components/use-live.ts";
import { VariantsCard } from "../components/home/variants-card.tsx";
import { WeekCard } from "../components/home/week-card.tsx";
import { WorkLines } from "../components/home/work-lines.tsx";
import { askForImport } from "../domain/catalog/import/ask-for-import.ts";
import { readOverview } from "../domain/connection/read-overview.ts";
import { readSetup, type Setup } from "../domain/connection/read-setup.ts";
import { readWork } from "../domain/work/read-work.ts";
import { openStore } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["home", "problems", "setup", "states", "stock", "warehouse-errors", "work"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const [overview, setup, work] = await Promise.all([readOverview(ctx), readSetup(ctx), readWork(ctx)]);
  return { ...overview, setup, work, now: ctx.clock() };
}

/** Has both catalogues read again. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return askForImport(ctx);
}

export default function Home() {
  useLive();
  const { t } = useTranslation();
  const { connection, health, problems, stock, variants, work, setup, now, ...overview } =
    useLoaderData<typeof loader>();
  if (!connection) return <NotConnected setup={setup} />;
  const total = VARIANT_STATES.reduce((sum, state) => sum + variants[state], 0);
  const { events, waiting, nextTryAt, freshness, week, returns, latest } = overview;
  return (
    <Page title={t("home.title")}>
      <BlockStack gap="400">
        {/* Whoever has called off the first reading is told so, and nothing is getting ready. */}
        {!(health.is === "starting" && work.reading?.state === "stopped") && (
          <HealthBanner health={health} standing={stock} now={now} />
        )}
        <ProblemBanners problems={problems} now={now} nextTryAt={nextTryAt} />
        <SetupCard setup={setup} />
        {stock.stand !== "live" && health.is !== "not-live" && <StandOnHome standing={stock} now={now} />}
        {work.reading && <ReadingCard reading={work.reading} variants={variants} />}
        <WorkLines work={work} />
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <BlockStack gap="400">
            <ConnectionCard {...{ connection, events, waiting, problems, now }} />
            <ReturnsCard counts={returns} />
          </BlockStack>
          <BlockStack gap="400">
            <StockCard standing={stock} freshness={freshness} now={now} />
            <WeekCard week={week} />
          </BlockStack>
        </InlineGrid>
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <VariantsCard
            {...{ variants, total, now }}
            importedAt={connection.importedAt}
            reading={work.reading?.state === "running"}
          />
          <LatestChangesCard changes={latest} now={now} />
        </InlineGrid>
      </BlockStack>
    </Page>
  );
}

function NotConnected({ setup }: { setup: Setup }) {
  const { t } = useTranslation();
  return (
    <Page title={t("home.title")} narrowWidth>
      <SetupCard setup={setup} lead={t("home.notConnected.body")} />
    </Page>
  );
}
