import type { MappingDecision, VariantState } from "@prisma/client";
import { identifierFault } from "../../../fulfilment/identifier.ts";
import { productChanges, type NewProduct, type ProductChanges } from "../../../fulfilment/requests.ts";

/** What the warehouse is told of a variant. Weight in grams, the rest in millimetres; null where the shop has none. */
export interface DescribedVariant {
  productTitle: string;
  variantTitle: string;
  barcode: string | null;
  url: string | null;
  imageUrl: string | null;
  width: number | null;
  height: number | null;
  length: number | null;
  weight: number | null;
}

/** A variant, and how it stands to the warehouse. */
export interface SendableVariant extends DescribedVariant {
  sku: string | null;
  state: VariantState;
  bundle: boolean;
  gone: boolean;
  decision: MappingDecision | null;
  /** Mapped to one piece of what carries its own SKU, and nothing else. */
  mappedToItself: boolean;
  /** The warehouse has a product with this SKU, as far as we have heard. */
  atWarehouse: boolean;
  /** It waits to be created already. */
  waiting: boolean;
  /** Another variant carries the SKU too; case and space around it do not count. */
  shared: boolean;
}

export const SKIP_REASONS = [
  "gone",
  "bundle",
  "mapped_elsewhere",
  "put_aside",
  "no_sku",
  "unusable_sku",
  "at_warehouse",
  "waiting",
  "several_variants",
  "undecided",
  "no_description",
] as const;
/** Why a variant is not created at the warehouse; each has its sentence in `i18n`. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** A field of a product, as the interface names it. */
export type ProductField = keyof ProductChanges;

export type ProductToSend = { send: NewProduct; leftOut: ProductField[] } | { skip: SkipReason };

/** What is created at the warehouse for a variant, or why nothing is. */
export function productToSend(variant: SendableVariant): ProductToSend {
  const { sku } = variant;
  const { details, leftOut } = describe(variant);
  const skip = skipReason(variant, details);
  if (skip) return { skip };
  return { send: { sku: sku ?? "", ...details }, leftOut };
}

function skipReason(variant: SendableVariant, details: ProductChanges): SkipReason | undefined {
  const { sku, decision, state } = variant;
  if (variant.gone) return "gone";
  if (variant.bundle) return "bundle";
  if (decision === "mapped" && !variant.mappedToItself) return "mapped_elsewhere";
  if (decision === "ignored" || decision === "unmapped") return "put_aside";
  if (sku === null) return "no_sku";
  if (identifierFault(sku)) return "unusable_sku";
  if (variant.atWarehouse) return "at_warehouse";
  if (variant.waiting) return "waiting";
  if (variant.shared) return "several_variants";
  // Something there may be this very thing, under another SKU: making a second one is what nobody could undo.
  if (state === "suggested" || state === "ambiguous") return "undecided";
  return details.description === undefined ? "no_description" : undefined;
}

/** Shopify's name for the only variant of a product without options. It means nothing to anybody. */
const ONLY_VARIANT = "Default Title";
/** Ten tonnes, in grams, and a hundred metres, in millimetres: beyond them a unit was mistaken, and postage would be too. */
const HEAVIEST = 10_000_000;
const LONGEST = 100_000;

const MOST = { weight: HEAVIEST, width: LONGEST, height: LONGEST, length: LONGEST };

/**
 * What the warehouse is told of a variant but for its SKU, and the fields it would refuse, which are left out: they are
 * the merchant's to mend, and no reason to hold the product back.
 */
export function describe(variant: DescribedVariant): { details: ProductChanges; leftOut: ProductField[] } {
  const { barcode, url, imageUrl, width, height, length, weight } = variant;
  const description = descriptionOf(variant);
  const given = dropNulls({ barcode, description, url, imageUrl, width, height, length, weight });
  const absurd = (Object.keys(MOST) as (keyof typeof MOST)[]).filter(
    (field) => (given[field] ?? 0) > MOST[field],
  );
  const refused = productChanges.safeParse(given).error?.issues.map(({ path }) => path[0] as ProductField);
  const leftOut = [...new Set([...absurd, ...(refused ?? [])])];
  for (const field of leftOut) delete given[field];
  return { details: given, leftOut };
}

/** As printed on the packing slip, and as Shopify writes it on its own. */
function descriptionOf({ productTitle, variantTitle }: DescribedVariant): string | null {
  const parts = [productTitle, variantTitle === ONLY_VARIANT ? "" : variantTitle];
  return (
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" - ") || null
  );
}

function dropNulls(fields: { [Field in ProductField]: ProductChanges[Field] | null }): ProductChanges {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/**
 * What has to be sent so that the warehouse, which was told `sent`, knows `details`: only the fields that differ. One
 * that the shop has no longer is left as it is at the warehouse: an emptied field is as often a slip as a wish, and what
 * people measured there must not be wiped by it.
 */
export function changesToSend(details: ProductChanges, sent: ProductChanges): ProductChanges {
  const changed = Object.entries(details).filter(([field, value]) => sent[field as ProductField] !== value);
  return Object.fromEntries(changed);
}
