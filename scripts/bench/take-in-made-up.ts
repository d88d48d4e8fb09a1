import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { allowSandboxStorage } from "../../app/shopify/storage-address.ts";
import { takeInResult } from "../../app/domain/catalog/import/take-in-result.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { serve } from "../../sandbox/lib/serve.ts";
import { writeResult } from "./catalogue.ts";

/** Fills a shop with made-up variants, by the way an import takes. */
export async function takeInMadeUp(
  ctx: ShopContext,
  { home, variants }: { home: string; variants: number },
): Promise<void> {
  const file = join(home, `${ctx.shop}.jsonl`);
  await writeResult(file, variants);
  const served = await serve((_req, res) => void createReadStream(file).pipe(res), 0);
  try {
    const step = await ctx.db.catalogueImport.create({
      data: { shop: ctx.shop, id: randomUUID(), stage: "storing", startedAt: new Date() },
    });
    allowSandboxStorage(served.url);
    await takeInResult(ctx, { step, result: { url: served.url, bytes: 0 } });
  } finally {
    await served.close();
  }
}
