import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { partOf, UNWATCHED, type Watcher } from "../../work/watcher.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { countVerdicts, type OfUpload } from "./judge-upload.ts";
import { changes, layOutWords, passTheRest, refuseUnknownGoods } from "../mapping/judge-words.ts";
import { LONG_TX_MS } from "../mapping/match-variants.ts";
import { standingUpload } from "./standing-upload.ts";
import { lockMappings } from "../mapping/lock-mappings.ts";
import { writeMappings, type WordOn, type Wrote } from "../mapping/write-mappings.ts";

export interface ApplyUpload {
  uploadId: string;
  /** The merchant has seen how much it changes. */
  confirmed: boolean;
  watcher?: Watcher;
}

export type ApplyUploadOutcome =
  /** `left`: variants that were to be changed and were not, because something changed since the file was tried. */
  | { outcome: "applied"; changed: number; left: number }
  /** It changes so many variants, where so many are mapped, that the merchant is asked first. Nothing was done. */
  | { outcome: "ask"; changes: number; mapped: number }
  /** It was applied before. Nothing was done. */
  | { outcome: "already-applied" }
  /** Another file took its place, or it is long ago. */
  | { outcome: "unknown-upload" };

/**
 * Does what an upload asks for, all of it or nothing, and remembers what was before. What was found when it was tried is
 * looked at again: a mapping that was changed since, or an SKU that is gone from the warehouse, is left alone and said. A
 * row that was refused then is not taken now.
 */
export async function applyUpload(
  ctx: ShopContext,
  { uploadId, confirmed, watcher = UNWATCHED }: ApplyUpload,
): Promise<ApplyUploadOutcome> {
  const { shop } = ctx;
  const { askBeyond } = await loadCatalogueSettings(ctx);
  return ctx.db.$transaction(
    async (tx): Promise<ApplyUploadOutcome> => {
      await lockMappings(tx, shop);
      const upload = await standingUpload(tx, { shop, uploadId });
      if (!upload) return { outcome: "unknown-upload" };
      if (upload.stage !== "tried") return { outcome: "already-applied" };

      await judgeAgain(tx, { shop, uploadId });
      await watcher.reached(JUDGED);
      const { changed, left, mapped } = await countWords(tx, shop);
      if (!confirmed && decideAsk({ changes: changed, of: mapped, askBeyond }).asks)
        return { outcome: "ask", changes: changed, mapped };

      const now = ctx.clock();
      const wrote = wroteBy(watcher);
      if (changed > 0)
        await writeMappings(tx, { shop, now, source: "csv", words: await passedWords(tx), wrote });
      await watcher.reached(MATCHED);
      await noteApplied(tx, { shop, uploadId });
      const verdicts = await countVerdicts(tx, { shop, uploadId });
      await tx.mappingUpload.update({
        where: { shop_id: { shop, id: uploadId } },
        data: { stage: "applied", appliedAt: now, verdicts },
      });
      const details = { file: upload.fileName, changed, left };
      await noteActivity({ ...ctx, db: tx }, { kind: "upload-applied", details });
      const outcome = { outcome: "applied", changed, left } as const;
      await watcher.finish(tx, outcome);
      return outcome;
    },
    { timeout: LONG_TX_MS },
  );
}

/** How far judging, writing and matching get, in percent, with a file as large as a large shop. */
export const JUDGED = 40;
const WRITTEN = 70;
export const MATCHED = 90;

export const wroteBy =
  (watcher: Watcher): Wrote =>
  (done, of) =>
    watcher.reached(partOf({ from: JUDGED, to: WRITTEN, done, of }));

/** Judges the words that were to change something as things stand now. */
async function judgeAgain(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await layOutWords(tx, {
    shop,
    words: Prisma.sql`
      SELECT r."variantId", r."line", r."after"->>'decision' AS "decision", r."after"->'components' AS "components",
             r."before" AS "expected", NULL AS "verdict"
      FROM "MappingUploadRow" r
      WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."after" IS NOT NULL`,
  });
  await refuseUnknownGoods(tx, { shop });
  await passTheRest(tx);
}

async function countWords(tx: Tx, shop: string): Promise<{ changed: number; left: number; mapped: number }> {
  const [counts] = await tx.$queryRaw<{ changed: number; left: number; mapped: number }[]>`
    SELECT count(*) FILTER (WHERE ${changes(Prisma.sql`"verdict"`)})::integer AS "changed",
           count(*) FILTER (WHERE NOT ${changes(Prisma.sql`"verdict"`)} AND "verdict" <> 'same')::integer AS "left",
           (SELECT count(*) FROM "Variant" v
            WHERE v."shop" = ${shop} AND v."state" = 'mapped' AND v."goneAt" IS NULL)::integer AS "mapped"
    FROM csv_word`;
  return counts ?? { changed: 0, left: 0, mapped: 0 };
}

/** Words read at once. */
const AT_ONCE = 5_000;

/** The words that passed, as they are to be written. At most one for each row of the file, a few dozen bytes each. */
export async function passedWords(tx: Tx): Promise<WordOn[]> {
  const words: WordOn[] = [];
  let after = "";
  for (;;) {
    const page = await tx.$queryRaw<WordOn[]>`
      SELECT "variantId", jsonb_build_object('decision', "decision", 'components', "components") AS "word" FROM csv_word
      WHERE "variantId" > ${after} AND ${changes(Prisma.sql`"verdict"`)}
      ORDER BY "variantId" LIMIT ${AT_ONCE}`;
    for (const word of page) words.push(word);
    const last: VariantId | undefined = page.at(-1)?.variantId;
    if (last === undefined || page.length < AT_ONCE) return words;
    after = last;
  }
}

/**
 * Rows of words that passed keep their verdict, and what was before, which was just found to be so still; the others get
 * the new verdict, and nothing to undo.
 */
async function noteApplied(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await tx.$executeRaw`
    UPDATE "MappingUploadRow" r SET
      "verdict" = coalesce((
        SELECT g."wrong" FROM csv_goods g
        WHERE g."variantId" = w."variantId" AND g."sku" = r."asked"->>'sku'), w."verdict"),
      "before" = NULL, "after" = NULL
    FROM csv_word w
    WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."variantId" = w."variantId"
      AND NOT ${changes(Prisma.sql`w."verdict"`)}`;
}
