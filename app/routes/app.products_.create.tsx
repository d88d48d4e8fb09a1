import { Banner, BlockStack, Button, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskAgain } from "../components/ask-again.tsx";
import { NextStepCard } from "../components/next-step-card.tsx";
import { Live } from "../components/live.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { PushCountsCard } from "../components/products/push-counts-card.tsx";
import { PushPreviewTable } from "../components/products/push-preview-table.tsx";
import {
  PushProgressCard,
  PushResultCard,
  RejectedCard,
} from "../components/products/push-progress-card.tsx";
import { PushTask } from "../components/products/push-task.tsx";
import { askForPush } from "../domain/catalog/push/ask-for-push.ts";
import type { PushPreview } from "../domain/catalog/push/preview-push.ts";
import { readPushPage } from "../domain/catalog/push/read-push-page.ts";
import { variantIdOf } from "../domain/ids.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["warehouse-errors", "warehouse-products", "work"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

/**
 * `variants`: the numbers of the selected variants, with commas between; all that are missing when there are none.
 * Anything else in the address is ignored rather than refused: it may be an old bookmark.
 */
const querySchema = z.object({
  variants: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .optional()
    .catch(undefined)
    .transform((numbers) =>
      numbers === undefined
        ? ("missing" as const)
        : {
            variantIds: numbers.split(",").map(variantIdOf),
          },
    ),
  show: z.enum(["sent", "skipped"]).catch("sent"),
  after: z.string().optional(),
  rejectedAfter: z.string().max(255).optional().catch(undefined),
});
const formSchema = z.object({
  confirmed: z.coerce.number().int().min(0).optional().catch(undefined),
  /** How many the merchant was shown. */
  seen: z.coerce.number().int().min(0).catch(0),
});

function queryOf(request: Request) {
  return querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
}

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { variants: selection, ...query } = queryOf(request);
  const page = await readPushPage(ctx, { selection, ...query });
  return { ...page, show: query.show, first: query.after === undefined };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const form = await readForm(request, formSchema);
  const { variants: selection } = queryOf(request);
  return askForPush(ctx, { selection, ...form });
}

export default function CreateProducts() {
  const { t } = useTranslation();
  const { connected, progress, preview, rejected, tasks } = useLoaderData<typeof loader>();
  const urlOf = useUrls();
  return (
    <Page fullWidth title={t("push.title")} backAction={{ content: t("nav.products"), url: "/app/products" }}>
      {connected ? (
        <BlockStack gap="400">
          <Asked />
          {tasks.map((task) => (
            <PushTask key={task.id} task={task} back={urlOf({})} />
          ))}
          {/* What would be created next is too long a question to be asked all the time. */}
          {!preview && <Live />}
          {progress && progress.counts.waiting > 0 && <PushProgressCard progress={progress} />}
          {preview && <Preview {...preview} />}
          {preview && progress && <PushResultCard counts={progress.counts} />}
          {rejected.rows.length > 0 && (
            <RejectedCard
              page={rejected}
              nextUrl={rejected.next === null ? null : urlOf({ rejectedAfter: rejected.next })}
            />
          )}
        </BlockStack>
      ) : (
        <NextStepCard heading={t("push.notConnected")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}

/** What came of asking to create them, where that is not seen by itself. */
function Asked() {
  const { t } = useTranslation();
  const result = useActionData<typeof action>();
  const urlOf = useUrls();
  switch (result?.outcome) {
    case "ask":
      return (
        <AskAgain
          heading={t("work.push.ask.heading", { count: result.create })}
          body={t("work.push.ask.body", { known: result.known, share: result.askBeyond })}
          confirmed={result.create}
          fields={{ seen: String(result.create) }}
          back={urlOf({})}
        />
      );
    case "nothing-to-create":
      return <Banner title={t("push.nothing.heading")}>{t("push.nothing.body")}</Banner>;
    case "started":
    case "choosing":
    case "not-connected":
    case undefined:
      return null;
  }
}

function Preview({ counts, rows, next }: PushPreview) {
  const { t } = useTranslation();
  const { show, first } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>()?.outcome === "ask";
  const busy = useNavigation().state !== "idle";
  const urlOf = useUrls();
  return (
    <>
      <PushCountsCard counts={counts}>
        {counts.create > 0 && !asked && (
          <Form method="post">
            <input type="hidden" name="seen" value={counts.create} />
            <Button submit variant="primary" loading={busy}>
              {t("push.create", { count: counts.create })}
            </Button>
          </Form>
        )}
      </PushCountsCard>
      <PushPreviewTable {...{ rows, show, first, next, urlOf }} />
    </>
  );
}

/** This page's address with something else asked for; a cursor belongs to one list. */
function useUrls() {
  const [params] = useSearchParams();
  return (change: Partial<Record<"show" | "after" | "rejectedAfter", string | null>>) => {
    const query = new URLSearchParams(params);
    if (change.show !== undefined) query.delete("after");
    for (const [name, value] of Object.entries(change)) if (value) query.set(name, value);
    return `/app/products/create?${query}`;
  };
}
