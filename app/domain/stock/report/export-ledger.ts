import type { Readable } from "node:stream";
import type { LedgerEntry } from "@prisma/client";
import { writeCsv } from "../../csv/write-csv.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

/** The columns of the file, as they are headed. All times are UTC, and all quantities units of the variant. */
const HEADINGS = {
  at: "Time",
  variant: "Variant ID",
  sku: "Warehouse SKU",
  figure: "Figure",
  from: "From",
  to: "To",
  outcome: "Outcome",
  actor: "Actor",
  reason: "Reason",
  cause: "Cause",
  causeOf: "Cause names",
  causedAt: "Cause heard",
  warehouseStock: "In the warehouse",
  warehouseReadAt: "Warehouse read",
  buffer: "Safety stock",
  held: "Awaiting dispatch",
  shopReadAt: "Shop read",
  settledAt: "Answered",
} as const;

/** Entries read at once: few round trips, little memory. */
const AT_ONCE = 1_000;

/**
 * The ledger as a file, oldest first: every value that was written into the shop, or meant to be, or found written by
 * somebody else, with all that led to it. With `variantId` only of this one, under the ids it had before too.
 */
export function exportLedger(
  ctx: ShopContext,
  { variantId }: { variantId?: VariantId | undefined },
): Readable {
  return writeCsv(HEADINGS, rows(ctx, variantId));
}

async function* rows(ctx: ShopContext, variantId: VariantId | undefined) {
  for await (const entry of entries(ctx, variantId)) {
    const { figure, outcome, reason, cause, causeOf, warehouseStock, buffer, held } = entry;
    yield {
      ...{ at: entry.intendedAt.toISOString(), variant: entry.variantId, sku: entry.sku, figure },
      ...{ from: entry.shopFigure, to: entry.target, outcome, reason, cause, causeOf },
      actor: outcome === "other" ? "someone else" : "Dockline",
      causedAt: entry.causedAt?.toISOString() ?? null,
      ...{ warehouseStock, buffer, held, warehouseReadAt: entry.warehouseReadAt.toISOString() },
      shopReadAt: entry.shopReadAt.toISOString(),
      settledAt: entry.settledAt?.toISOString() ?? null,
    };
  }
}

async function* entries(ctx: ShopContext, variantId: VariantId | undefined): AsyncGenerator<LedgerEntry> {
  const { shop } = ctx;
  const variantIds = variantId && (await withFormer(ctx, variantId));
  let last: LedgerEntry | undefined;
  do {
    const page: LedgerEntry[] = await ctx.db.ledgerEntry.findMany({
      where: {
        shop,
        ...(variantIds && { variantId: { in: variantIds } }),
        // Found by the time, of which many entries share one, and then by the number.
        ...(last && {
          intendedAt: { gte: last.intendedAt },
          OR: [{ intendedAt: { gt: last.intendedAt } }, { id: { gt: last.id } }],
        }),
      },
      orderBy: [{ intendedAt: "asc" }, { id: "asc" }],
      take: AT_ONCE,
    });
    yield* page;
    last = page.length === AT_ONCE ? page.at(-1) : undefined;
  } while (last);
}

async function withFormer({ db, shop }: ShopContext, variantId: VariantId): Promise<string[]> {
  const mapping = await db.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } });
  return [variantId, ...(mapping?.formerVariantIds ?? [])];
}
