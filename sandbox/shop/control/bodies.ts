import { z } from "zod";
import { PRODUCT_STATUSES, WEIGHT_UNITS } from "../store/shop.ts";

/** What the control API accepts. Unknown fields are refused, so that a typing mistake does not look like success. */

/** A number, or a global id. */
export const id = z.union([z.string(), z.number()]);
const label = z.string().nullable().optional();
export const price = z.union([
  z.string().regex(/^\d+(\.\d+)?$/, "must be an amount like 19.95"),
  z.number().min(0),
]);
const byLocation = z.record(z.string(), z.number().int());
const status = z.enum(PRODUCT_STATUSES);

const location = z.union([
  z.string().min(1),
  z.strictObject({
    name: z.string().min(1),
    isActive: z.boolean().default(true),
    isFulfillmentService: z.boolean().default(false),
  }),
]);

const image = z.url({ protocol: /^https$/, error: "must be an address with https" });

const metafield = z
  .strictObject({
    namespace: z.string().min(1).default("custom"),
    key: z.string().min(1),
    /** In Shopify's words, e.g. `number_integer`, `dimension`. */
    type: z.string().min(1).default("single_line_text_field"),
    /** Kept as text; what is no text becomes JSON, e.g. `{ "value": 12, "unit": "mm" }`. Null deletes. */
    value: z
      .union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .nullable(),
  })
  .transform(({ value, ...rest }) => ({
    ...rest,
    value: value === null || typeof value === "string" ? value : JSON.stringify(value),
  }));

const weight = z.strictObject({ value: z.number().min(0), unit: z.enum(WEIGHT_UNITS) });

/** What may be said of a variant at any time. */
const variantFacts = {
  sku: label,
  barcode: label,
  weight: weight.optional(),
  /** The same in grams. */
  weightGrams: z.number().min(0).optional(),
  requiresShipping: z.boolean().optional(),
  /** Two letters, as in ISO 3166-1. */
  countryCodeOfOrigin: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters")
    .nullable()
    .optional(),
  harmonizedSystemCode: label,
  images: z.array(image).optional(),
  metafields: z.array(metafield).optional(),
};

const newVariant = z.strictObject({
  ...variantFacts,
  /** For products without options of their own. */
  title: z.string().min(1).optional(),
  /** Option names with this variant's values, e.g. `{ "Size": "M" }`; the same names for all variants of a product. */
  options: z.record(z.string(), z.string()).optional(),
  price: price.default("10.00"),
  tracked: z.boolean().default(true),
  requiresComponents: z.boolean().default(false),
  /** By the name of a location. Where nothing is said the item is not stocked. */
  onHand: byLocation.default({}),
  committed: byLocation.default({}),
});

/** Shopify's limit on a normal shop. */
const MOST_VARIANTS = 2048;

/** More would not fit into the memory of one process. */
const MOST_GENERATED = 1_000_000;

/** What may be said of a product at any time. */
const productFacts = {
  handle: z.string().min(1).optional(),
  /** Plain text. */
  description: z.string().optional(),
  isGiftCard: z.boolean().optional(),
  /** Kept from the online store, although it is active. */
  isUnpublished: z.boolean().optional(),
  images: z.array(image).optional(),
  metafields: z.array(metafield).optional(),
};

const newProduct = z.strictObject({
  ...productFacts,
  title: z.string().min(1),
  status: status.default("ACTIVE"),
  vendor: z.string().default(""),
  productType: z.string().default(""),
  variants: z.array(newVariant).min(1).max(MOST_VARIANTS),
});

const share = z.number().min(0).max(1).default(0);

/** More would fill the memory with orders. */
const MOST_RETURNS = 100_000;

/** Many products at once, made up. The app hears nothing of them, as if they had been there before it. */
const generation = z
  .strictObject({
    products: z.int().min(0).default(0),
    variantsPerProduct: z.int().min(1).max(MOST_VARIANTS).default(1),
    /** Below 1,000, so that barcodes of different seeds differ. */
    seed: z.int().min(0).max(999).default(1),
    missingSkus: share,
    duplicateSkus: share,
    mostOnHand: z.int().min(0).default(50),
    /** So many orders that were sent, each with an open return of some of it. */
    returns: z.int().min(0).max(MOST_RETURNS).default(0),
  })
  .refine(({ products, returns }) => products || returns, { message: "makes nothing" })
  .refine(({ products, variantsPerProduct }) => products * variantsPerProduct <= MOST_GENERATED, {
    message: `makes more than ${MOST_GENERATED} variants`,
  });

export const seedBody = z.strictObject({
  locations: z.array(location).optional(),
  generate: generation.optional(),
  products: z.array(newProduct).default([]),
});

export const productEditBody = z.strictObject({
  ...productFacts,
  title: z.string().min(1).optional(),
  status: status.optional(),
  vendor: z.string().optional(),
  productType: z.string().optional(),
  variants: z
    .array(
      z.strictObject({
        ...variantFacts,
        id,
        price: price.optional(),
        tracked: z.boolean().optional(),
        requiresComponents: z.boolean().optional(),
      }),
    )
    .optional(),
  addVariants: z.array(newVariant).optional(),
  removeVariants: z.array(id).optional(),
});

export const listQuery = z.object({ search: z.string().default(""), after: z.coerce.number().default(0) });

export const throttleBody = z.strictObject({
  available: z.number().min(0).optional(),
  maximumAvailable: z.number().min(1).optional(),
  restoreRate: z.number().min(0).optional(),
});

export const expireTokensBody = z.strictObject({ refreshTokens: z.boolean().default(false) });

export const scopesBody = z.strictObject({ withheld: z.array(z.string().min(1)) });

/** Null ends the plan. */
export const planBody = z.strictObject({ name: z.string().min(1).nullable() });

export const webhookBody = z.strictObject({
  topic: z.string().min(1),
  payload: z.looseObject({}).default({}),
});

export type NewVariantBody = z.infer<typeof newVariant>;
export type SeedBody = z.infer<typeof seedBody>;
export type ProductEditBody = z.infer<typeof productEditBody>;
