import type { CatalogueImport } from "@prisma/client";
import { readBulkLines, type BulkResult } from "../../../shopify/bulk.ts";
import type { ShopContext } from "../../shop-context.ts";
import { isDoubtful } from "./is-doubtful.ts";
import { packLines, storeImportBlock } from "./store-import-block.ts";
import { takeOverImport } from "./take-over-import.ts";

/**
 * Takes in what Shopify gathered, from where the last run got to, a megabyte at a time; when it is whole, the shop's
 * catalog becomes what it says. `result` is null when nothing was found.
 * @returns `again` when so much is missing that Shopify has to gather once more
 * @throws ShopifyError `unavailable` when the download breaks off: run again. `refused` when its address is no longer good.
 */
export async function takeInResult(
  ctx: ShopContext,
  { step, result }: { step: CatalogueImport; result: BulkResult | null },
): Promise<"again" | undefined> {
  if (result && !(await storeBlocks(ctx, { step, result }))) return undefined;
  if (await isDoubtful(ctx, { step, isEmpty: result === null })) return "again";
  await takeOverImport(ctx, step);
  return undefined;
}

/**
 * Each block is read while PostgreSQL stores the one before. Whatever happens, none is being stored any more at the end:
 * it would look like another run to the next one.
 * @returns false when another run of the same import is ahead of this one.
 */
async function storeBlocks(
  ctx: ShopContext,
  { step, result }: { step: CatalogueImport; result: BulkResult },
): Promise<boolean> {
  let position = step.position;
  let storing = Promise.resolve(true);
  try {
    for await (const block of readBulkLines(result, Number(position))) {
      const lines = packLines(block.text);
      if (!(await storing)) return false;
      const end = BigInt(block.end);
      storing = storeImportBlock(ctx, { importId: step.id, lines, from: position, end });
      storing.catch(() => undefined); // It is thrown where it is awaited, which is later.
      position = end;
    }
    return await storing;
  } finally {
    await storing.catch(() => undefined);
  }
}
