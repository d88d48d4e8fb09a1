import { randomUUID } from "node:crypto";
import type { ShopContext } from "../../shop-context.ts";
import { startTask } from "../../work/start-task.ts";
import type { OfUpload } from "./judge-upload.ts";
import { judgeStored } from "./judge-stored.ts";
import {
  countHeadings,
  readHeader,
  readRow,
  type Asked,
  type FileColumns,
  type HeaderOutcome,
} from "./mapping-csv.ts";
import { readCsv, UnreadableFileError, type UnreadableFile } from "../../csv/read-csv.ts";
import type { VerdictCounts } from "./upload-verdicts.ts";

export interface TryUpload {
  /** As the merchant calls it. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
}

export type TryUploadOutcome =
  | { outcome: "tried"; uploadId: string; verdicts: VerdictCounts }
  /** It has many rows: a worker says of each what applying it would do (`judgeStored`). */
  | { outcome: "started" }
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
/** With more rows, judging them takes longer than a page may. */
const MANY_ROWS = 2_000;

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
  const uploadId = randomUUID();
  await ctx.db.mappingUpload.create({
    data: { shop, id: uploadId, fileName, stage: "tried", verdicts: {}, createdAt: ctx.clock() },
  });
  let kept = false;
  try {
    const stored = await storeRows(ctx, { upload: { shop, uploadId }, content });
    if (stored.outcome !== "stored") return stored;
    if (stored.rows > MANY_ROWS) {
      await startTask(ctx, { kind: "try-upload", input: { uploadId, fileName }, count: stored.rows });
      kept = true;
      return { outcome: "started" };
    }
    const judged = await judgeStored(ctx, { uploadId });
    kept = judged.outcome === "tried";
    return judged;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return error.reason;
  } finally {
    if (!kept) await ctx.db.mappingUpload.deleteMany({ where: { shop, id: uploadId } });
  }
}

type NumberedRow = Asked & { line: number };

async function storeRows(
  ctx: ShopContext,
  { upload, content }: { upload: OfUpload; content: AsyncIterable<Uint8Array> },
): Promise<
  { outcome: "stored"; rows: number } | Exclude<TryUploadOutcome, { outcome: "tried" | "started" }>
> {
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
  const rows = stored + batch.length;
  if (rows === 0) return { outcome: "empty" };
  return (await storeBatch(ctx, { upload, rows: batch }))
    ? { outcome: "stored", rows }
    : { outcome: "replaced" };
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
