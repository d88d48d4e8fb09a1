import { pipeline, Readable } from "node:stream";
import type { MappingDecision, VariantState } from "@prisma/client";
import { stringify } from "csv-stringify";
import type { ShopContext } from "../shop-context.ts";
import { guardFormulas } from "./guard-formulas.ts";
import { HEADINGS } from "./mapping-csv.ts";
import type { Component } from "./write-mappings.ts";

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
 * All variants of the shop, and the gone ones whose mapping is remembered, with what is said of them: CSV in UTF-8 with
 * a byte order mark, without which Excel takes it for something else. A kit is several rows, one below the other. What
 * a spreadsheet would take for a formula is guarded; reading the file back gives what stands here, to the letter.
 *
 * It is read page by page as it is taken, by the variants' ids, so that each is there once, whatever is renamed
 * meanwhile. The stream fails when the database does; a file that ended without failing is whole.
 */
export function exportMappings(ctx: ShopContext): Readable {
  const csv = stringify({
    ...{ bom: true, header: true, record_delimiter: "windows", quote_record_delimiter: true },
    columns: Object.entries(HEADINGS).map(([key, header]) => ({ key, header })),
    cast: { string: guardFormulas },
  });
  // Whoever reads the stream hears of a failure there.
  pipeline(Readable.from(rows(ctx)), csv, () => undefined);
  return Readable.from(inBlocks(csv));
}

/** Bytes that are handed on at once: each row by itself would cost more to send than to make. */
const BLOCK_BYTES = 64 * 1024;

async function* inBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let block: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    block.push(chunk);
    size += chunk.length;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(block, size);
    block = [];
    size = 0;
  }
  yield Buffer.concat(block, size);
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
