import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";
import { UNWATCHED, type Watcher } from "../../work/watcher.ts";
import { JUDGED, MATCHED, passedWords, wroteBy } from "./apply-upload.ts";
import { countVerdicts, type OfUpload } from "./judge-upload.ts";
import { changes, layOutWords, passTheRest } from "../mapping/judge-words.ts";
import { LONG_TX_MS } from "../mapping/match-variants.ts";
import { standingUpload } from "./standing-upload.ts";
import { lockMappings } from "../mapping/lock-mappings.ts";
import { writeMappings } from "../mapping/write-mappings.ts";

export type UndoUploadOutcome =
  /** Variants that are again what they were, and those that were left as they are now. */
  | { outcome: "undone"; undone: number; left: number }
  /** It is not applied, or was undone before. Nothing was done. */
  | { outcome: "not-applied" }
  /** Another was applied after it: that one is undone first. */
  | { outcome: "not-the-last" }
  | { outcome: "unknown-upload" };

/**
 * Takes back what the upload applied last has changed, all of it or nothing. A variant goes back to what it was if its
 * mapping still is what the upload made it; changed since, it is left.
 */
export async function undoUpload(
  ctx: ShopContext,
  { uploadId, watcher = UNWATCHED }: { uploadId: string; watcher?: Watcher },
): Promise<UndoUploadOutcome> {
  const { shop } = ctx;
  return ctx.db.$transaction(
    async (tx): Promise<UndoUploadOutcome> => {
      await lockMappings(tx, shop);
      const upload = await standingUpload(tx, { shop, uploadId });
      if (!upload) return { outcome: "unknown-upload" };
      if (upload.stage !== "applied") return { outcome: "not-applied" };
      if ((await lastApplied(tx, shop)) !== uploadId) return { outcome: "not-the-last" };

      const now = ctx.clock();
      await judgeGoingBack(tx, { shop, uploadId });
      await watcher.reached(JUDGED);
      const words = await passedWords(tx);
      if (words.length > 0) {
        await writeMappings(tx, { shop, now, source: "csv", words, wrote: wroteBy(watcher) });
        await watcher.reached(MATCHED);
        await restoreCircumstances(tx, { shop, uploadId });
      }
      const counts = await noteUndone(tx, { shop, uploadId });
      const verdicts = await countVerdicts(tx, { shop, uploadId });
      await tx.mappingUpload.update({
        where: { shop_id: { shop, id: uploadId } },
        data: { stage: "undone", undoneAt: now, verdicts },
      });
      const details = { file: upload.fileName, ...counts };
      await noteActivity({ ...ctx, db: tx }, { kind: "upload-undone", details });
      const outcome = { outcome: "undone", ...counts } as const;
      await watcher.finish(tx, outcome);
      return outcome;
    },
    { timeout: LONG_TX_MS },
  );
}

/** The upload that can be undone. */
export async function lastApplied(tx: Tx, shop: string): Promise<string | null> {
  const upload = await tx.mappingUpload.findFirst({
    where: { shop, stage: "applied" },
    orderBy: { appliedAt: "desc" },
    select: { id: true },
  });
  return upload?.id ?? null;
}

async function judgeGoingBack(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await layOutWords(tx, {
    shop,
    words: Prisma.sql`
      SELECT r."variantId", r."line", r."before"->>'decision' AS "decision", r."before"->'components' AS "components",
             r."after" AS "expected", NULL AS "verdict"
      FROM "MappingUploadRow" r
      WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."after" IS NOT NULL`,
  });
  await passTheRest(tx);
}

/** Who decided it, when, and what the shop called the variant then go back too. */
async function restoreCircumstances(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Mapping" m SET
      "source" = (r."before"->>'source')::"MappingSource", "shopSku" = r."before"->>'shopSku',
      "mappedAt" = (r."before"->>'mappedAt')::timestamptz
    FROM "MappingUploadRow" r, csv_word w
    WHERE m."shop" = ${shop} AND r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid
      AND r."line" = w."line" AND m."variantId" = w."variantId"
      AND w."decision" IS NOT NULL AND ${changes(Prisma.sql`w."verdict"`)}`;
}

async function noteUndone(tx: Tx, { shop, uploadId }: OfUpload): Promise<{ undone: number; left: number }> {
  const [counts] = await tx.$queryRaw<{ undone: number; left: number }[]>`
    WITH changed AS (
      SELECT r."variantId", w."verdict" = 'same' OR coalesce(${changes(Prisma.sql`w."verdict"`)}, false) AS "back"
      FROM "MappingUploadRow" r LEFT JOIN csv_word w ON w."variantId" = r."variantId"
      WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."after" IS NOT NULL
    ),
    noted AS (
      UPDATE "MappingUploadRow" r SET "verdict" = CASE WHEN c."back" THEN 'undone' ELSE 'left' END
      FROM changed c
      WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."variantId" = c."variantId"
    )
    SELECT count(*) FILTER (WHERE "back")::integer AS "undone",
           count(*) FILTER (WHERE "back" IS NOT TRUE)::integer AS "left" FROM changed`;
  return counts ?? { undone: 0, left: 0 };
}
