import { randomUUID } from "node:crypto";
import type { ShopContext } from "../shop-context.ts";
import { judgeUpload, type OfUpload } from "./judge-upload.ts";
import {
  countHeadings,
  readHeader,
  readRow,
  type Asked,
  type FileColumns,
  type HeaderOutcome,
} from "./mapping-csv.ts";
import { LONG_TX_MS } from "./match-variants.ts";
import { readCsv, UnreadableFileError, type UnreadableFile } from "./read-csv.ts";
import type { VerdictCounts } from "./upload-verdicts.ts";

export interface TryUpload {
  /** As the merchant calls it. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
}

export type TryUploadOutcome =
  | { outcome: "tried"; uploadId: string; verdicts: VerdictCounts }
  | UnreadableFile
  | Exclude<HeaderOutcome, { outcome: "columns" }>
  | { outcome: "too-many-rows" }
  /** There is no row below the header. */
  | { outcome: "empty" }
  /** Another file was uploaded after this one, and was read sooner. */
  | { outcome: "replaced" };

/** Rows of a file that are taken: two for each variant of a large shop. */
export const MOST_ROWS = 250_000;
/** Rows stored in one statement. */
const AT_ONCE = 2_000;
/** Uploads that are remembered, with all their rows. */
const REMEMBERED = 10;

/**
 * Reads an uploaded file of mappings and says of each row what applying it would do. Nothing of the catalogue is
 * changed. The file takes the place of one that was tried before and not applied.
 *
 * An upload without verdicts is one that is still being read, or was cut off; it counts for nothing, and the next one
 * that is read to its end sweeps it away. A file that is refused leaves no trace, and what was tried before it stays.
 */
export async function tryUpload(
  ctx: ShopContext,
  { fileName, content }: TryUpload,
): Promise<TryUploadOutcome> {
  const { shop } = ctx;
  const upload = { shop, uploadId: randomUUID() };
  const createdAt = ctx.clock();
  await ctx.db.mappingUpload.create({
    data: { shop, id: upload.uploadId, fileName, stage: "tried", verdicts: {}, createdAt },
  });
  let tried = false;
  try {
    const refused = await storeRows(ctx, { upload, content });
    if (refused) return refused;
    const verdicts = await finish(ctx, { upload, createdAt });
    if (!verdicts) return { outcome: "replaced" };
    tried = true;
    return { outcome: "tried", uploadId: upload.uploadId, verdicts };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return error.reason;
  } finally {
    if (!tried) await ctx.db.mappingUpload.deleteMany({ where: { shop, id: upload.uploadId } });
  }
}

type NumberedRow = Asked & { line: number };

async function storeRows(
  ctx: ShopContext,
  { upload, content }: { upload: OfUpload; content: AsyncIterable<Uint8Array> },
): Promise<TryUploadOutcome | null> {
  let columns: FileColumns | undefined;
  let line = 0;
  let stored = 0;
  let batch: NumberedRow[] = [];
  for await (const cells of readCsv(content, countHeadings)) {
    if (!columns) {
      const header = readHeader(cells);
      if (header.outcome !== "columns") return header;
      columns = header.columns;
      continue;
    }
    line += 1;
    const asked = readRow(cells, columns);
    if (!asked) continue;
    if (stored + batch.length === MOST_ROWS) return { outcome: "too-many-rows" };
    batch.push({ line, ...asked });
    if (batch.length < AT_ONCE) continue;
    if (!(await storeBatch(ctx, { upload, rows: batch }))) return { outcome: "replaced" };
    stored += batch.length;
    batch = [];
  }
  if (stored + batch.length === 0) return { outcome: "empty" };
  return (await storeBatch(ctx, { upload, rows: batch })) ? null : { outcome: "replaced" };
}

/** @returns false when the upload is gone, because a later one took its place. */
async function storeBatch(
  { db }: ShopContext,
  { upload, rows }: { upload: OfUpload; rows: readonly NumberedRow[] },
): Promise<boolean> {
  const { shop, uploadId } = upload;
  const stored = await db.$executeRaw`
    INSERT INTO "MappingUploadRow" ("shop", "uploadId", "line", "asked", "verdict")
    SELECT u."shop", u."id", (r->>'line')::integer, r - 'line', CASE WHEN r->'why' IS NULL THEN '' ELSE 'not-readable' END
    FROM (SELECT "shop", "id" FROM "MappingUpload" WHERE "shop" = ${shop} AND "id" = ${uploadId}::uuid FOR KEY SHARE) u,
      jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`;
  return stored === rows.length;
}

/** Judges the rows, and lets the upload take its place: both or neither. @returns `null` when it is gone. */
async function finish(
  ctx: ShopContext,
  { upload, createdAt }: { upload: OfUpload; createdAt: Date },
): Promise<VerdictCounts | null> {
  const { shop, uploadId } = upload;
  return ctx.db.$transaction(
    async (tx) => {
      const [standing] = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "MappingUpload" WHERE "shop" = ${shop} AND "id" = ${uploadId}::uuid FOR UPDATE`;
      if (!standing) return null;
      const verdicts = await judgeUpload(tx, upload);
      await tx.mappingUpload.update({ where: { shop_id: { shop, id: uploadId } }, data: { verdicts } });
      await tx.mappingUpload.deleteMany({
        where: { shop, stage: "tried", id: { not: uploadId }, createdAt: { lte: createdAt } },
      });
      const old = await tx.mappingUpload.findMany({
        where: { shop, stage: { not: "tried" } },
        orderBy: { createdAt: "desc" },
        skip: REMEMBERED - 1,
        select: { id: true },
      });
      await tx.mappingUpload.deleteMany({ where: { shop, id: { in: old.map(({ id }) => id) } } });
      return verdicts;
    },
    { timeout: LONG_TX_MS },
  );
}
