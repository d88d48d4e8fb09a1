import type { MappingSource, Prisma } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { recordHint } from "../../events/record-hint.ts";
import { MAPPING_MADE } from "../../events/translate-hint.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { clearProblemsIn } from "../../problems/problems.ts";
import { requestChecks } from "../../returns/check/request-checks.ts";
import { forgetLooks } from "../../stock/mirror/stock-looks.ts";
import { matchVariants } from "./match-variants.ts";

export interface Component {
  sku: Sku;
  /** Pieces in one piece of the variant, 1 or more. */
  quantity: number;
}

/** What is said of a variant. */
export type Word =
  /** It is these goods. */
  | { decision: "mapped"; components: Component[] }
  /** It is none, and nothing is to be matched by itself. */
  | { decision: "unmapped" }
  /** It has nothing to do with the warehouse. */
  | { decision: "ignored" }
  /** Nothing: it is matched by itself again. */
  | { decision: null };

export interface WordOn {
  variantId: VariantId;
  word: Word;
}

/**
 * Up to this many variants are matched and looked at one by one after a change; beyond it everything is. That takes more
 * than a second in a large shop, so beyond it a worker does it, too.
 */
export const FEW = 200;

/** Hears, between two statements, how many of the words are written. What it throws takes all of them back. */
export type Wrote = (done: number, of: number) => Promise<void>;

/**
 * Writes what is said of variants of the shop, whatever was said before, and brings their states in line, and those of
 * the variants that share an SKU or barcode with them; their stock is looked at next. All of it or nothing. Variants the
 * shop does not have are passed over. Writing the same again changes nothing but the time.
 */
export async function writeMappings(
  tx: Prisma.TransactionClient,
  about: { shop: string; now: Date; source: MappingSource; words: readonly WordOn[]; wrote?: Wrote },
): Promise<void> {
  const { shop, now, words } = about;
  const variantIds = words.map(({ variantId }) => variantId);
  const before = await skusOf(tx, { shop, variantIds });
  await write(tx, about);
  await forgetLooks(tx, { shop, variantIds });
  // Each is made for the SKU that its variant has now.
  await clearProblemsIn(tx, { shop, now, kinds: ["sku-renamed"], subjects: variantIds });
  const skus = [...new Set([...before, ...(await skusOf(tx, { shop, variantIds }))])];
  await requestChecks(tx, { shop, checked: "attention" });
  if (words.length > FEW) {
    await matchVariants(tx, { shop, now, scope: "all" });
    await queueJob(tx, { name: "compare-stock", shop });
    return;
  }
  await matchVariants(tx, { shop, now, scope: { variantIds, skus } });
  for (const sku of skus) await recordHint(tx, { shop, source: "app", event: MAPPING_MADE, identifier: sku });
}

/** What the variants are mapped to, as these mappings stand. */
async function skusOf(
  tx: Prisma.TransactionClient,
  { shop, variantIds }: { shop: string; variantIds: readonly VariantId[] },
): Promise<Sku[]> {
  const rows = await tx.mappingComponent.findMany({
    where: { shop, variantId: { in: variantIds.slice(0, FEW) } },
    select: { sku: true },
    distinct: ["sku"],
  });
  return rows.map(({ sku }) => sku as Sku);
}

/** Words written in one statement. */
const AT_ONCE = 5_000;

async function write(
  tx: Prisma.TransactionClient,
  about: Parameters<typeof writeMappings>[1],
): Promise<void> {
  const { shop, now, source } = about;
  for (let start = 0; start < about.words.length; start += AT_ONCE) {
    const words = about.words.slice(start, start + AT_ONCE);
    const rows = words.map(({ variantId, word }) => ({ variantId, decision: word.decision }));
    const components = words.flatMap(({ variantId, word }) =>
      word.decision === "mapped" ? word.components.map((part) => ({ variantId, ...part })) : [],
    );
    const variantIds = rows.map(({ variantId }) => variantId);
    await tx.$executeRaw`
      DELETE FROM "MappingComponent" WHERE "shop" = ${shop} AND "variantId" = ANY(${variantIds}::text[])`;
    await tx.$executeRaw`
      DELETE FROM "Mapping" m USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("variantId" text, "decision" text)
      WHERE m."shop" = ${shop} AND m."variantId" = r."variantId" AND r."decision" IS NULL`;
    await tx.$executeRaw`
      INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "shopSku", "mappedAt")
      SELECT ${shop}, r."variantId", v."inventoryItemId", r."decision"::"MappingDecision", ${source}::"MappingSource",
             v."sku", ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("variantId" text, "decision" text)
      JOIN "Variant" v ON v."shop" = ${shop} AND v."variantId" = r."variantId"
      WHERE r."decision" IS NOT NULL
      ON CONFLICT ("shop", "variantId") DO UPDATE SET
        "inventoryItemId" = excluded."inventoryItemId", "decision" = excluded."decision", "source" = excluded."source",
        "shopSku" = excluded."shopSku", "mappedAt" = excluded."mappedAt"`;
    await tx.$executeRaw`
      INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
      SELECT ${shop}, r."variantId", r."sku", r."quantity"
      FROM jsonb_to_recordset(${JSON.stringify(components)}::jsonb) AS r ("variantId" text, "sku" text, "quantity" integer)
      JOIN "Mapping" m ON m."shop" = ${shop} AND m."variantId" = r."variantId"`;
    await about.wrote?.(start + words.length, about.words.length);
  }
}
