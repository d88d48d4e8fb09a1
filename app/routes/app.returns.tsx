import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { CheckCard } from "../components/returns/check-card.tsx";
import type { ReturnAnswer } from "../components/returns/return-answer.ts";
import { ReturnTable } from "../components/returns/return-table.tsx";
import { useLive } from "../components/use-live.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { announceAnyway } from "../domain/returns/announce/announce-anyway.ts";
import { letGo } from "../domain/returns/let-go.ts";
import { listReturns } from "../domain/returns/list-returns.ts";
import { markSeen, showSeen } from "../domain/returns/mark-seen.ts";
import { markMissing } from "../domain/returns/settle/mark-missing.ts";
import { needSchema } from "../domain/returns/return-needs.ts";
import { RETURN_TABS } from "../domain/returns/return-tabs.ts";
import { tryAgain } from "../domain/returns/try-again.ts";
import { waitLonger } from "../domain/returns/wait-longer.ts";
import { listViews } from "../domain/views/saved-views.ts";
import { readTasks } from "../domain/work/read-tasks.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["returns", "work"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

const returnId = z.string().min(1);
const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("announce"),
    returnIds: z.array(returnId).min(1).max(250),
    all: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("try-again"), returnId }),
  z.object({ intent: z.literal("count-missing"), returnId }),
  z.object({ intent: z.literal("let-go"), returnId }),
  z.object({ intent: z.literal("wait-longer"), returnId }),
  z.object({
    ...{ intent: z.literal("mark-seen"), returnId },
    /** As the page shows them. */
    needs: z.array(needSchema).min(1),
  }),
  z.object({ intent: z.literal("show-seen"), returnId }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = readListQuery(request, { tab: RETURN_TABS });
  const [page, views, connection, tasks] = await Promise.all([
    listReturns(ctx, query),
    listViews(ctx, "returns"),
    loadConnection(ctx),
    readTasks(ctx, ["check-returns"]),
  ]);
  const { tab, search = "" } = query;
  return { ...page, views, tab, search, connected: Boolean(connection), tasks, now: ctx.clock() };
}

/** What is asked for here and on a return's page. */
export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<ReturnAnswer> {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  switch (asked.intent) {
    case "announce":
      return { outcome: "announced", count: await announceAnyway(ctx, asked) };
    case "try-again":
      return { outcome: (await tryAgain(ctx, asked)) ? "again" : "notAgain" };
    case "count-missing": {
      const { outcome } = await markMissing(ctx, asked);
      return { outcome: outcome === "asked" ? "missing" : "notMissing" };
    }
    case "let-go":
      return { outcome: (await letGo(ctx, asked)) ? "let-go" : "not-let-go" };
    case "wait-longer":
      return { outcome: (await waitLonger(ctx, asked)) ? "waits" : "not-waits" };
    case "mark-seen":
      return { outcome: (await markSeen(ctx, asked)) ? "seen" : "notAgain" };
    case "show-seen":
      return { outcome: (await showSeen(ctx, asked)) ? "shown" : "notAgain" };
  }
}

export default function Returns() {
  useLive();
  const { t } = useTranslation();
  const { connected, tasks, ...page } = useLoaderData<typeof loader>();
  return (
    <Page
      fullWidth
      title={t("returns.title")}
      {...(connected && {
        secondaryActions: [{ content: t("returns.settings"), url: "/app/settings/returns" }],
      })}
    >
      {connected ? (
        <BlockStack gap="400">
          {tasks.map((task) => (
            <CheckCard key={task.id} task={task} />
          ))}
          <ReturnTable {...page} />
        </BlockStack>
      ) : (
        <NextStepCard heading={t("returns.notConnected")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}
