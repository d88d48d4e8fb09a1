import { BlockStack, Box, Page, Text } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { CureAnswer } from "../components/cure-answer.ts";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { ProblemList } from "../components/problem-list.tsx";
import { useCure } from "../components/use-cure.ts";
import { useLive } from "../components/use-live.ts";
import { useProblemWords } from "../components/use-problem-words.ts";
import { retryRecord, retryRecords } from "../domain/events/retry-records.ts";
import { askForEventsAgain } from "../domain/connection/ask-for-events-again.ts";
import { sweepShop } from "../domain/connection/sweep-all-shops.ts";
import { variantIdSchema as variantId } from "../domain/id-schemas.ts";
import { groupProblems } from "../domain/problems/group-problems.ts";
import { listProblemPage } from "../domain/problems/list-problem-page.ts";
import { isRetriable, OF_GOODS, RETRIABLE } from "../domain/problems/problem-kinds.ts";
import { reconcileNow } from "../domain/stock/settings/reconcile-now.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["problems", "warehouse-errors"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

const schema = z.discriminatedUnion("intent", [
  /** Everything is read and compared now, and what waits to be tried again is tried. */
  z.object({ intent: z.literal("try-again") }),
  /** What one problem names is tried again. */
  z.object({ intent: z.literal("retry"), kind: z.enum(RETRIABLE), subject: z.string() }),
  z.object({ intent: z.literal("ask-for-events") }),
  z.object({ intent: z.literal("look"), variantId }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { kind = "stock-rejected", ...asked } = readListQuery(request, { kind: OF_GOODS });
  const [[group], page] = await Promise.all([
    groupProblems(ctx, { kinds: [kind] }),
    listProblemPage(ctx, { kind, ...asked }),
  ]);
  return { group, page, now: ctx.clock() };
}

export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<CureAnswer> {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  switch (asked.intent) {
    case "try-again":
      await retryRecords(ctx);
      await sweepShop(ctx.db, ctx.shop);
      return { done: "try" };
    case "retry": {
      const { kind, subject } = asked;
      return { done: (await retryRecord(ctx, { kind, subject })) ? "try" : "over" };
    }
    case "ask-for-events": {
      const { outcome } = await askForEventsAgain(ctx);
      return { done: outcome === "asked-lately" ? "eventsLately" : "events" };
    }
    case "look":
      await reconcileNow(ctx, { variantId: asked.variantId });
      return { done: "look" };
  }
}

/** Problems of one kind, one by one. */
export default function Problems() {
  useLive();
  const { t } = useTranslation();
  const { group, page, now } = useLoaderData<typeof loader>();
  const inWords = useProblemWords();
  const { send, busy } = useCure();
  if (!group)
    return (
      <Page narrowWidth>
        <NextStepCard
          as="h1"
          heading={t("problem.fixed.heading")}
          body={t("problem.fixed.body")}
          action={t("nav.home")}
          url="/app"
        />
      </Page>
    );
  const { heading, body } = inWords(group);
  const retryAll = {
    content: t("problem.do.all"),
    loading: busy,
    onAction: () => send({ intent: "try-again" }),
  };
  return (
    <Page
      title={heading}
      backAction={{ content: t("nav.home"), url: "/app" }}
      {...(isRetriable(group.kind) && { primaryAction: retryAll })}
    >
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Text as="p">{body}</Text>
        </Box>
        <ProblemList page={page} now={now} />
      </BlockStack>
    </Page>
  );
}
