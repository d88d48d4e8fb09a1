import type { Readable } from "node:stream";
import type { MappingDecision, VariantState } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { HEADINGS } from "./mapping-csv.ts";
import { writeCsv } from "../../csv/write-csv.ts";
import type { Component } from "../mapping/write-mappings.ts";

/** Variants read at once: few round trips, little memory. */
const AT_ONCE = 1_000;

interface ExportedVariant {
  variantId: string;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  barcode: string | null;
  state: VariantState;
  decision: MappingDecision | null;
  components: Component[];
}

/**
 * All variants of the shop, and the gone ones whose mapping is remembered, with what is said of them (`write-csv.ts`). A
 * kit is several rows, one below the other. Reading the file back gives what stands here, to the letter.
 *
 * It is read page by page as it is taken, by the variants' ids, so that each is there once, whatever is renamed
 * meanwhile.
 */
export function exportMappings(ctx: ShopContext): Readable {
  return writeCsv(HEADINGS, rows(ctx));
}

async function* rows(ctx: ShopContext): AsyncGenerator<Record<keyof typeof HEADINGS, string | null>> {
  for await (const variant of exportedVariants(ctx)) {
    const { productTitle, variantTitle, sku, barcode, variantId, state, decision, components } = variant;
    const goods = components.length > 0 ? components : [{ sku: null, quantity: null }];
    for (const part of goods)
      yield {
        ...{
          product: productTitle,
          variantTitle,
          shopSku: sku,
          barcode,
          variant: variantId,
          state,
          decision,
        },
        sku: part.sku,
        quantity: part.quantity === null ? null : String(part.quantity),
      };
  }
}

async function* exportedVariants({ db, shop }: ShopContext): AsyncGenerator<ExportedVariant> {
  let after = "";
  for (;;) {
    const page = await db.$queryRaw<ExportedVariant[]>`
      SELECT v."variantId", v."productTitle", v."variantTitle", v."sku", v."barcode", v."state"::text AS "state",
        m."decision"::text AS "decision", coalesce((
          SELECT jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity") ORDER BY c."sku" COLLATE "C")
          FROM "MappingComponent" c WHERE c."shop" = v."shop" AND c."variantId" = v."variantId"
        ), '[]') AS "components"
      FROM "Variant" v
      LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
      WHERE v."shop" = ${shop} AND v."variantId" > ${after} AND (v."goneAt" IS NULL OR v."state" = 'tombstoned')
      ORDER BY v."variantId" LIMIT ${AT_ONCE}`;
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.variantId;
  }
}
