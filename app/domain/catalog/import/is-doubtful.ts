import { Prisma, type CatalogueImport } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { variantRows } from "./variant-rows.ts";

/**
 * Whether a gathered catalog lacks so many of the mapped variants that it isn't believed: their mappings would end, and their
 * stock would stay as it is. Products that are deleted are usually known before, from Shopify's webhooks. A catalog without any
 * variant is never believed while some are mapped; one that lacks more than the merchant's share is, once Shopify has gathered
 * it twice.
 */
export async function isDoubtful(
  ctx: ShopContext,
  { step: { id, startedAt, exports }, isEmpty }: { step: CatalogueImport; isEmpty: boolean },
): Promise<boolean> {
  const rows = variantRows(Prisma.sql`SELECT "rows" FROM "ImportBlock" WHERE "importId" = ${id}::uuid`);
  const [counted] = await ctx.db.$queryRaw<{ mapped: number; missing: number }[]>`
    WITH rows AS MATERIALIZED (${rows})
    SELECT count(*)::integer AS "mapped", (count(*) FILTER (
      WHERE v."readAt" <= ${startedAt} AND NOT EXISTS (SELECT FROM rows WHERE rows."variantId" = v."variantId")
        -- What a line may show that names no variant stays.
        AND NOT EXISTS (SELECT FROM "CatalogueImport" i WHERE i."shop" = v."shop" AND i."unnamed" > 0))
    )::integer AS "missing"
    FROM "Variant" v WHERE v."shop" = ${ctx.shop} AND v."goneAt" IS NULL AND v."state" = 'mapped'`;
  const { mapped, missing } = counted!;
  if (missing === 0) return false;
  const { askBeyond } = await loadCatalogueSettings(ctx);
  const isMuch = decideAsk({ changes: missing, of: mapped, askBeyond }).asks;
  const isRefused = isEmpty || (isMuch && exports < 2);
  if (isRefused) ctx.log.warn({ mapped, missing, exports }, "a gathered catalog lacks many variants");
  return isRefused;
}
