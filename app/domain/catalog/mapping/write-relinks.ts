import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { componentsOf } from "./components-of.ts";
import { matchVariants } from "./match-variants.ts";
import { FEW, writeMappings, type Component, type WordOn, type Wrote } from "./write-mappings.ts";

export interface Relink {
  variantId: VariantId;
  /** The gone variant whose mapping it takes over. */
  from: VariantId;
}

interface Remembered {
  variantId: VariantId;
  formerVariantIds: VariantId[];
  shopSku: Sku | null;
  components: Component[];
}

/**
 * Gives variants the mappings of gone ones, with all they are made of and all they were before; what was remembered of
 * the gone ones is then forgotten, as it is of those in `forgotten`. Writes other words along. All of it or nothing.
 */
export async function writeRelinks(
  tx: Tx,
  about: {
    shop: string;
    now: Date;
    relinks: readonly Relink[];
    words?: readonly WordOn[];
    forgotten?: readonly VariantId[];
    wrote?: Wrote;
  },
): Promise<void> {
  const { shop, now, relinks, words = [], forgotten = [], wrote } = about;
  const remembered = await forget(tx, {
    shop,
    variantIds: [...relinks.map(({ from }) => from), ...forgotten],
  });
  const taken = relinks.flatMap(({ variantId, from }) => {
    const mapping = remembered.get(from);
    return mapping ? [{ variantId, mapping }] : [];
  });
  const relinked = taken.map(({ variantId, mapping: { components } }): WordOn => {
    return { variantId, word: { decision: "mapped", components } };
  });
  const all = [...words, ...relinked];
  await writeMappings(tx, { shop, now, source: "merchant", words: all, ...(wrote && { wrote }) });
  const former = taken.map(({ variantId, mapping }) => {
    return { variantId, former: [mapping.variantId, ...mapping.formerVariantIds] };
  });
  await addFormer(tx, { shop, former });

  // What was only suggested because of a mapping that is forgotten now.
  const freed = [...remembered.values()].flatMap(({ shopSku }) => shopSku ?? []);
  if (freed.length === 0 || words.length + relinked.length > FEW) return;
  const scope = freed.length > FEW ? "all" : { variantIds: [], skus: freed };
  await matchVariants(tx, { shop, now, scope });
}

/** Does the work and hands the variants that are mapped afterwards what they were before it. */
export async function keepFormer(
  tx: Tx,
  about: { shop: string; variantIds: readonly VariantId[]; work: () => Promise<void> },
): Promise<void> {
  const { shop, work } = about;
  const ids = [...about.variantIds];
  const former = await tx.$queryRaw<Former[]>`
    SELECT "variantId", "formerVariantIds" AS "former" FROM "Mapping"
    WHERE "shop" = ${shop} AND "variantId" = ANY(${ids}::text[]) AND cardinality("formerVariantIds") > 0`;
  await work();
  await addFormer(tx, { shop, former });
}

/** Takes what is remembered of gone variants out of the tables. */
async function forget(
  tx: Tx,
  { shop, variantIds }: { shop: string; variantIds: VariantId[] },
): Promise<Map<VariantId, Remembered>> {
  const rows = await tx.$queryRaw<Remembered[]>`
    SELECT m."variantId", m."formerVariantIds", m."shopSku",
      ${componentsOf(shop, Prisma.sql`m."variantId"`)} AS "components"
    FROM "Mapping" m WHERE m."shop" = ${shop} AND m."variantId" = ANY(${variantIds}::text[])`;
  await tx.$executeRaw`
    DELETE FROM "MappingComponent" WHERE "shop" = ${shop} AND "variantId" = ANY(${variantIds}::text[])`;
  await tx.$executeRaw`DELETE FROM "Mapping" WHERE "shop" = ${shop} AND "variantId" = ANY(${variantIds}::text[])`;
  // The rows stay until the next import is through: one that began earlier must not bring the variants back.
  await tx.$executeRaw`
    UPDATE "Variant" SET "state" = 'unmapped'
    WHERE "shop" = ${shop} AND "variantId" = ANY(${variantIds}::text[]) AND "goneAt" IS NOT NULL`;
  return new Map(rows.map((row) => [row.variantId, row]));
}

interface Former {
  variantId: VariantId;
  former: VariantId[];
}

async function addFormer(tx: Tx, { shop, former }: { shop: string; former: Former[] }): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Mapping" m SET "formerVariantIds" = m."formerVariantIds" || r."former"
    FROM jsonb_to_recordset(${JSON.stringify(former)}::jsonb) AS r ("variantId" text, "former" text[])
    WHERE m."shop" = ${shop} AND m."variantId" = r."variantId"`;
}
