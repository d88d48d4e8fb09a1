import type { Readable } from "node:stream";
import type { StockVerdict } from "@prisma/client";
import { writeCsv } from "../../csv/write-csv.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { explainStockOf, type ComponentExplained, type StockNow } from "./explain-stock.ts";
import {
  SKU_TERMS,
  VARIANT_TERMS,
  type SkuLine,
  type SkuSum,
  type StockSum,
  type VariantLine,
} from "./get-stock-sums.ts";

/** The terms of an SKU's sum, in units of the SKU, headed as the page of a variant names them. */
const SKU_TERM_HEADINGS = {
  stock: "In the warehouse",
  promised: "Promised to customers",
  dispatchedAhead: "Shipped, not yet fulfilled",
  awaitingDispatch: "Awaiting dispatch",
  unavailable: "Unavailable in your store",
  safetyStock: "Safety stock",
} satisfies Record<SkuLine["term"], string>;

/** What turns the units that can be sold into the store's quantity, in units of the variant. */
const VARIANT_TERM_HEADINGS = {
  "own.promised": "Promised to this product’s customers",
  "own.unavailable": "Unavailable of this product",
  "own.no-less": "Shopify takes no less than 0",
} satisfies Record<`own.${VariantLine["term"]}`, string>;

/** The columns of the file, as they are headed. All times are UTC. */
export const INVENTORY_HEADINGS = {
  variantId: "Variant ID",
  product: "Product",
  variantTitle: "Variant",
  storeSku: "Store SKU",
  status: "Status",
  refusal: "Refused because",
  live: "Live",
  quantity: "Quantity",
  sku: "Warehouse SKU",
  units: "Units in each",
  known: "Known at the warehouse",
  ...SKU_TERM_HEADINGS,
  sellable: "Can be sold",
  makes: "Makes",
  limits: "Limits",
  promisedToThis: "Promised units that are this product’s",
  waitsSince: "Oldest waits since",
  waitsUntil: "Reserved until",
  waitPaused: "Wait is paused",
  sharedUntil: "Ships for others until",
  safetyStockSet: "Safety stock set for the SKU",
  usualSafetyStock: "Usual safety stock",
  sellableVariants: "Units of the variant that can be sold",
  limitedBy: "Limited by",
  ...VARIANT_TERM_HEADINGS,
  target: "Your store should show",
  shown: "It shows",
  lastTarget: "At the last sync",
  warehouseStock: "In the warehouse, in units of the variant",
  warehouseReadAt: "Warehouse read",
  storeReadAt: "Store read",
  cause: "Cause",
  causeOf: "Cause names",
  causedAt: "Cause received",
  writtenFrom: "Last written from",
  writtenTo: "Last written to",
  writtenAt: "Last written",
  writtenBy: "Last written by",
} as const;

type Row = Record<keyof typeof INVENTORY_HEADINGS, string | number | null>;

const STATUSES: Record<StockVerdict, string> = {
  equal: "In sync",
  write: "Out of sync",
  activate: "To activate",
  stopped: "Needs review",
  sale: "Sale hold",
  untracked: "Not tracked",
  not_stocked: "Not stocked",
  absurd: "Invalid quantity",
  rejected: "Rejected",
  gone: "Deleted",
};

const LIVE: Record<StockNow["written"], string> = {
  yes: "Yes",
  shadow: "Dry run",
  "not-chosen": "No",
  paused: "Paused",
};

/** Variants explained at once: few queries for each, and little memory. */
const PAGE_SIZE = 500;

interface MappedVariant {
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
}

/**
 * Every mapped variant as its page shows it now, as a file: its state and each term of its sum. A kit is one row for each SKU, one
 * below the other, and what is said of the whole variant is repeated. Without a sum, the terms are empty: unknown is not zero.
 *
 * It is read page by page as it is taken, by the variants' ids, so that each is there once, also when some are renamed meanwhile.
 */
export function exportInventory(ctx: ShopContext): Readable {
  return writeCsv(INVENTORY_HEADINGS, rows(ctx));
}

async function* rows(ctx: ShopContext): AsyncGenerator<Row> {
  for await (const page of pagesOfMapped(ctx)) {
    const explained = await explainStockOf(
      ctx,
      page.map(({ variantId }) => variantId),
    );
    for (const variant of page) {
      const stock = explained.get(variant.variantId)!;
      const whole = { ...namesOf(variant), ...stateOf(stock) };
      for (const component of stock.components) yield { ...whole, ...partOf(component, stock) };
    }
  }
}

async function* pagesOfMapped({ db, shop }: ShopContext): AsyncGenerator<MappedVariant[]> {
  let after = "";
  for (;;) {
    const page = await db.$queryRaw<MappedVariant[]>`
      SELECT "variantId", "productTitle", "variantTitle", "sku" FROM "Variant"
      WHERE "shop" = ${shop} AND "variantId" > ${after} AND "state" = 'mapped'
      ORDER BY "variantId" LIMIT ${PAGE_SIZE}`;
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.variantId;
  }
}

function namesOf({ variantId, productTitle, variantTitle, sku }: MappedVariant) {
  return { variantId, product: productTitle, variantTitle, storeSku: sku };
}

/** What is said of the whole variant. */
function stateOf({ look, sum, lastWrite, ...stock }: StockNow) {
  const withoutLook = stock.isUndecided ? "Warehouse quantity unknown" : "Not synced yet";
  return {
    status: look ? STATUSES[look.verdict] : withoutLook,
    refusal: stock.refusal,
    live: LIVE[stock.written],
    quantity: stock.mode === "on_hand" ? "On hand" : "Available",
    usualSafetyStock: stock.usualSafetyStock,
    sellableVariants: sum?.sellable ?? null,
    limitedBy: sum?.limitedBy ?? null,
    ...variantTermsOf(sum),
    target: sum?.target ?? look?.target ?? null,
    shown: look?.shopFigure ?? null,
    lastTarget: look?.target ?? null,
    warehouseStock: look?.warehouseStock ?? null,
    warehouseReadAt: look?.warehouseReadAt.toISOString() ?? null,
    storeReadAt: look?.shopReadAt.toISOString() ?? null,
    cause: look?.cause?.event ?? null,
    causeOf: look?.cause?.of ?? null,
    causedAt: look?.cause?.heardAt.toISOString() ?? null,
    writtenFrom: lastWrite?.from ?? null,
    writtenTo: lastWrite?.to ?? null,
    writtenAt: lastWrite?.at.toISOString() ?? null,
    writtenBy: lastWrite && (lastWrite.by === "other" ? "Someone else" : "Dockline"),
  };
}

/** What is said of one SKU that the variant is mapped to. */
function partOf({ sku, units, isKnown, safetyStock }: ComponentExplained, { sum }: StockNow) {
  const part = sum?.skus.find((one) => one.sku === sku);
  return {
    ...{ sku, units, known: yesNo(isKnown), safetyStockSet: safetyStock },
    ...skuTermsOf(part),
    sellable: part?.sellable ?? null,
    makes: part?.makes ?? null,
    limits: part ? yesNo(sum?.limitedBy === sku) : null,
    promisedToThis: part ? (part.promisedTo.find(({ isThis }) => isThis)?.units ?? 0) : null,
    waitsSince: part?.wait?.since.toISOString() ?? null,
    waitsUntil: part?.wait?.until?.toISOString() ?? null,
    waitPaused: part?.wait ? yesNo(part.wait.isPaused) : null,
    sharedUntil: part?.sharedUntil?.toISOString() ?? null,
  };
}

function skuTermsOf(part: SkuSum | undefined): Record<SkuLine["term"], number | null> {
  const unitsOf = (term: SkuLine["term"]) =>
    part ? (part.lines.find((line) => line.term === term)?.units ?? 0) : null;
  return Object.fromEntries(SKU_TERMS.map((term) => [term, unitsOf(term)])) as ReturnType<typeof skuTermsOf>;
}

function variantTermsOf(sum: StockSum | null): Record<keyof typeof VARIANT_TERM_HEADINGS, number | null> {
  const unitsOf = (term: VariantLine["term"]) =>
    sum ? (sum.lines.find((line) => line.term === term)?.units ?? 0) : null;
  return Object.fromEntries(VARIANT_TERMS.map((term) => [`own.${term}`, unitsOf(term)])) as ReturnType<
    typeof variantTermsOf
  >;
}

const yesNo = (is: boolean) => (is ? "Yes" : "No");
