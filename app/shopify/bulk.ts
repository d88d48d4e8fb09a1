import type { AdminApi } from "./admin-api.ts";
import { ShopifyError } from "./errors.ts";
import {
  BulkOperationStateDocument,
  CancelBulkQueryDocument,
  RunBulkQueryDocument,
} from "./generated/operations.ts";
import { PASSING_STATUSES, storageAddress } from "./storage-address.ts";

/** Where the lines lie that a bulk operation found. */
export interface BulkResult {
  /** Good for seven days. */
  url: string;
  /** How long it is at least. */
  bytes: number;
}

export type BulkState =
  | { state: "running"; objects: number }
  /** `result` is null when nothing was found. */
  | { state: "completed"; objects: number; result: BulkResult | null }
  /** It ended without a result, or is not known any more: start another. */
  | { state: "lost" };

/**
 * Asks Shopify to gather everything a query finds. Not safe to repeat: asked twice, it gathers twice, which costs
 * nothing but one of the five places a shop has.
 * @returns the operation's id, or `null` when all places are taken; try again later.
 */
export async function startBulkQuery(admin: AdminApi, query: string): Promise<string | null> {
  const { bulkOperationRunQuery } = await admin.request(RunBulkQueryDocument, { query });
  const [error] = bulkOperationRunQuery?.userErrors ?? [];
  if (error?.code === "OPERATION_IN_PROGRESS" || error?.code === "LIMIT_REACHED") return null;
  const id = bulkOperationRunQuery?.bulkOperation?.id;
  if (!id) throw new ShopifyError("refused", { message: error?.message ?? "no bulk operation was started" });
  return id;
}

/**
 * Tells Shopify that nobody waits for a bulk query any more, which leaves its place to others. One that is over already is
 * no matter, and neither is a shop that does not answer: what nobody fetches is gone after a while.
 */
export async function cancelBulkQuery(admin: AdminApi, id: string): Promise<void> {
  try {
    await admin.request(CancelBulkQueryDocument, { id });
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
  }
}

/** @throws ShopifyError `scope-missing` when the query was not allowed to read what it asks for. */
export async function readBulkState(admin: AdminApi, id: string): Promise<BulkState> {
  const { bulkOperation } = await admin.request(BulkOperationStateDocument, { id });
  if (bulkOperation?.errorCode === "ACCESS_DENIED")
    throw new ShopifyError("scope-missing", { message: "a bulk query was not allowed" });
  const objects = Number(bulkOperation?.objectCount ?? 0);
  switch (bulkOperation?.status) {
    case "CREATED":
    case "RUNNING":
      return { state: "running", objects };
    case "COMPLETED": {
      const { url, fileSize } = bulkOperation;
      return { state: "completed", objects, result: url ? { url, bytes: Number(fileSize ?? 0) } : null };
    }
    default:
      return { state: "lost" };
  }
}

/** Lines are handed on in blocks of about this size: few round trips, little memory. */
const BLOCK_BYTES = 1024 * 1024;
/** No line is longer than this, in bytes: a variant takes some thousand. */
const LINE_MAX_BYTES = 16 * 1024 * 1024;
/** Without a byte for so long, the connection counts as broken. */
const SILENCE_MS = 30_000;

export interface LineBlock {
  /** Whole lines, each with its line break. */
  text: string;
  /** Where the next block begins. */
  end: number;
}

/**
 * A bulk operation's result from the byte `from` on, in blocks of whole lines of about `blockBytes`. A result that ends within a line,
 * or before its end, was cut off on the way.
 * @throws ShopifyError `unavailable` when it breaks off; begin again at the last block's end. `refused` when the
 * address is no longer good. `not-understood` when it has no lines.
 */
export async function* readBulkLines(
  { url, bytes }: BulkResult,
  from: number,
  blockBytes = BLOCK_BYTES,
): AsyncGenerator<LineBlock> {
  let position = from;
  let rest: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of download(url, from)) {
      rest.push(chunk);
      size += chunk.length;
      if (size < blockBytes) continue;
      const all = Buffer.concat(rest, size);
      const end = all.lastIndexOf(0x0a) + 1;
      if (end === 0) {
        if (size < LINE_MAX_BYTES) continue;
        throw new ShopifyError("not-understood", { message: "a bulk result has a line without an end" });
      }
      position += end;
      yield { text: all.toString("utf8", 0, end), end: position };
      rest = [all.subarray(end)];
      size -= end;
    }
  } catch (cause) {
    if (cause instanceof ShopifyError) throw cause;
    throw new ShopifyError("unavailable", { message: "a bulk result broke off", cause });
  }
  // Where nothing was found, there is no address.
  if (position + size < Math.max(bytes, 1))
    throw new ShopifyError("unavailable", { message: "a bulk result came without its end" });
  if (size === 0) return;
  const last = Buffer.concat(rest, size);
  const text = last.toString("utf8");
  // The last line may come without its line break, but not without its end.
  if (!text.endsWith("\n") && !isJson(text.slice(text.lastIndexOf("\n") + 1)))
    throw new ShopifyError("unavailable", { message: "a bulk result ended within a line" });
  yield { text: text.endsWith("\n") ? text : `${text}\n`, end: position + size };
}

async function* download(url: string, from: number): AsyncGenerator<Buffer> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), SILENCE_MS);
  try {
    const response = await fetch(storageAddress(url), {
      headers: { range: `bytes=${from}-` },
      redirect: "error", // The address is good or it is not; it does not lead on.
      signal: patience.signal,
    });
    if (response.status === 416) return; // Nothing is left behind `from`.
    if (!response.ok) {
      const isPassing = response.status >= 500 || PASSING_STATUSES.includes(response.status);
      const code = isPassing ? "unavailable" : "refused";
      throw new ShopifyError(code, { message: `a bulk result answered ${response.status}` });
    }
    let skip = response.status === 206 ? 0 : from;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      timer.refresh();
      const chunk = Buffer.from(part.value.buffer, part.value.byteOffset, part.value.byteLength);
      if (chunk.length > skip) yield chunk.subarray(skip);
      skip = Math.max(0, skip - chunk.length);
    }
  } finally {
    clearTimeout(timer);
    patience.abort();
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
