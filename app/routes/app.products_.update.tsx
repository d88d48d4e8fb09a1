import { Banner, BlockStack, Button, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { AskAgain } from "../components/ask-again.tsx";
import { Live } from "../components/live.tsx";
import { NextStepCard } from "../components/next-step-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { UpdateCountsCard } from "../components/products/update-counts-card.tsx";
import { UpdateProgressCard, UpdateResultCard } from "../components/products/update-progress-card.tsx";
import { UpdatePreviewTable } from "../components/products/update-preview-table.tsx";
import type { UpdatePreview } from "../domain/catalog/update/preview-update.ts";
import { readUpdatePage } from "../domain/catalog/update/read-update-page.ts";
import { startUpdate } from "../domain/catalog/update/start-update.ts";
import { variantIdOf } from "../domain/ids.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = {
  texts: ["product-values", "warehouse-errors", "warehouse-products", "work"],
};
export { keepLast as clientLoader } from "../components/keep-last.ts";

/**
 * `variants`: the numbers of the selected variants, with commas between; all that differ when there are none. Anything else
 * in the address is ignored rather than refused: it may be an old bookmark.
 */
const querySchema = z.object({
  variants: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .optional()
    .catch(undefined)
    .transform((numbers) =>
      numbers === undefined ? ("all" as const) : { variantIds: numbers.split(",").map(variantIdOf) },
    ),
  after: z.string().optional(),
});
const formSchema = z.object({
  fingerprint: z.string().max(100),
  confirmed: z.coerce.number().int().min(0).optional().catch(undefined),
});

const queryOf = (request: Request) =>
  querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { variants: selection, after } = queryOf(request);
  const page = await readUpdatePage(ctx, { selection, after });
  return { ...page, first: after === undefined };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const form = await readForm(request, formSchema);
  const { variants: selection } = queryOf(request);
  return { ...(await startUpdate(ctx, { selection, ...form })), fingerprint: form.fingerprint };
}

export default function UpdateProducts() {
  const { t } = useTranslation();
  const { connected, progress, preview } = useLoaderData<typeof loader>();
  const back = { content: t("nav.products"), url: "/app/products" };
  return (
    <Page fullWidth title={t("update.title")} backAction={back}>
      {connected ? (
        <BlockStack gap="400">
          <Asked />
          {/* Comparing all products is too much to be done all the time. */}
          {!preview && <Live />}
          {progress && progress.counts.waiting > 0 && <UpdateProgressCard progress={progress} />}
          {preview && <Preview {...preview} />}
          {preview && progress && <UpdateResultCard progress={progress} />}
        </BlockStack>
      ) : (
        <NextStepCard heading={t("update.notConnected")} action={t("nav.connect")} url="/app/connect" />
      )}
    </Page>
  );
}

/** What came of asking to update them, where the page does not show it. */
function Asked() {
  const { t } = useTranslation();
  const result = useActionData<typeof action>();
  const urlOf = useUrls();
  switch (result?.outcome) {
    case "ask":
      return (
        <AskAgain
          heading={t("update.large.heading", { count: result.update })}
          body={t("update.large.body", { known: result.known, share: result.askBeyond })}
          confirmed={result.update}
          fields={{ fingerprint: result.fingerprint }}
          back={urlOf(null)}
        />
      );
    case "changed-meanwhile":
      return (
        <Banner tone="warning" title={t("update.changed.heading")}>
          {t("update.changed.body")}
        </Banner>
      );
    case "nothing-to-update":
      return <Banner title={t("update.nothing.heading")}>{t("update.nothing.body")}</Banner>;
    case "started":
    case "not-connected":
    case undefined:
      return null;
  }
}

function Preview({ rows, next, ...preview }: UpdatePreview) {
  const { t } = useTranslation();
  const { first } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>()?.outcome === "ask";
  const busy = useNavigation().state !== "idle";
  const urlOf = useUrls();
  const { count, fingerprint } = preview;
  return (
    <>
      {count > 0 && (
        <UpdateCountsCard {...preview}>
          {!asked && (
            <Form method="post">
              <input type="hidden" name="fingerprint" value={fingerprint} />
              <Button submit variant="primary" loading={busy}>
                {t("update.start", { count })}
              </Button>
            </Form>
          )}
        </UpdateCountsCard>
      )}
      <UpdatePreviewTable {...{ rows, first, next, urlOf }} />
    </>
  );
}

/** This page's address with another page of its list. */
function useUrls() {
  const [params] = useSearchParams();
  return (after: string | null) => {
    const query = new URLSearchParams(params);
    query.delete("after");
    if (after !== null) query.set("after", after);
    return `/app/products/update?${query}`;
  };
}
