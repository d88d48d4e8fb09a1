import type { ShopContext } from "../../shop-context.ts";
import { startTask } from "../../work/start-task.ts";
import { applyUpload, type ApplyUpload, type ApplyUploadOutcome } from "./apply-upload.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { undoUpload, type UndoUploadOutcome } from "./undo-upload.ts";
import { FEW } from "../mapping/write-mappings.ts";

/** It changes many variants: a worker does it (`readTasks`). */
type Started = { outcome: "started" };

/**
 * Applies an upload (`applyUpload`) if it changes few variants, and otherwise has a worker do it, once the merchant has
 * agreed to how many they are.
 */
export async function askToApply(
  ctx: ShopContext,
  { uploadId, confirmed }: ApplyUpload,
): Promise<ApplyUploadOutcome | Started> {
  const upload = await loadUpload(ctx, uploadId);
  if (upload?.stage !== "tried" || upload.changes <= FEW) return applyUpload(ctx, { uploadId, confirmed });
  const { changes, mapped, fileName } = upload;
  const { askBeyond } = await loadCatalogueSettings(ctx);
  if (!confirmed && decideAsk({ changes, of: mapped, askBeyond }).asks)
    return { outcome: "ask", changes, mapped };
  await startTask(ctx, { kind: "apply-upload", input: { uploadId, fileName, confirmed }, count: changes });
  return { outcome: "started" };
}

/** Undoes an upload (`undoUpload`) that has changed few variants, and otherwise has a worker do it. */
export async function askToUndo(
  ctx: ShopContext,
  { uploadId }: { uploadId: string },
): Promise<UndoUploadOutcome | Started> {
  const upload = await loadUpload(ctx, uploadId);
  if (upload?.stage !== "applied" || upload.changes <= FEW) return undoUpload(ctx, { uploadId });
  const { changes, fileName } = upload;
  await startTask(ctx, { kind: "undo-upload", input: { uploadId, fileName }, count: changes });
  return { outcome: "started" };
}

interface Upload {
  stage: string;
  fileName: string;
  /** Variants it is to change, or has changed. */
  changes: number;
  /** Variants that are mapped now. */
  mapped: number;
}

async function loadUpload({ db, shop }: ShopContext, uploadId: string): Promise<Upload | undefined> {
  const [upload] = await db.$queryRaw<Upload[]>`
    SELECT u."stage"::text AS "stage", u."fileName",
      (SELECT count(*)::integer FROM "MappingUploadRow" r
       WHERE r."shop" = ${shop} AND r."uploadId" = u."id" AND r."after" IS NOT NULL) AS "changes",
      (SELECT count(*)::integer FROM "Variant" v
       WHERE v."shop" = ${shop} AND v."state" = 'mapped' AND v."goneAt" IS NULL) AS "mapped"
    FROM "MappingUpload" u WHERE u."shop" = ${shop} AND u."id" = ${uploadId}::uuid`;
  return upload;
}
