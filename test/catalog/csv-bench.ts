import { applyUpload } from "../../app/domain/catalog/upload/apply-upload.ts";
import { exportMappings } from "../../app/domain/catalog/upload/export-mappings.ts";
import { readUpload } from "../../app/domain/catalog/upload/read-upload.ts";
import { tryUpload } from "../../app/domain/catalog/upload/try-upload.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";

/** The export as one text. */
export async function exportText(ctx: ShopContext): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of exportMappings(ctx)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** A file's bytes as they come in: in pieces that heed neither rows nor letters. */
export async function* arriving(file: string | Uint8Array, pieces = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export const tryFile = (ctx: ShopContext, file: string | Uint8Array) =>
  tryUpload(ctx, { fileName: "mappings.csv", content: arriving(file) });

/** The upload's id; fails when the file was refused. */
export async function tried(ctx: ShopContext, file: string | Uint8Array): Promise<string> {
  const result = await tryFile(ctx, file);
  if (result.outcome !== "tried") throw new Error(`The file was refused: ${result.outcome}.`);
  return result.uploadId;
}

export async function applied(ctx: ShopContext, file: string): Promise<string> {
  const uploadId = await tried(ctx, file);
  const result = await applyUpload(ctx, { uploadId, confirmed: true });
  if (result.outcome !== "applied") throw new Error(`The file was not applied: ${result.outcome}.`);
  return uploadId;
}

/** The verdict on each row, in the file's order. */
export async function verdictsOf(ctx: ShopContext, uploadId: string): Promise<string[]> {
  const { rows } = await readUpload(ctx, { uploadId });
  return rows.map(({ verdict, asked }) => (asked.why ? `${verdict}: ${asked.why}` : verdict));
}

export const verdicts = async (ctx: ShopContext, file: string | Uint8Array) =>
  verdictsOf(ctx, await tried(ctx, file));
