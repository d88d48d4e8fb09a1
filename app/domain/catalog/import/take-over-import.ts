import { Prisma, type CatalogueImport } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { requestChecks } from "../../returns/check/request-checks.ts";
import type { ShopContext } from "../../shop-context.ts";
import { buryingVariants, forgetGone } from "./bury-gone.ts";
import { lockMappings } from "../mapping/lock-mappings.ts";
import { LONG_TX_MS, planForMany } from "../mapping/match-variants.ts";
import { makingMappings, matching } from "../mapping/matching.ts";
import { noteRenamed } from "../mapping/note-renamed.ts";
import { storingAll, storingProducts } from "./store-variants.ts";
import { variantRows } from "./variant-rows.ts";

/**
 * Makes the variants an import has gathered the shop's, matched: all of it or nothing. What changed in the shop since
 * the import began was read later and stays. What the shop no longer shows is gone, unless lines of its result could not be
 * told apart: remembered if it is mapped, forgotten if not. Stock is compared next, and edits are sent. An import that is taken over already is left alone.
 */
export async function takeOverImport(ctx: ShopContext, step: CatalogueImport): Promise<void> {
  const { shop } = ctx;
  const { id, startedAt } = step;
  const now = ctx.clock();
  await ctx.db.$transaction(
    async (tx) => {
      const [taken] = await tx.catalogueImport.updateManyAndReturn({
        where: { shop, id, stage: "storing" },
        data: { stage: "done", finishedAt: now },
        select: { variants: true, products: true, unnamed: true },
      });
      if (!taken) return;
      const { unnamed, ...counts } = taken;
      await lockMappings(tx, shop);
      await planForMany(tx);
      const rows = variantRows(Prisma.sql`SELECT "rows" FROM "ImportBlock" WHERE "importId" = ${id}::uuid`);
      // A line that does not say which variant it shows may be any of those that no other line shows: they stay.
      if (unnamed > 0)
        await tx.$executeRaw`
          UPDATE "Variant" v SET "readAt" = ${now} WHERE v."shop" = ${shop} AND v."goneAt" IS NULL
            AND NOT EXISTS (SELECT FROM (${rows}) r WHERE r."variantId" = v."variantId")`;
      await tx.$executeRaw`
        WITH rows AS MATERIALIZED (${rows}),
        later AS (SELECT * FROM "Variant" WHERE "shop" = ${shop} AND "readAt" > ${startedAt}),
        live AS MATERIALIZED (
          SELECT "variantId", "inventoryItemId", "sku", "skuFolded", "barcode", "bundle" FROM rows
          WHERE NOT EXISTS (SELECT FROM later WHERE later."variantId" = rows."variantId")
          UNION ALL
          SELECT "variantId", "inventoryItemId", "sku", "skuFolded", "barcode", "bundle" FROM later
          WHERE "goneAt" IS NULL
        ),
        gone AS (
          SELECT m."variantId" FROM "Mapping" m
          WHERE m."shop" = ${shop} AND NOT EXISTS (SELECT FROM live WHERE live."variantId" = m."variantId")
        ),
        ${matching(shop)},
        ${makingMappings(shop, now)},
        ${storingProducts(shop)},
        restated AS (
          UPDATE "Variant" v SET "state" = d."state", "reason" = d."reason",
            "suggestedSku" = d."suggestedSku", "suggestedFrom" = d."suggestedFrom"
          FROM decided d
          WHERE v."shop" = ${shop} AND v."variantId" = d."variantId" AND v."readAt" > ${startedAt}
        ),
        buried AS (
          ${buryingVariants(shop, now)} AND v."readAt" <= ${startedAt}
            AND NOT EXISTS (SELECT FROM live WHERE live."variantId" = v."variantId")
        ),
        ${storingAll(shop, startedAt)}`;
      await forgetGone(tx, { shop, before: startedAt });
      await noteRenamed({ ...ctx, db: tx }, "all");
      await tx.importBlock.deleteMany({ where: { importId: id } });
      await tx.connection.updateMany({ where: { shop }, data: { importedAt: now } });
      await noteActivity({ ...ctx, db: tx }, { kind: "catalogues-read", details: counts });
      await queueJob(tx, { name: "compare-stock", shop });
      await queueJob(tx, { name: "push-edits", shop });
      await requestChecks(tx, { shop, checked: "attention" });
      // Events about many products may have waited for it.
      await queueJob(tx, { name: "follow-shop-hints", shop });
    },
    { timeout: LONG_TX_MS },
  );
}
