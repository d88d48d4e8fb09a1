import { BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { GivenUpCard } from "../components/activity/given-up-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { SupportAboutCard } from "../components/activity/support-about-card.tsx";
import { SupportContentsCard } from "../components/activity/support-contents-card.tsx";
import { useLive } from "../components/use-live.ts";
import { findThings } from "../domain/activity/find-things.ts";
import { readGivenUp } from "../domain/work/read-given-up.ts";
import { retryGivenUp, type RetryOutcome } from "../domain/work/retry-given-up.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore, readJson } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["support"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { search = "" } = readListQuery(request, {});
  const [things, givenUp] = await Promise.all([
    search.trim() ? findThings(ctx, search) : null,
    readGivenUp(ctx),
  ]);
  const { variants = [], returns = [], purchases = [] } = things ?? {};
  return { search, variants, returns, purchases, givenUp, now: ctx.clock() };
}

/** Tries again what has given up: one job, or all of them. */
const schema = z.object({
  intent: z.literal("retry"),
  jobId: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

export async function action({ request, context: { services } }: ActionFunctionArgs): Promise<RetryOutcome> {
  const { ctx } = await openStore(services, request);
  const asked = await readJson(request, schema);
  const { jobId } = asked;
  return retryGivenUp(ctx, jobId ? { jobIds: [jobId] } : {});
}

export default function Support() {
  useLive();
  const { t } = useTranslation();
  const { givenUp, now, ...about } = useLoaderData<typeof loader>();
  return (
    <Page
      narrowWidth
      title={t("support.title")}
      backAction={{ content: t("nav.activity"), url: "/app/activity" }}
    >
      <BlockStack gap="400">
        <GivenUpCard jobs={givenUp} now={now} />
        <SupportContentsCard />
        <SupportAboutCard {...about} />
      </BlockStack>
    </Page>
  );
}
