import { Banner, BlockStack, Page } from "@shopify/polaris";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { ExportCard } from "../components/export-card.tsx";
import { ImportCard } from "../components/products/import-card.tsx";
import type { PageHandle } from "../components/page-texts.tsx";
import { TaskCard } from "../components/products/task-card.tsx";
import { UndoModal } from "../components/products/undo-modal.tsx";
import { UploadCard } from "../components/products/upload-card.tsx";
import { useLive } from "../components/use-live.ts";
import { askToApply, askToUndo } from "../domain/catalog/upload/ask-for-upload.ts";
import { listUploads } from "../domain/catalog/upload/list-uploads.ts";
import { MOST_BYTES } from "../domain/csv/read-csv.ts";
import { readUpload } from "../domain/catalog/upload/read-upload.ts";
import { MOST_ROWS } from "../domain/catalog/upload/try-upload.ts";
import { VERDICTS } from "../domain/catalog/upload/upload-verdicts.ts";
import { readTasks } from "../domain/work/read-tasks.ts";
import { openStore, readForm } from "../http/open-store.server.ts";

export const handle: PageHandle = { texts: ["mappings", "work"] };
export { keepLast as clientLoader } from "../components/keep-last.ts";

const lineSchema = z.coerce.number().int().min(0).max(MOST_BYTES).optional().catch(undefined);
/** Anything else in the address is ignored rather than refused: it may be an old bookmark. */
const querySchema = z.object({
  upload: z.uuid().optional().catch(undefined),
  verdict: z.enum(VERDICTS).optional().catch(undefined),
  after: lineSchema,
  before: lineSchema,
});

const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("apply"), uploadId: z.uuid(), confirmed: z.stringbool() }),
  z.object({ intent: z.literal("undo"), uploadId: z.uuid() }),
]);

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [uploads, tasks] = await Promise.all([
    listUploads(ctx),
    readTasks(ctx, ["try-upload", "apply-upload", "undo-upload"]),
  ]);
  const upload = uploads.find(({ id }) => id === query.upload) ?? uploads[0];
  return {
    upload,
    verdict: query.verdict,
    page: upload ? await readUpload(ctx, { uploadId: upload.id, ...query }) : null,
    undoable: uploads.find(({ undoable }) => undoable),
    tasks,
    limits: { bytes: MOST_BYTES, rows: MOST_ROWS },
    now: ctx.clock(),
  };
}

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const form = await readForm(request, formSchema);
  switch (form.intent) {
    case "apply":
      return askToApply(ctx, form);
    case "undo":
      return askToUndo(ctx, form);
  }
}

export default function Mappings() {
  useLive();
  const { t } = useTranslation();
  const { upload, undoable, page, verdict, tasks, limits, now } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [undoing, setUndoing] = useState(false);
  const busy = tasks.some(({ state }) => state === "waiting" || state === "running");
  return (
    <Page
      fullWidth
      title={t("mappings.title")}
      backAction={{ content: t("nav.products"), url: "/app/products" }}
      secondaryActions={
        undoable
          ? [{ content: t("mappings.undo.action"), disabled: busy, onAction: () => setUndoing(true) }]
          : []
      }
    >
      <BlockStack gap="400">
        {result && result.outcome !== "ask" && result.outcome !== "started" && <Done result={result} />}
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} />
        ))}
        <ExportCard of="mappings" words={t("mappings.export", { returnObjects: true })} />
        <ImportCard limits={limits} />
        {upload && page && (
          <UploadCard
            key={upload.id}
            {...{ upload, page, verdict, busy, now }}
            asked={result?.outcome === "ask" ? result : undefined}
          />
        )}
      </BlockStack>
      {undoable && undoing && <UndoModal upload={undoable} onClose={() => setUndoing(false)} />}
    </Page>
  );
}

type Result = Exclude<Awaited<ReturnType<typeof action>>, { outcome: "ask" | "started" }>;

function Done({ result }: { result: Result }) {
  const { t } = useTranslation();
  switch (result.outcome) {
    case "applied":
    case "undone": {
      const count = result.outcome === "applied" ? result.changed : result.undone;
      return (
        <Banner tone={result.left > 0 ? "warning" : "success"}>
          {t(`work.upload.${result.outcome}`, { count })}{" "}
          {result.left > 0 && t("work.upload.left", { count: result.left })}
        </Banner>
      );
    }
    default:
      return <Banner tone="warning">{t(`work.upload.${result.outcome}`)}</Banner>;
  }
}
