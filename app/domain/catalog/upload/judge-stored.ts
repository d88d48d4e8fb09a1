import { noteActivity } from "../../activity/note-activity.ts";
import { LONG_TX_MS } from "../mapping/match-variants.ts";
import { UNWATCHED, type Watcher } from "../../work/watcher.ts";
import { CHECKED_MAX, checkSkus } from "../check-skus.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { judgeUpload } from "./judge-upload.ts";
import type { VerdictCounts } from "./upload-verdicts.ts";

export type JudgeStoredOutcome =
  | { outcome: "tried"; uploadId: string; verdicts: VerdictCounts }
  /** Another file was uploaded after this one, and was read sooner. */
  | { outcome: "replaced" };

/** Uploads that are remembered, with all their rows. */
const REMEMBERED = 10;

/**
 * Says of the stored rows of an upload what applying it would do, and lets it take the place of what was tried before:
 * both or neither. The warehouse is asked about SKUs that are not stored before that.
 */
export async function judgeStored(
  ctx: ShopContext,
  { uploadId, watcher = UNWATCHED }: { uploadId: string; watcher?: Watcher },
): Promise<JudgeStoredOutcome> {
  const { shop } = ctx;
  const { unknown } = await checkSkus(ctx, { skus: await loadMissing(ctx, { uploadId }) });
  return ctx.db.$transaction(
    async (tx): Promise<JudgeStoredOutcome> => {
      const [upload] = await tx.$queryRaw<{ createdAt: Date; fileName: string }[]>`
        SELECT "createdAt", "fileName" FROM "MappingUpload" WHERE "shop" = ${shop} AND "id" = ${uploadId}::uuid FOR UPDATE`;
      if (!upload) return { outcome: "replaced" };
      const verdicts = await judgeUpload(tx, { shop, uploadId, unknown, watcher });
      await tx.mappingUpload.update({ where: { shop_id: { shop, id: uploadId } }, data: { verdicts } });
      await tx.mappingUpload.deleteMany({
        where: { shop, stage: "tried", id: { not: uploadId }, createdAt: { lte: upload.createdAt } },
      });
      const old = await tx.mappingUpload.findMany({
        where: { shop, stage: { not: "tried" } },
        orderBy: { createdAt: "desc" },
        skip: REMEMBERED - 1,
        select: { id: true },
      });
      await tx.mappingUpload.deleteMany({ where: { shop, id: { in: old.map(({ id }) => id) } } });
      const details = { file: upload.fileName };
      await noteActivity({ ...ctx, db: tx }, { kind: "upload-checked", details });
      const outcome = { outcome: "tried", uploadId, verdicts } as const;
      await watcher.finish(tx, outcome);
      return outcome;
    },
    { timeout: LONG_TX_MS },
  );
}

/** SKUs that the upload maps to and that are not stored, in the order of its rows: as many as are asked about. */
async function loadMissing(
  { db, shop }: ShopContext,
  { uploadId }: { uploadId: string },
): Promise<readonly Sku[]> {
  const rows = await db.$queryRaw<{ sku: Sku }[]>`
    SELECT r."asked"->>'sku' AS "sku" FROM "MappingUploadRow" r
    WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."verdict" <> 'not-readable'
      AND r."asked"->>'decision' = 'mapped'
      AND NOT EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = r."asked"->>'sku')
    GROUP BY 1 ORDER BY min(r."line") LIMIT ${CHECKED_MAX}`;
  return rows.map(({ sku }) => sku);
}

/** Deletes an upload that has been stored and not judged; it counts for nothing. */
export async function forgetUnjudged(
  { db, shop }: ShopContext,
  { uploadId }: { uploadId: string },
): Promise<void> {
  await db.mappingUpload.deleteMany({ where: { shop, id: uploadId, verdicts: { equals: {} } } });
}
