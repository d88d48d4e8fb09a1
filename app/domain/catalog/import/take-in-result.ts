import type { CatalogueImport } from "@prisma/client";
import { readBulkLines } from "../../../shopify/bulk.ts";
import type { ShopContext } from "../../shop-context.ts";
import { storeImportBlock } from "./store-import-block.ts";
import { takeOverImport } from "./take-over-import.ts";

/**
 * Takes in what Shopify gathered, from where the last run got to, a few megabytes at a time; when it is whole, the shop's
 * catalogue becomes what it says. `url` is null when nothing was found.
 * @throws ShopifyError `unavailable` when the download breaks off: run again. `refused` when its address is no longer good.
 */
export async function takeInResult(
  ctx: ShopContext,
  { step, url }: { step: CatalogueImport; url: string | null },
): Promise<void> {
  let position = step.position;
  if (url)
    for await (const block of readBulkLines(url, Number(position))) {
      const end = BigInt(block.end);
      const stored = await storeImportBlock(ctx, {
        importId: step.id,
        lines: block.text,
        from: position,
        end,
      });
      if (!stored) return; // Another run of the same import is ahead of this one.
      position = end;
    }
  await takeOverImport(ctx, step);
}
