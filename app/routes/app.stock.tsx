import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ConfirmJumpsModal } from "../components/stock/confirm-jumps-modal.tsx";
import { ComparisonCard } from "../components/stock/comparison-card.tsx";
import { DriftCard } from "../components/stock/drift-card.tsx";
import { ExportCard } from "../components/export-card.tsx";
import { GoLiveModal } from "../components/stock/go-live-modal.tsx";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { PlanNeeded } from "../components/plan-needed.tsx";
import { ProblemBanners } from "../components/problem-banners.tsx";
import { ReportSeen } from "../components/stock/report-seen.tsx";
import { StandBanner } from "../components/stock/stand-banner.tsx";
import type { StockAnswer } from "../components/stock-answer.ts";
import { StockReport } from "../components/stock/stock-report.tsx";
import { StoppedBanner } from "../components/stock/stopped-banner.tsx";
import { usePanel } from "../components/use-panel.ts";
import { useLive } from "../components/use-live.ts";
import { useStockAction } from "../components/use-stock-action.ts";
import { WritingCard } from "../components/stock/writing-card.tsx";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { skuSchema as sku, variantIdSchema as variantId } from "../domain/id-schemas.ts";
import { groupProblems } from "../domain/problems/group-problems.ts";
import { OF_PLAN, STOPPING } from "../domain/problems/problem-kinds.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { confirmJumps, seenSchema as seen } from "../domain/stock/mirror/confirm-jumps.ts";
import { countOf } from "../domain/stock/mirror/jumps.ts";
import { askForComparison } from "../domain/stock/sweep/ask-for-comparison.ts";
import {
  goLive,
  pauseStock,
  resumeStock,
  setBuffer,
} from "../domain/stock/settings/change-stock-settings.ts";
import { previewGoLive } from "../domain/stock/report/preview-go-live.ts";
import { listDifferences } from "../domain/stock/report/list-differences.ts";
import { MOST_KEPT } from "../domain/stock/settings/read-buffer.ts";
import { readComparison } from "../domain/stock/sweep/read-comparison.ts";
import { readStanding } from "../domain/stock/report/read-standing.ts";
import { readWriting } from "../domain/stock/sweep/read-writing.ts";
import { REPORTED } from "../domain/stock/report/reported-verdicts.ts";
import { trackStock } from "../domain/stock/settings/track-stock.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["problems", "stock", "warehouse-errors", "work"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

const schema = z.discriminatedUnion("intent", [
  /** What would going live with all change? */
  z.object({ intent: z.literal("preview") }),
  z.object({
    intent: z.literal("go-live"),
    variantIds: z.union([z.literal("all"), z.array(variantId).min(1).max(250)]),
  }),
  z.object({ intent: z.literal("pause") }),
  z.object({ intent: z.literal("resume") }),
  /** Compare all stock now. */
  z.object({ intent: z.literal("compare") }),
  z.object({ intent: z.literal("confirm-jumps"), seen }),
  z.object({ intent: z.literal("track"), variantId }),
  z.object({ intent: z.literal("buffer"), sku, pieces: z.int().min(0).max(MOST_KEPT).nullable() }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readListQuery(request, { verdict: REPORTED });
  const [connection, standing, page, problems, comparison, writing] = await Promise.all([
    loadConnection(ctx),
    readStanding(ctx),
    listDifferences(ctx, query),
    groupProblems(ctx, { kinds: [...STOPPING, ...OF_PLAN] }),
    readComparison(ctx),
    readWriting(ctx),
  ]);
  const found = { standing, page, problems, comparison, writing };
  return { connected: Boolean(connection), ...found, verdict: query.verdict, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  return answer(ctx, asked);
}

async function answer(ctx: ShopContext, asked: z.infer<typeof schema>): Promise<StockAnswer> {
  switch (asked.intent) {
    case "preview":
      return { outcome: "preview", ...(await previewGoLive(ctx)) };
    case "go-live":
      if ((await goLive(ctx, asked.variantIds)) === "needs-plan") return { outcome: "needsPlan" };
      return asked.variantIds === "all"
        ? { outcome: "liveAll" }
        : { outcome: "live", count: asked.variantIds.length };
    case "pause":
      await pauseStock(ctx);
      return { outcome: "paused" };
    case "resume":
      return { outcome: (await resumeStock(ctx)) === "needs-plan" ? "needsPlan" : "resumed" };
    case "compare":
      return askForComparison(ctx);
    case "confirm-jumps":
      return confirmJumps(ctx, asked);
    case "track": {
      const reason = await trackStock(ctx, asked);
      return reason === null ? { outcome: "tracked" } : { outcome: "refused", reason };
    }
    case "buffer":
      await setBuffer(ctx, asked);
      return { outcome: "kept" };
  }
}

export default function Stock() {
  useLive();
  const { t } = useTranslation();
  const planNeeded = usePanel().plans?.needed ?? false;
  const { connected, standing, page, problems, comparison, writing, verdict, now } =
    useLoaderData<typeof loader>();
  const [asking, setAsking] = useState<"go-live" | "confirm-jumps">();
  const { send, busy } = useStockAction();
  const close = () => setAsking(undefined);
  if (!connected)
    return (
      <Page title={t("stock.title")}>
        <NextStepCard heading={t("stock.notConnected")} action={t("nav.connect")} url="/app/connect" />
      </Page>
    );
  const paused = standing.pausedAt !== null;
  const goLiveWithAll = {
    content: t("stock.do.goLive"),
    disabled: planNeeded,
    onAction: () => setAsking("go-live"),
  };
  const resume = {
    content: t("stock.do.resume"),
    disabled: planNeeded && problems.some(({ kind }) => kind === "plan-over"),
    loading: busy,
    onAction: () => send({ intent: "resume" }),
  };
  const pause = { content: t("stock.do.pause"), loading: busy, onAction: () => send({ intent: "pause" }) };
  const compare = {
    content: t("stock.do.compare"),
    disabled: busy || comparison?.state === "running",
    onAction: () => send({ intent: "compare" }),
  };
  return (
    <Page
      fullWidth
      title={t("stock.title")}
      // Until the shop is live, this is a step of the guide.
      {...(standing.phase === "shadow" && { backAction: { content: t("nav.setup"), url: "/app/setup" } })}
      secondaryActions={[
        compare,
        ...(standing.phase === "shadow" || paused ? [] : [pause]),
        { content: t("stock.settings"), url: "/app/settings/stock" },
      ]}
    >
      <BlockStack gap="400">
        <ProblemBanners problems={problems} now={now} />
        <StandBanner
          standing={standing}
          now={now}
          {...(paused
            ? {
                action: resume,
                ...(standing.phase !== "live" && !planNeeded && { secondaryAction: goLiveWithAll }),
              }
            : standing.phase !== "live" && { action: goLiveWithAll })}
        >
          {standing.phase !== "live" && <PlanNeeded />}
        </StandBanner>
        {comparison && <ComparisonCard comparison={comparison} />}
        {writing && <WritingCard writing={writing} busy={busy} onPause={pause.onAction} />}
        <StoppedBanner count={countOf(standing.stopped)} onAsk={() => setAsking("confirm-jumps")} />
        <StockReport
          {...page}
          verdict={verdict}
          standing={standing}
          onAsk={() => setAsking("confirm-jumps")}
        />
        <DriftCard standing={standing} now={now} />
        <ExportCard
          of="inventory"
          words={{
            ...t("stock.exportNow", { returnObjects: true }),
            failed: t("stock.export.failed"),
          }}
        />
        <ExportCard of="stock" words={t("stock.export", { returnObjects: true })} />
      </BlockStack>
      {standing.phase === "shadow" && standing.comparisons.length > 0 && <ReportSeen />}
      {asking === "go-live" && <GoLiveModal paused={paused} onClose={close} />}
      {asking === "confirm-jumps" && <ConfirmJumpsModal stopped={standing.stopped} onClose={close} />}
    </Page>
  );
}
