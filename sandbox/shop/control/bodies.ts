import { z } from "zod";
import { STORED_QUANTITIES, PRODUCT_STATUSES } from "../store/shop.ts";

/** What the control API accepts. Unknown fields are refused, so that a typing mistake does not look like success. */

const label = z.string().nullable().optional();
const price = z.union([z.string().regex(/^\d+(\.\d+)?$/, "must be an amount like 19.95"), z.number().min(0)]);
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

const newVariant = z.strictObject({
  /** For products without options of their own. */
  title: z.string().min(1).optional(),
  /** Option names with this variant's values, e.g. `{ "Size": "M" }`; the same names for all variants of a product. */
  options: z.record(z.string(), z.string()).optional(),
  sku: label,
  barcode: label,
  price: price.default("10.00"),
  weightGrams: z.number().min(0).default(0),
  tracked: z.boolean().default(true),
  requiresComponents: z.boolean().default(false),
  /** By the name of a location. Where nothing is said the item is not stocked. */
  onHand: byLocation.default({}),
  committed: byLocation.default({}),
});

/** Shopify's limit on a normal shop. */
const MOST_VARIANTS = 2048;

const newProduct = z.strictObject({
  title: z.string().min(1),
  status: status.default("ACTIVE"),
  vendor: z.string().default(""),
  productType: z.string().default(""),
  variants: z.array(newVariant).min(1).max(MOST_VARIANTS),
});

export const seedBody = z.strictObject({
  locations: z.array(location).optional(),
  products: z.array(newProduct).default([]),
});

export const productEditBody = z.strictObject({
  title: z.string().min(1).optional(),
  status: status.optional(),
  vendor: z.string().optional(),
  productType: z.string().optional(),
  variants: z
    .array(
      z.strictObject({
        id: z.union([z.string(), z.number()]),
        sku: label,
        barcode: label,
        price: price.optional(),
        weightGrams: z.number().min(0).optional(),
        tracked: z.boolean().optional(),
        requiresComponents: z.boolean().optional(),
      }),
    )
    .optional(),
  addVariants: z.array(newVariant).optional(),
  removeVariants: z.array(z.union([z.string(), z.number()])).optional(),
});

const quantity = z.number().int().min(-1_000_000_000).max(1_000_000_000);

export const inventoryBody = z
  .strictObject({
    sku: z.string().optional(),
    variantId: z.union([z.string(), z.number()]).optional(),
    inventoryItemId: z.union([z.string(), z.number()]).optional(),
    /** Name or id. */
    location: z.union([z.string(), z.number()]),
    quantities: z.partialRecord(z.enum([...STORED_QUANTITIES, "on_hand"]), quantity),
  })
  .refine(
    (body) =>
      [body.sku, body.variantId, body.inventoryItemId].filter((one) => one !== undefined).length === 1,
    {
      message: "name the item by exactly one of sku, variantId and inventoryItemId",
    },
  );

export const listQuery = z.object({ search: z.string().default(""), after: z.coerce.number().default(0) });

export const throttleBody = z.strictObject({
  available: z.number().min(0).optional(),
  maximumAvailable: z.number().min(1).optional(),
  restoreRate: z.number().min(0).optional(),
});

export const expireTokensBody = z.strictObject({ refreshTokens: z.boolean().default(false) });

export const webhookBody = z.strictObject({
  topic: z.string().min(1),
  payload: z.looseObject({}).default({}),
});

export type NewVariantBody = z.infer<typeof newVariant>;
export type SeedBody = z.infer<typeof seedBody>;
export type ProductEditBody = z.infer<typeof productEditBody>;
export type InventoryBody = z.infer<typeof inventoryBody>;
